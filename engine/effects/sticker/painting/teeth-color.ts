/**
 * What colour a person's teeth have on a photograph: their own where they show, else what the light on the face makes
 * likely.
 */
import { rgbToLab } from '../../../pixels/lab.ts';
import { quantile } from '../../../pixels/quantile.ts';
import { mouthOpening } from '../../../vision/analysis/features/mesh-measures.ts';
import type { Mesh } from '../../../vision/face/find-faces.ts';
import type { Photo } from '../../../vision/photo/decode.ts';
import type { Place } from '../motion/face-plan.ts';
import { isGray, medianOf, type Shade, shadesIn, skinShade } from './face-color.ts';

/** Lab in the middle. */
export type TeethColor = Shade & {
  /** How much lighter (L) they are towards the right end of the mouth than towards the left. */
  slope: number;
  /** How much warmer they become where they are dark: 0 on a photograph without colours. */
  warmth: number;
};

/** Height by width of the gap between the lips from which teeth may be seen. */
const open = 0.06;
/** Lightness of teeth in full light. */
const maxL = 88;
/** Minimum difference to the skin's lightness, and minimum part of the way from it to full lightness: dark skin reflects less light. */
const minGain = 12;
const skinGap = 0.5;
/** Teeth are seen where this many pixels of the open mouth are light and hardly coloured. */
const minSampleCount = 40;

export function teethColor(photo: Photo, mesh: Mesh): TeethColor {
  const skin = skinShade(photo, mesh);
  const [left, right] = [patch(photo, mesh[57]!, mesh), patch(photo, mesh[287]!, mesh)];
  const slope = Math.max(-14, Math.min(14, (right - left) * 0.5));
  // What colours all light on the face colours teeth as well, but less than it colours skin.
  const warmth = isGray(skin) ? 0 : 1;
  const a = isGray(skin) ? skin.a : 1 + 0.5 * Math.max(0, skin.a - 8);
  const b = isGray(skin) ? skin.b : Math.max(0.5 * skin.b, 7 + 0.55 * Math.max(-12, skin.b - 16));
  const own = mouthOpening(mesh) > open ? ownTeeth(photo, mesh, skin) : null;
  const white = whiteOfEyes(photo, mesh) ?? 0;
  const L = Math.max(skin.L + minGain, skin.L + skinGap * (maxL - skin.L), Math.min(skin.L + 30, white + 8));
  if (own) {
    return {
      // The upper lip and a dark mouth shade the teeth.
      L: Math.min(92, Math.max(own.L + 6, L)),
      a: mixed(own.a, a),
      b: mixed(own.b, b),
      slope,
      warmth,
    };
  }
  return { L: Math.min(maxL, L), a, b, slope, warmth };
}

/** Little of what is seen between the lips is surely tooth: the light's own colour counts more. */
function mixed(seen: number, expected: number): number {
  return 0.2 * seen + 0.8 * expected;
}

/** Between open lips: what is light and hardly coloured. */
function ownTeeth(photo: Photo, mesh: Mesh, skin: Shade): Shade | null {
  const found = shadesIn(photo, mesh, ['innerMouth'], 0.9).filter(
    ({ L, a, b }) => L > skin.L - 12 && a < skin.a - 2 && Math.hypot(a, b) < 26,
  );
  return found.length >= minSampleCount ? medianOf(found) : null;
}

/** Lightness of the lighter parts of the eyes beside the irises. */
function whiteOfEyes(photo: Photo, mesh: Mesh): number | null {
  const values = shadesIn(photo, mesh, ['leftEye', 'rightEye'], 0.85).map(({ L }) => L);
  if (values.length < minSampleCount) return null;
  return quantile(values, 0.85)!;
}

/** Mean lightness of the skin beside a corner of the mouth. */
function patch({ width, height, rgb }: Photo, { x, y }: Place, mesh: Mesh): number {
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
