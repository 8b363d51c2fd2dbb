/**
 * Color of transplanted hair in the light of one side of a face: a share of the skin's light above the black point,
 * which haze raises. It follows the replaced brow, or the reference if that was faint.
 */
import { writeRgb } from '../../../pixels/lab.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { linearOf, luminance } from '../../../pixels/srgb.ts';
import type { Face, Pixels } from '../../../vision/face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../../vision/face/mesh.ts';
import type { BrowHairs, Side } from '../matte/brow-hairs.ts';
import type { CompleteBrow } from '../matte/complete-brow.ts';

/** Linear light, 0..1. */
export type Light = readonly [red: number, green: number, blue: number];

export type SideLight = { skin: Light; hair: Light; black: Light };

/** Pupil and lashes. */
const darkestShare = 0.03;
/** Visible share of the replaced brow. */
const trustRange = { from: 0.3, to: 0.7 };
/** Weight of the replaced brow. */
const ownDarkness = 0.7;
/** Share of the skin's light. */
const minReflectance = 0.02;
const maxReflectance = 0.6;
/** Black point, relative to skin. */
const maxHaze = 0.6;
/** Lightness: 0 as the darkest hair, 1 as skin. */
const maxGray = 0.5;
const grayingRange = [0.03, 0.15] as const;
/** Relative to skin. Neutral hair would look blue. */
const brownSaturation = 0.5;
const graySaturation = 0.85;

export function findBlackPoint(photo: Pixels, { mesh }: Face, side: Side): Light {
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
 * @param own replaced brow, with black point `ownBlack`  @param model of the reference, with `modelBlack`
 * @param gray its `browLightness`
 */
export function estimateHairLight(
  own: CompleteBrow,
  ownBlack: Light,
  model: BrowHairs,
  modelBlack: Light,
  gray: number,
): SideLight {
  const [skin, hair] = [linearOfLab(own.skin), linearOfLab(own.hair)];
  const [modelSkin, modelHair] = [linearOfLab(model.skin), linearOfLab(model.hair)];
  const black = ownBlack.map((value, c) => Math.min(value, maxHaze * skin[c]!)) as unknown as Light;
  const trust = own.middle ? smoothstep(own.seen, trustRange.from, trustRange.to) : 0;
  const reflectanceOf = (light: Light, under: Light, haze: Light) =>
    Math.min(
      maxReflectance,
      Math.max(
        minReflectance,
        (luminance(...light) - luminance(...haze)) / Math.max(1e-4, luminance(...under) - luminance(...haze)),
      ),
    );
  const modelShare = reflectanceOf(modelHair, modelSkin, modelBlack);
  const ownShare = reflectanceOf(hair, skin, black);
  // Not lighter than the replaced hair, because `pale` adds white hairs.
  const mixed = modelShare ** (1 - trust * ownDarkness) * ownShare ** (trust * ownDarkness);
  const darkShare = mixed + trust * (Math.min(mixed, ownShare) - mixed);
  const share = darkShare + Math.min(maxGray, gray) * (1 - darkShare);
  // Hue of the replaced brow, or of skin at a lower saturation.
  const lit = luminance(...skin) - luminance(...black);
  const color = brownSaturation + (graySaturation - brownSaturation) * smoothstep(gray, ...grayingRange);
  const tint = [0, 1, 2].map((c) => {
    const brown = 1 + color * ((skin[c]! - black[c]!) / Math.max(1e-4, lit) - 1);
    const seen = Math.max(0, hair[c]! - black[c]!) / Math.max(1e-4, luminance(...hair) - luminance(...black));
    const certainty =
      trust *
      smoothstep(gray, grayingRange[1], grayingRange[0]) *
      smoothstep(luminance(...hair) - luminance(...black), 0.002, 0.01);
    return Math.min(2.5, Math.max(0, brown + certainty * (seen - brown)));
  });
  return { skin, black, hair: [0, 1, 2].map((c) => black[c]! + share * lit * tint[c]!) as unknown as Light };
}

/** 0 as the darkest hair, 1 as skin. */
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
