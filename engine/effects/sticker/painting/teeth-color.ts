/** Estimates the color of teeth, from visible teeth and the light on the face. Constants only change the look. */
import { rgbToLab } from '../../../pixels/lab.ts';
import { quantile } from '../../../pixels/quantile.ts';
import { mouthOpening } from '../../../vision/analysis/features/mesh-measures.ts';
import type { Mesh } from '../../../vision/face/find-faces.ts';
import type { Photo } from '../../../vision/photo/decode.ts';
import type { Place } from '../motion/face-plan.ts';
import { isGray, medianOf, type Shade, shadesIn, skinShade } from './face-color.ts';

/** Lab in the middle. */
export type TeethColor = Shade & {
  /** L gained from the left to the right end of the mouth. */
  slope: number;
  /** Of dark parts; 0 on photographs without colors. */
  warmth: number;
};

/** Height by width of mouths that show teeth. */
const minOpenRatio = 0.06;
/** In full light. */
const maxL = 88;
/** Above the skin: in L, and as a share of the way to `maxL`. Dark skin reflects less light. */
const minGain = 12;
const skinGap = 0.5;
const minSampleCount = 40;

export function teethColor(photo: Photo, mesh: Mesh): TeethColor {
  const skin = skinShade(photo, mesh);
  const [left, right] = [skinLightness(photo, mesh[57]!, mesh), skinLightness(photo, mesh[287]!, mesh)];
  const slope = Math.max(-14, Math.min(14, (right - left) * 0.5));
  // The color of the light is weaker on teeth than on skin.
  const warmth = isGray(skin) ? 0 : 1;
  const a = isGray(skin) ? skin.a : 1 + 0.5 * Math.max(0, skin.a - 8);
  const b = isGray(skin) ? skin.b : Math.max(0.5 * skin.b, 7 + 0.55 * Math.max(-12, skin.b - 16));
  const own = mouthOpening(mesh) > minOpenRatio ? visibleTeeth(photo, mesh, skin) : null;
  const white = scleraLightness(photo, mesh) ?? 0;
  const L = Math.max(skin.L + minGain, skin.L + skinGap * (maxL - skin.L), Math.min(skin.L + 30, white + 8));
  if (own) {
    return {
      // Lip and mouth shade the teeth.
      L: Math.min(92, Math.max(own.L + 6, L)),
      a: mix(own.a, a),
      b: mix(own.b, b),
      slope,
      warmth,
    };
  }
  return { L: Math.min(maxL, L), a, b, slope, warmth };
}

/** Trusts the light more, because few pixels are surely teeth. */
function mix(seen: number, expected: number): number {
  return 0.2 * seen + 0.8 * expected;
}

/** Light and nearly gray pixels between the lips. */
function visibleTeeth(photo: Photo, mesh: Mesh, skin: Shade): Shade | null {
  const found = shadesIn(photo, mesh, ['innerMouth'], 0.9).filter(
    ({ L, a, b }) => L > skin.L - 12 && a < skin.a - 2 && Math.hypot(a, b) < 26,
  );
  return found.length >= minSampleCount ? medianOf(found) : null;
}

function scleraLightness(photo: Photo, mesh: Mesh): number | null {
  const values = shadesIn(photo, mesh, ['leftEye', 'rightEye'], 0.85).map(({ L }) => L);
  if (values.length < minSampleCount) return null;
  return quantile(values, 0.85)!;
}

/** Mean L around a point. */
function skinLightness({ width, height, rgb }: Photo, { x, y }: Place, mesh: Mesh): number {
  const radius = Math.max(1, Math.round(Math.abs(mesh[291]!.x - mesh[61]!.x) * 0.06));
  let [sum, count] = [0, 0];
  for (let v = Math.round(y) - radius; v <= y + radius; v++) {
    for (let u = Math.round(x) - radius; u <= x + radius; u++) {
      if (u < 0 || v < 0 || u >= width || v >= height) continue;
      const offset = (v * width + u) * 3;
      sum += rgbToLab(rgb[offset]!, rgb[offset + 1]!, rgb[offset + 2]!)[0];
      count++;
    }
  }
  return count > 0 ? sum / count : 50;
}
