/** What is left to be seen where brows were taken away: a patch that is greyer, darker or smoother than the skin around it. */

import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { boxMean } from '../../../engine/pixels/box-filter.ts';
import { type LabPlanes, toLab } from '../../../engine/pixels/lab.ts';
import { createPlane, type Plane } from '../../../engine/pixels/plane.ts';
import { type Face, findFaces } from '../../../engine/vision/face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../../engine/vision/face/mesh.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { type Bench, type Measure, mean } from './measure.ts';
import { portraitUploads } from './people.ts';
import { picture } from './run.ts';

/** The place of the brows beside the skin around it. */
export interface Patch {
  /** Distances from the skin right around, in Lab: of lightness, and of a and b. */
  readonly light: number;
  readonly hue: number;
  /** Its fine structure (standard deviation of L) as a share of that of the skin around. */
  readonly grain: number;
}

/** Factors of the mesh's brow: what may have been changed, and what may be skin around it. */
const mayChange = 1.6;
const mayBeSkin = 2.4;
/** Changed by more than this (Lab), hair was there. */
const changed = 4;
/** As parts of the face's size: what is around a place, what is coarser than pores. */
const around = 0.06;
const coarse = 0.012;
/** So far from the hue of the cheeks (a and b), and so much darker (L), it is not skin. */
const otherHue = 20;
const darker = 35;
const settings = {
  ...{ smoothing: '0', whitening: '0', thinface: '0', shrink_face: '0', enlarge_eye: '0', remove_eyebrow: '100' },
};
/** Bounds on the means over all portraits. */
const bounds = { light: 8, hue: 4, grain: 0.6 };

/** Portraits of the folder `people` without their brows; of a large one every sixth, in a quick run every twelfth. */
export async function measureErasedBrows(spec: OperationSpec, { quick, people }: Bench): Promise<Measure[]> {
  const found: Patch[] = [];
  for (const upload of await portraitUploads(spec, quick ? 12 : 6, people)) {
    const photo = await decodePhoto(upload);
    const [face] = await findFaces(photo, 1);
    const patch = face && erasedPatch(photo, await picture(spec, upload, settings), face);
    if (patch) found.push(patch);
  }
  const on = `${found.length} portraits`;
  const means = (of: keyof Patch) => mean(found.map((patch) => patch[of]));
  return [
    { name: 'brows taken away: lightness beside the skin', on, value: means('light'), unit: 'L', atMost: bounds.light },
    { name: 'brows taken away: hue beside the skin', on, value: means('hue'), unit: 'Lab', atMost: bounds.hue },
    {
      name: 'brows taken away: grain beside the skin',
      on,
      value: means('grain'),
      unit: 'share of its grain',
      atLeast: bounds.grain,
    },
  ];
}

/** @param after the same photograph with its brows taken away, of the same size  @returns null where nothing was taken away */
export function erasedPatch(before: Photo, after: Photo, { mesh, box }: Face): Patch | null {
  const place: MaskPlace = { x: 0, y: 0, width: before.width, height: before.height, scale: 1 };
  const size = (box.width + box.height) / 2;
  const pixels = (part: number) => Math.max(1, Math.round(part * size));
  const within = (factor: number) =>
    maskOf([outlineOf(mesh, 'leftBrow', factor), outlineOf(mesh, 'rightBrow', factor)], place, 0);
  const eyes = maskOf([outlineOf(mesh, 'leftLids', 1), outlineOf(mesh, 'rightLids', 1)], place, 0);
  const [old, now] = [toLab(before.rgb, place.width, place.height), toLab(after.rgb, place.width, place.height)];
  const [near, wide] = [within(mayChange), within(mayBeSkin)];
  const [patch, skin] = [createPlane(place.width, place.height), createPlane(place.width, place.height)];
  for (let i = 0; i < patch.data.length; i++) {
    const difference = Math.hypot(...(['L', 'a', 'b'] as const).map((c) => old[c].data[i]! - now[c].data[i]!));
    if (near.data[i]! > 0.5 && difference > changed) patch.data[i] = 1;
    else if (wide.data[i]! > 0.5 && difference < 1 && eyes.data[i]! < 0.5) skin.data[i] = 1;
  }
  withoutOthers(skin, now, maskOf([outlineOf(mesh, 'leftCheek'), outlineOf(mesh, 'rightCheek')], place, 0));
  // Single pixels between hairs belong to the patch, and its rim to neither.
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
  const grainOf = (places: readonly number[]) =>
    median(places.map((i) => Math.abs(now.L.data[i]! - level.data[i]!))) + 0.05;
  return {
    light: mean(seen.map((i) => Math.abs(light(i)))),
    hue: mean(seen.map((i) => Math.hypot(a(i), b(i)))),
    grain: grainOf(seen) / grainOf([...skin.data.keys()].filter((i) => skin.data[i] === 1)),
  };
}

/** Leaves out what is not like the cheeks: scarves, hair, frames. */
function withoutOthers(skin: Plane, { L, a, b }: LabPlanes, cheeks: Plane): void {
  const there = [...cheeks.data.keys()].filter((i) => cheeks.data[i]! > 0.5);
  const cheekMedian = (plane: Plane) => median(there.map((i) => plane.data[i]!));
  const [light, red, yellow] = [cheekMedian(L), cheekMedian(a), cheekMedian(b)];
  for (let i = 0; i < skin.data.length; i++) {
    const isOther = Math.hypot(a.data[i]! - red, b.data[i]! - yellow) > otherHue || L.data[i]! < light - darker;
    if (isOther) skin.data[i] = 0;
  }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
