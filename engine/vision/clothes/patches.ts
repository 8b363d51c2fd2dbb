/** Finds patches of one colour on cloth: each is a piece of one garment of one person, whatever lines are drawn across it. */
import { boxMean } from '../../pixels/box-filter.ts';
import { findAreas } from '../../pixels/components.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import type { Plane } from '../../pixels/plane.ts';

export const noPatch = -1;

/** A change of colour over three pixels from which on a place is an edge between patches; light counts less. */
const edge = 4;
const light = 0.6;

/** For each place the number of its patch, or `noPatch`; and the pixels of each patch. */
export type Patches = { of: Int32Array; sizes: number[] };

/** @param least px of the smallest patch; what is smaller (patterns, folds) goes with a patch beside it where there is one */
export function findPatches(cloth: Plane, lab: LabPlanes, least: number): Patches {
  const { width, height } = cloth;
  const [L, a, b] = [lab.L, lab.a, lab.b].map((plane) => boxMean(plane, 1).data) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const change = (i: number, j: number) => Math.hypot((L[i]! - L[j]!) * light, a[i]! - a[j]!, b[i]! - b[j]!);
  const calm = new Uint8Array(cloth.data.length);
  for (let y = 1, i = width + 1; y < height - 1; y++, i += 2) {
    for (let x = 1; x < width - 1; x++, i++) {
      if (cloth.data[i]! > 0.5 && Math.max(change(i - 1, i + 1), change(i - width, i + width)) < edge) calm[i] = 1;
    }
  }
  const areas = findAreas(calm, width, height);
  const numbers = new Map<number, number>();
  const of = new Int32Array(calm.length).fill(noPatch);
  let front: number[] = [];
  for (let i = 0; i < of.length; i++) {
    const area = areas.labels[i]!;
    if (calm[i] === 0 || areas.sizes[area]! < least) continue;
    if (!numbers.has(area)) numbers.set(area, numbers.size);
    of[i] = numbers.get(area)!;
    front.push(i);
  }
  while (front.length > 0) {
    const next: number[] = [];
    for (const at of front) {
      const x = at % width;
      for (const beside of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (beside < 0 || beside >= of.length || of[beside] !== noPatch || cloth.data[beside]! <= 0.5) continue;
        of[beside] = of[at]!;
        next.push(beside);
      }
    }
    front = next;
  }
  const sizes = new Array<number>(numbers.size).fill(0);
  for (const patch of of) if (patch !== noPatch) sizes[patch]!++;
  return { of, sizes };
}
