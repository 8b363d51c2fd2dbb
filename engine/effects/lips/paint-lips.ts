/** Paints lips red and glossy: their own shading and folds stay, and the colour of the light stays on them. */
import { rgbToLab, writeRgb } from '../../pixels/lab.ts';
import { enlarge, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face, Pixels } from '../../vision/face/find-faces.ts';
import { glossOf } from './gloss.ts';
import { estimateLightDirection } from './light-direction.ts';
import { lipMask } from './lip-mask.ts';
import { type Mouth, readMouth } from './mouth.ts';

type Lab = readonly [L: number, a: number, b: number];
/** The paint's mean colour, and the a and b of the light that falls on it. */
type Paint = { mean: Lab; light: readonly [number, number] };

/** Hue of the red, in degrees: a little towards blue, as a lip's own red is. */
const hueDegrees = 24;
/** Chroma, least and for each unit of lightness: a pigment's chroma grows with the light on it. */
const minChroma = 8;
const chromaPerLightness = 1.28;
/** Lightness of the paint from that of the skin around and of the lips: darker than both, brighter in more light. */
const fromSkin = 0.34;
const fromLips = 0.28;
const minLightness = 5;
/** At most so much lighter or darker (L) than the lips were. */
const lighter = 3;
const darker = 22;
/** Skin in white light at L 65, and how much of a difference from it is the light's colour; on pigment, that shows less. */
const skinInWhiteLight: Lab = [65, 13, 17];
const castShare = 0.8;
const maxCast = 26;
const castOnPaint = 0.65;
/** Skin of less chroma is that of a photograph without colours, which tells nothing about the light. */
const colorless = 3;
/** How much of the lips' own differences of lightness and of colour stays. */
const shading = 1.15;
const tints = 0.5;
/** They never make the paint darker or lighter (L) than this: the line between shut lips stays a deep red, a pale lip stays red. */
const deepest = 18;
const palest = 18;
/** Chroma that shade leaves to the paint. */
const minShade = 0.45;
/** Lightness above the paint's at which light begins to hide the colour, and at which most of it is hidden. */
const plain = 6;
const mirror = 44;
const maxHiddenShare = 0.62;

/** Changes `photo` in place, on the lips of one face only. */
export async function paintLips(photo: Pixels, face: Face): Promise<void> {
  const mouth = await readMouth(photo, face);
  if (!mouth) return;
  const mask = lipMask(mouth);
  const lips = meanColor(mouth, (index) => mask.data[index]!);
  if (!lips) return;
  const skin = meanColor(mouth, (index) => (mouth.outer.data[index]! < 0.015 ? mouth.skin.data[index]! : 0)) ?? lips;
  const gloss = glossOf(mouth, mask, face, estimateLightDirection(photo, face), skin[0]);
  apply(photo, mouth, mask, gloss, lips, paintFor(lips, skin));
}

function meanColor({ lab: { L, a, b } }: Mouth, weightAt: (index: number) => number): Lab | null {
  const sum = [0, 0, 0];
  let weights = 0;
  for (let index = 0; index < L.data.length; index++) {
    const weight = weightAt(index);
    weights += weight;
    sum[0]! += weight * L.data[index]!;
    sum[1]! += weight * a.data[index]!;
    sum[2]! += weight * b.data[index]!;
  }
  return weights < 4 ? null : [sum[0]! / weights, sum[1]! / weights, sum[2]! / weights];
}

function paintFor(lips: Lab, skin: Lab): Paint {
  const wanted = minLightness + fromSkin * skin[0] + fromLips * lips[0];
  const L = Math.min(lips[0] + lighter, Math.max(lips[0] - darker, wanted));
  const chroma = minChroma + chromaPerLightness * L;
  const hue = (hueDegrees * Math.PI) / 180;
  const light = lightColor(skin);
  const cast = light.map((value) => value * castOnPaint);
  return { mean: [L, chroma * Math.cos(hue) + cast[0]!, chroma * Math.sin(hue) + cast[1]!], light };
}

/** Its a and b at the lightness of the skin. */
function lightColor([L, a, b]: Lab): readonly [number, number] {
  if (Math.hypot(a, b) < colorless) return [0, 0];
  const scale = L / skinInWhiteLight[0];
  const [x, y] = [castShare * (a - skinInWhiteLight[1] * scale), castShare * (b - skinInWhiteLight[2] * scale)];
  const limit = Math.min(1, (maxCast * scale) / Math.max(1e-6, Math.hypot(x, y)));
  return [x * limit, y * limit];
}

function apply(photo: Pixels, { rect }: Mouth, mask: Plane, gloss: Plane, lips: Lab, paint: Paint): void {
  const color = new Float32Array(3);
  for (let y = 0; y < rect.height; y++) {
    // Row by row, so that no plane of the photograph's size is needed.
    const row = { x: 0, y, width: rect.width, height: 1 };
    const share = enlarge(mask, rect.width, rect.height, row).data;
    if (!share.some((value) => value > 0)) continue;
    const lift = enlarge(gloss, rect.width, rect.height, row).data;
    for (let x = 0; x < rect.width; x++) {
      if (share[x] === 0) continue;
      const offset = ((rect.y + y) * photo.width + rect.x + x) * 3;
      painted(photo.rgb, offset, lift[x]!, lips, paint, color);
      for (let c = 0; c < 3; c++) {
        const before = photo.rgb[offset + c]!;
        photo.rgb[offset + c] = Math.round(before + share[x]! * (color[c]! - before));
      }
    }
  }
}

/** The colour of one pixel of a lip under the paint. @param lift lightness that gloss adds */
function painted(rgb: Uint8Array, offset: number, lift: number, lips: Lab, paint: Paint, out: Float32Array): void {
  const [L, a, b] = rgbToLab(rgb[offset]!, rgb[offset + 1]!, rgb[offset + 2]!);
  const matt = paint.mean[0] + bounded(shading * (L - lips[0]));
  const lightness = Math.max(0, Math.min(98, matt + lift));
  // Pigment in shade has less chroma; under a highlight one sees the light and not the pigment.
  const shade = Math.min(1.1, Math.max(minShade, matt / paint.mean[0]));
  const hidden = maxHiddenShare * smoothstep(lightness - paint.mean[0], plain, mirror);
  const mixed = (channel: 1 | 2, own: number) =>
    paint.mean[channel] * shade * (1 - hidden) +
    paint.light[channel - 1]! * hidden +
    tints * shade * (own - lips[channel]);
  writeRgb(lightness, mixed(1, a), mixed(2, b), out, 0);
}

/** A difference of lightness that never reaches its bound, and hardly changes where it is small. */
function bounded(difference: number): number {
  const limit = difference < 0 ? deepest : palest;
  return Math.sign(difference) * limit * (1 - Math.exp(-Math.abs(difference) / limit));
}
