/**
 * Paints lips red and glossy; shading and folds stay, and the paint takes on the color of the light. Constants only
 * change the look; `npm run bench -- quality --only=ai-red-lip-gloss` shows it.
 *
 * Reading order: mouth.ts (crop), lip-mask.ts, light-direction.ts, gloss.ts.
 */
import { rgbToLab, writeRgb } from '../../pixels/lab.ts';
import { enlarge, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face, Pixels } from '../../vision/face/find-faces.ts';
import { glossOf } from './gloss.ts';
import { estimateLightDirection } from './light-direction.ts';
import { lipMask } from './lip-mask.ts';
import { type Mouth, readMouth } from './mouth.ts';

type Lab = readonly [L: number, a: number, b: number];
/** `light`: a and b of the light. */
type Paint = { mean: Lab; light: readonly [number, number] };

const hueDegrees = 24;
const minChroma = 8;
const chromaPerLightness = 1.28;
/** Lightness of the paint. */
const skinShare = 0.34;
const lipShare = 0.28;
const minLightness = 5;
const maxLighterL = 3;
const maxDarkerL = 22;
/** The difference from it shows the color of the light. */
const skinInWhiteLight: Lab = [65, 13, 17];
const castShare = 0.8;
const maxCast = 26;
const castOnPaint = 0.65;
/** Less means a photograph without colors. */
const minSkinChroma = 3;
/** For the lips' own differences of lightness and color. */
const shadingGain = 1.15;
const colorGain = 0.5;
/** Soft limits of these differences, in L. */
const maxDeeperL = 18;
const maxPalerL = 18;
const minShadeChroma = 0.45;
/** L above the paint: begin and end of the loss of color. */
const minMirrorL = 6;
const fullMirrorL = 44;
const maxHiddenShare = 0.62;

/** Changes `photo`. */
export async function paintLips(photo: Pixels, face: Face): Promise<void> {
  const mouth = await readMouth(photo, face);
  if (!mouth) return;
  const mask = lipMask(mouth);
  const lips = meanColor(mouth, (index) => mask.data[index]!);
  if (!lips) return;
  const skin = meanColor(mouth, (index) => (mouth.outer.data[index]! < 0.015 ? mouth.skin.data[index]! : 0)) ?? lips;
  const gloss = glossOf(mouth, mask, face, estimateLightDirection(photo, face), skin[0]);
  applyPaint(photo, mouth, mask, gloss, lips, paintFor(lips, skin));
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
  const desired = minLightness + skinShare * skin[0] + lipShare * lips[0];
  const L = Math.min(lips[0] + maxLighterL, Math.max(lips[0] - maxDarkerL, desired));
  const chroma = minChroma + chromaPerLightness * L;
  const hue = (hueDegrees * Math.PI) / 180;
  const light = lightColor(skin);
  const cast = light.map((value) => value * castOnPaint);
  return { mean: [L, chroma * Math.cos(hue) + cast[0]!, chroma * Math.sin(hue) + cast[1]!], light };
}

/** Returns a and b, scaled to the lightness of the skin. */
function lightColor([L, a, b]: Lab): readonly [number, number] {
  if (Math.hypot(a, b) < minSkinChroma) return [0, 0];
  const scale = L / skinInWhiteLight[0];
  const [x, y] = [castShare * (a - skinInWhiteLight[1] * scale), castShare * (b - skinInWhiteLight[2] * scale)];
  const limit = Math.min(1, (maxCast * scale) / Math.max(1e-6, Math.hypot(x, y)));
  return [x * limit, y * limit];
}

function applyPaint(photo: Pixels, { rect }: Mouth, mask: Plane, gloss: Plane, lips: Lab, paint: Paint): void {
  const color = new Float32Array(3);
  for (let y = 0; y < rect.height; y++) {
    // By rows, to save memory.
    const row = { x: 0, y, width: rect.width, height: 1 };
    const share = enlarge(mask, rect.width, rect.height, row).data;
    if (!share.some((value) => value > 0)) continue;
    const lift = enlarge(gloss, rect.width, rect.height, row).data;
    for (let x = 0; x < rect.width; x++) {
      if (share[x] === 0) continue;
      const offset = ((rect.y + y) * photo.width + rect.x + x) * 3;
      paintColor(photo.rgb, offset, lift[x]!, lips, paint, color);
      for (let c = 0; c < 3; c++) {
        const before = photo.rgb[offset + c]!;
        photo.rgb[offset + c] = Math.round(before + share[x]! * (color[c]! - before));
      }
    }
  }
}

/** @param lift L of gloss */
function paintColor(rgb: Uint8Array, offset: number, lift: number, lips: Lab, paint: Paint, out: Float32Array): void {
  const [L, a, b] = rgbToLab(rgb[offset]!, rgb[offset + 1]!, rgb[offset + 2]!);
  const matt = paint.mean[0] + limitSoftly(shadingGain * (L - lips[0]));
  const lightness = Math.max(0, Math.min(98, matt + lift));
  // In shade, pigment has less chroma; highlights show the light instead.
  const shade = Math.min(1.1, Math.max(minShadeChroma, matt / paint.mean[0]));
  const hidden = maxHiddenShare * smoothstep(lightness - paint.mean[0], minMirrorL, fullMirrorL);
  const mixed = (channel: 1 | 2, own: number) =>
    paint.mean[channel] * shade * (1 - hidden) +
    paint.light[channel - 1]! * hidden +
    colorGain * shade * (own - lips[channel]);
  writeRgb(lightness, mixed(1, a), mixed(2, b), out, 0);
}

function limitSoftly(difference: number): number {
  const limit = difference < 0 ? maxDeeperL : maxPalerL;
  return Math.sign(difference) * limit * (1 - Math.exp(-Math.abs(difference) / limit));
}
