/**
 * Divides cloth into patches of one color: connected components between edges. Own numbers; a lower `minEdgeDifference` gives more
 * patches.
 */
import { boxMean } from '../../pixels/box-filter.ts';
import { findAreas } from '../../pixels/components.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import type { Plane } from '../../pixels/plane.ts';

export const noPatch = -1;

/** Lab distance over three pixels; lightness weighs less. */
const minEdgeDifference = 4;
const lightWeight = 0.6;

/** Patch per pixel, and pixels per patch. */
export type Patches = { labels: Int32Array; sizes: number[] };

/** @param minPixels smaller patches (patterns, folds) join a neighbor */
export function findPatches(cloth: Plane, lab: LabPlanes, minPixels: number): Patches {
  const { width, height } = cloth;
  const [L, a, b] = [lab.L, lab.a, lab.b].map((plane) => boxMean(plane, 1).data) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const change = (i: number, j: number) => Math.hypot((L[i]! - L[j]!) * lightWeight, a[i]! - a[j]!, b[i]! - b[j]!);
  const calm = new Uint8Array(cloth.data.length);
  for (let y = 1, i = width + 1; y < height - 1; y++, i += 2) {
    for (let x = 1; x < width - 1; x++, i++) {
      if (cloth.data[i]! > 0.5 && Math.max(change(i - 1, i + 1), change(i - width, i + width)) < minEdgeDifference)
        calm[i] = 1;
    }
  }
  const areas = findAreas(calm, width, height);
  const numbers = new Map<number, number>();
  const labels = new Int32Array(calm.length).fill(noPatch);
  let front: number[] = [];
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    if (calm[i] === 0 || areas.sizes[area]! < minPixels) continue;
    if (!numbers.has(area)) numbers.set(area, numbers.size);
    labels[i] = numbers.get(area)!;
    front.push(i);
  }
  while (front.length > 0) {
    const next: number[] = [];
    for (const index of front) {
      const x = index % width;
      for (const neighbor of [x > 0 ? index - 1 : -1, x < width - 1 ? index + 1 : -1, index - width, index + width]) {
        if (neighbor < 0 || neighbor >= labels.length || labels[neighbor] !== noPatch || cloth.data[neighbor]! <= 0.5)
          continue;
        labels[neighbor] = labels[index]!;
        next.push(neighbor);
      }
    }
    front = next;
  }
  const sizes = new Array<number>(numbers.size).fill(0);
  for (const patch of labels) if (patch !== noPatch) sizes[patch]!++;
  return { labels, sizes };
}
