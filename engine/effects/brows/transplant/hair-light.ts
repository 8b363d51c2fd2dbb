/** What the hair of a brow looks like in the light of one side of a face: as dark as light, haze and the person's own hair make it. */
import { writeRgb } from '../../../pixels/lab.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { linearOf, luminance } from '../../../pixels/srgb.ts';
import type { Face, Pixels } from '../../../vision/face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../../vision/face/mesh.ts';
import type { BrowHairs, Side } from '../matte/brow-hairs.ts';
import type { CompleteBrow } from '../matte/complete-brow.ts';

/** A colour in linear light, 0..1 each. */
export type Light = readonly [red: number, green: number, blue: number];

/** Skin and hair of one side in linear light, and the black point there: what haze and mirrored light leave of nothing. */
export type SideLight = { skin: Light; hair: Light; black: Light };

/** The darkest share of an eye's pixels: pupil and lashes, which are nearly black on everybody. */
const darkestShare = 0.03;
/** Own brows of which so much is seen tell nothing yet, and all about the colour of hair. */
const tells = { from: 0.3, to: 0.7 };
/** How far the darkness of hair follows the person's own brows; the rest is the reference's. */
const ownDarkness = 0.7;
/** Hair keeps at least so much of the skin's light, and the black point so little of it at most. */
const minRemainingLight = 0.02;
const maxHaze = 0.6;
/** Hair takes at least so much of the skin's light away, or it would not be seen. */
const maxRemainingLight = 0.6;
/** Grey hair is nowhere nearer to the skin than by this, or it would not be seen either. */
const maxGray = 0.5;
/** Brows as light as this on the whole (between 0, their darkest hair, and 1, skin) begin to be grey, and are: the darkest hair no longer tells their colour. */
const graying = [0.03, 0.15] as const;
/** What brown hair reflects of red and blue beside green, as shares of what the skin does: dark hair has less colour. */
const lessColor = 0.5;
/** The same of grey hair, which has the colour of the light that falls on it: more neutral, it would look blue beside skin. */
const grayColor = 0.85;

/** The black point on one side of a face: the mean of the darkest pixels of its eye. */
export function blackPointOf(photo: Pixels, { mesh }: Face, side: Side): Light {
  const outline = outlineOf(mesh, side === 'left' ? 'leftEye' : 'rightEye', 1.15);
  const place = placeAround(photo, outline);
  const mask = maskOf([outline], place, 0);
  const seen: { light: Light; luminance: number }[] = [];
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i]! < 0.5) continue;
    const offset = ((place.y + Math.floor(i / place.width)) * photo.width + place.x + (i % place.width)) * 3;
    const light: Light = [
      linearOf[photo.rgb[offset]!]!,
      linearOf[photo.rgb[offset + 1]!]!,
      linearOf[photo.rgb[offset + 2]!]!,
    ];
    seen.push({ light, luminance: luminance(...light) });
  }
  if (seen.length === 0) return [0, 0, 0];
  seen.sort((a, b) => a.luminance - b.luminance);
  const darkest = seen.slice(0, Math.max(1, Math.round(seen.length * darkestShare)));
  const mean = (c: 0 | 1 | 2) => darkest.reduce((sum, { light }) => sum + light[c], 0) / darkest.length;
  return [mean(0), mean(1), mean(2)];
}

/**
 * The light of the hair that is set in: its colour is that of the person's own brow on that side, and so, mostly, is how much
 * light it takes away; where there is hardly a brow, the reference's hair is brought into this light.
 * @param own the brow that was there, `ownBlack` the black point beside it
 * @param model the reference's, `modelBlack` beside it  @param gray how light the person's own brows are (`browLightness`)
 */
export function hairLight(
  own: CompleteBrow,
  ownBlack: Light,
  model: BrowHairs,
  modelBlack: Light,
  gray: number,
): SideLight {
  const [skin, hair] = [linearOfLab(own.skin), linearOfLab(own.hair)];
  const [modelSkin, modelHair] = [linearOfLab(model.skin), linearOfLab(model.hair)];
  const black = ownBlack.map((value, c) => Math.min(value, maxHaze * skin[c]!)) as unknown as Light;
  const trust = own.middle ? smoothstep(own.seen, tells.from, tells.to) : 0;
  const remainingLight = (light: Light, under: Light, haze: Light) =>
    Math.min(
      maxRemainingLight,
      Math.max(
        minRemainingLight,
        (luminance(...light) - luminance(...haze)) / Math.max(1e-4, luminance(...under) - luminance(...haze)),
      ),
    );
  const theirs = remainingLight(modelHair, modelSkin, modelBlack);
  const ours = remainingLight(hair, skin, black);
  // Nobody's brows are lighter than their own: what is lighter in the reference is white, and told from the rest.
  const mixed = theirs ** (1 - trust * ownDarkness) * ours ** (trust * ownDarkness);
  const dark = mixed + trust * (Math.min(mixed, ours) - mixed);
  const share = dark + Math.min(maxGray, gray) * (1 - dark);
  // Above the black point hair has the colour of the person's own, or that of the skin with half of its saturation.
  const lit = luminance(...skin) - luminance(...black);
  const color = lessColor + (grayColor - lessColor) * smoothstep(gray, ...graying);
  const tint = [0, 1, 2].map((c) => {
    const brown = 1 + color * ((skin[c]! - black[c]!) / Math.max(1e-4, lit) - 1);
    const seen = Math.max(0, hair[c]! - black[c]!) / Math.max(1e-4, luminance(...hair) - luminance(...black));
    const isSure =
      trust *
      smoothstep(gray, graying[1], graying[0]) *
      smoothstep(luminance(...hair) - luminance(...black), 0.002, 0.01);
    return Math.min(2.5, Math.max(0, brown + isSure * (seen - brown)));
  });
  return { skin, black, hair: [0, 1, 2].map((c) => black[c]! + share * lit * tint[c]!) as unknown as Light };
}

/** How light the hair of a brow is on the whole: 0 as its darkest, 1 as the skin. */
export function browLightness({ pale, cover }: CompleteBrow): number {
  let [sum, all] = [0, 1e-9];
  for (let i = 0; i < pale.data.length; i++) {
    sum += cover.data[i]! * pale.data[i]!;
    all += cover.data[i]!;
  }
  return sum / all;
}

function linearOfLab([L, a, b]: readonly [number, number, number]): Light {
  const rgb = new Float32Array(3);
  writeRgb(L, a, b, rgb, 0);
  const linearChannel = (c: number) => linearOf[Math.round(rgb[c]!)]!;
  return [linearChannel(0), linearChannel(1), linearChannel(2)];
}

function placeAround({ width, height }: Pixels, points: readonly { x: number; y: number }[]): MaskPlace {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const x = Math.min(width - 1, Math.max(0, Math.floor(Math.min(...xs))));
  const y = Math.min(height - 1, Math.max(0, Math.floor(Math.min(...ys))));
  return {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.ceil(Math.max(...xs))) - x),
    height: Math.max(1, Math.min(height, Math.ceil(Math.max(...ys))) - y),
    scale: 1,
  };
}
