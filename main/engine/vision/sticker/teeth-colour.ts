// What colour a person's teeth have on a photograph: their own where they show, else what the light on the face makes likely.

import { mouthOpening } from '../analysis/features.ts';
import type { Mesh } from '../human.ts';
import { rgbToLab } from '../lab.ts';
import { maskOf, outlineOf } from '../mesh.ts';
import type { Photo } from '../photo.ts';
import type { Place } from './face-plan.ts';

/** Lab in the middle, and how much lighter (L) it is towards the right end of the mouth than towards the left. */
export type TeethColour = { L: number; a: number; b: number; slope: number };

/** Height by width of the gap between the lips from which teeth may be seen. */
const OPEN = 0.06;
/** Teeth are seen where this many pixels of the open mouth are light and hardly coloured. */
const ENOUGH = 40;

export function teethColour(photo: Photo, mesh: Mesh): TeethColour {
  const skin = medianIn(photo, [outlineOf(mesh, 'leftCheek'), outlineOf(mesh, 'rightCheek')], () => true) ?? {
    L: 65,
    a: 12,
    b: 16,
    count: 0,
  };
  const [left, right] = [patch(photo, mesh[57]!, mesh), patch(photo, mesh[287]!, mesh)];
  const slope = Math.max(-14, Math.min(14, (right - left) * 0.5));
  // What colours all light on the face colours teeth as well, but less than it colours skin.
  const isGrey = Math.hypot(skin.a, skin.b) < 4;
  const a = isGrey ? skin.a : 1 + 0.5 * Math.max(0, skin.a - 8);
  const b = isGrey ? skin.b : 7 + 0.55 * Math.max(-12, skin.b - 16);
  const own = mouthOpening(mesh) > OPEN ? ownTeeth(photo, mesh, skin) : null;
  if (own) {
    return {
      L: Math.min(92, Math.max(own.L + 6, skin.L + 6)),
      a: mixed(own.a, a),
      b: mixed(own.b, b),
      slope,
    };
  }
  const white = whiteOfEyes(photo, mesh) ?? skin.L + 12;
  return { L: Math.min(88, Math.max(skin.L + 12, Math.min(skin.L + 30, white + 8))), a, b, slope };
}

/** Little of what is seen between the lips is surely tooth: the light's own colour counts more. */
function mixed(seen: number, likely: number): number {
  return 0.2 * seen + 0.8 * likely;
}

type Colour = { L: number; a: number; b: number; count: number };

/** Between open lips: what is light and hardly coloured. */
function ownTeeth(photo: Photo, mesh: Mesh, skin: Colour): Colour | null {
  const found = medianIn(
    photo,
    [outlineOf(mesh, 'innerMouth', 0.9)],
    (L, a, b) => L > skin.L - 12 && a < skin.a - 2 && Math.hypot(a, b) < 26,
  );
  return found && found.count >= ENOUGH ? found : null;
}

/** Lightness of the lighter parts of the eyes beside the irises. */
function whiteOfEyes(photo: Photo, mesh: Mesh): number | null {
  const outlines = [outlineOf(mesh, 'leftEye', 0.85), outlineOf(mesh, 'rightEye', 0.85)];
  const values = valuesIn(photo, outlines).map(([L]) => L);
  if (values.length < ENOUGH) return null;
  return values.sort((a, b) => a - b)[Math.floor(values.length * 0.85)]!;
}

function medianIn(
  photo: Photo,
  outlines: ReturnType<typeof outlineOf>[],
  counts: (L: number, a: number, b: number) => boolean,
): Colour | null {
  const values = valuesIn(photo, outlines).filter(([L, a, b]) => counts(L, a, b));
  if (values.length === 0) return null;
  const median = (of: (value: (typeof values)[number]) => number) =>
    values.map(of).sort((a, b) => a - b)[values.length >> 1]!;
  return { L: median(([L]) => L), a: median(([, a]) => a), b: median(([, , b]) => b), count: values.length };
}

function valuesIn(photo: Photo, outlines: ReturnType<typeof outlineOf>[]): [number, number, number][] {
  const { width, height, rgb, alpha } = photo;
  const mask = maskOf(outlines, { x: 0, y: 0, width, height, scale: 1 }, 0);
  const values: [number, number, number][] = [];
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i]! > 0.5 && alpha?.[i] !== 0) values.push(rgbToLab(rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!));
  }
  return values;
}

/** Mean lightness of the skin beside a corner of the mouth. */
function patch({ width, height, rgb }: Photo, { x, y }: Place, mesh: Mesh): number {
  const radius = Math.max(1, Math.round(Math.abs(mesh[291]!.x - mesh[61]!.x) * 0.06));
  let [sum, count] = [0, 0];
  for (let v = Math.round(y) - radius; v <= y + radius; v++) {
    for (let u = Math.round(x) - radius; u <= x + radius; u++) {
      if (u < 0 || v < 0 || u >= width || v >= height) continue;
      const at = (v * width + u) * 3;
      sum += rgbToLab(rgb[at]!, rgb[at + 1]!, rgb[at + 2]!)[0];
      count++;
    }
  }
  return count > 0 ? sum / count : 50;
}
