import { boxMean } from '../../../../engine/pixels/box-filter.ts';
import { type LabPlanes, toLab } from '../../../../engine/pixels/lab.ts';
import { createPlane, type Plane } from '../../../../engine/pixels/plane.ts';
import { type Face, findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../../../engine/vision/face/mesh.ts';
import { decodePhoto, type Photo } from '../../../../engine/vision/photo/decode.ts';
import { measuresOn } from '../../shared/measure.ts';
import { mean, quantile } from '../../shared/statistics.ts';
import { portraitUploads } from '../people.ts';
import type { Measurement } from '../report.ts';
import { picture, still } from '../run.ts';

interface Patch {
  /** Distances from the skin around, in Lab: of L, and of a and b. */
  readonly light: number;
  readonly hue: number;
  /** Deviation of L as a share of that of the skin around. */
  readonly grain: number;
}

/** Scales of the mesh's brow: the largest change, and the skin around it. */
const changeScale = 1.6;
const skinScale = 2.4;
const minHairChange = 4;
/** Radii as shares of the face size: the surroundings, and structure coarser than pores. */
const around = 0.06;
const coarse = 0.012;
/** Largest distances of skin from the cheeks: of hue (a and b), and of L. */
const maxHueDistance = 20;
const maxDarkening = 35;
const settings = { ...still, remove_eyebrow: '100' };

/** Measures every sixth portrait of a large folder, in a quick run every twelfth. */
export const measureErasedBrows: Measurement = async (spec, { quick, people }) => {
  const found: Patch[] = [];
  for (const upload of await portraitUploads(spec, quick ? 12 : 6, people)) {
    const photo = await decodePhoto(upload);
    const [face] = await findFaces(photo, 1);
    const patch = face && erasedPatch(photo, await picture(spec, upload, settings), face);
    if (patch) found.push(patch);
  }
  const on = `${found.length} portraits`;
  const means = (of: keyof Patch) => mean(found.map((patch) => patch[of]));
  const measure = measuresOn(on);
  return [
    measure('brows taken away: lightness beside the skin', means('light'), 'L', { atMost: 8 }),
    measure('brows taken away: hue beside the skin', means('hue'), 'Lab', { atMost: 4 }),
    measure('brows taken away: grain beside the skin', means('grain'), 'share of its grain', { atLeast: 0.6 }),
  ];
};

/** @param after the photograph without brows, of the same size @returns null if nothing was removed */
export function erasedPatch(before: Photo, after: Photo, { mesh, box }: Face): Patch | null {
  const place: MaskPlace = { x: 0, y: 0, width: before.width, height: before.height, scale: 1 };
  const size = (box.width + box.height) / 2;
  const pixels = (part: number) => Math.max(1, Math.round(part * size));
  const within = (factor: number) =>
    maskOf([outlineOf(mesh, 'leftBrow', factor), outlineOf(mesh, 'rightBrow', factor)], place, 0);
  const eyes = maskOf([outlineOf(mesh, 'leftLids', 1), outlineOf(mesh, 'rightLids', 1)], place, 0);
  const [old, now] = [toLab(before.rgb, place.width, place.height), toLab(after.rgb, place.width, place.height)];
  const [near, wide] = [within(changeScale), within(skinScale)];
  const [patch, skin] = [createPlane(place.width, place.height), createPlane(place.width, place.height)];
  for (let i = 0; i < patch.data.length; i++) {
    const difference = Math.hypot(...(['L', 'a', 'b'] as const).map((c) => old[c].data[i]! - now[c].data[i]!));
    if (near.data[i]! > 0.5 && difference > minHairChange) patch.data[i] = 1;
    else if (wide.data[i]! > 0.5 && difference < 1 && eyes.data[i]! < 0.5) skin.data[i] = 1;
  }
  removeOthers(skin, now, maskOf([outlineOf(mesh, 'leftCheek'), outlineOf(mesh, 'rightCheek')], place, 0));
  // Pixels between hairs belong to the patch; its border to neither.
  const filled = boxMean(patch, pixels(coarse));
  for (let i = 0; i < patch.data.length; i++) {
    patch.data[i] = filled.data[i]! > 0.5 ? 1 : 0;
    if (filled.data[i]! > 0) skin.data[i] = 0;
  }
  const weights = boxMean(skin, pixels(around));
  const seen = [...patch.data.keys()].filter((i) => patch.data[i] === 1 && weights.data[i]! > 0.02);
  if (seen.length === 0) return null;
  const meanOf = (plane: Plane) => {
    const sum = boxMean({ ...plane, data: plane.data.map((value, i) => value * skin.data[i]!) }, pixels(around));
    return (i: number) => sum.data[i]! / weights.data[i]!;
  };
  const smooth = (plane: Plane) => boxMean(plane, pixels(coarse));
  const off = (plane: Plane) => {
    const [skins, own] = [meanOf(plane), smooth(plane)];
    return (i: number) => own.data[i]! - skins(i);
  };
  const [light, a, b] = [off(now.L), off(now.a), off(now.b)];
  const level = smooth(now.L);
  const grainOf = (pixels: readonly number[]) =>
    median(pixels.map((i) => Math.abs(now.L.data[i]! - level.data[i]!))) + 0.05;
  return {
    light: mean(seen.map((i) => Math.abs(light(i)))),
    hue: mean(seen.map((i) => Math.hypot(a(i), b(i)))),
    grain: grainOf(seen) / grainOf([...skin.data.keys()].filter((i) => skin.data[i] === 1)),
  };
}

function removeOthers(skin: Plane, { L, a, b }: LabPlanes, cheeks: Plane): void {
  const there = [...cheeks.data.keys()].filter((i) => cheeks.data[i]! > 0.5);
  const cheekMedian = (plane: Plane) => median(there.map((i) => plane.data[i]!));
  const [light, red, yellow] = [cheekMedian(L), cheekMedian(a), cheekMedian(b)];
  for (let i = 0; i < skin.data.length; i++) {
    const isOther =
      Math.hypot(a.data[i]! - red, b.data[i]! - yellow) > maxHueDistance || L.data[i]! < light - maxDarkening;
    if (isOther) skin.data[i] = 0;
  }
}

const median = (values: number[]) => quantile(values, 0.5) || 0;
