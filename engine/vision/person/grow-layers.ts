/**
 * Divides two layers of clothes by color: a shortest path forest (Dijkstra 1959) with bucket queues. Own costs (rule
 * `cover of the head`).
 */
import type { ColorClass } from '../../pixels/color-classes.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';

/** Costs of a step, of the other layer's colors, and of the squared color change by `colorStep`. */
const stepCost = 1;
const againstCost = 24;
const colorStep = 4;
const maxColorCost = 40;
const maxStepCost = stepCost + againstCost + maxColorCost;
/** Relative distance of a certain color. */
const minCertainty = 0.5;
/** Low, because folds and shadows change lightness within a layer. */
const lightWeight = 0.35;

/** Its colors are null if unknown. */
export type Layer = { seeds: readonly number[]; colors: ColorClass | null };

/**
 * Returns 1 on the outer layer.
 * @param cloth 1 on both layers
 */
export function growLayers(cloth: Uint8Array, lab: LabPlanes, inner: Layer, outer: Layer): Uint8Array {
  const { L, a, b } = lab;
  const { width } = L;
  const against = [new Float32Array(cloth.length), new Float32Array(cloth.length)] as const;
  for (let i = 0; i < cloth.length; i++) {
    if (cloth[i] === 0 || !outer.colors || !inner.colors) continue;
    const nearer = towardsInner(lab, i, inner.colors, outer.colors);
    against[0][i] = againstCost * smoothstep(-nearer, -minCertainty, minCertainty);
    against[1][i] = againstCost * smoothstep(nearer, -minCertainty, minCertainty);
  }
  const isOuter = new Uint8Array(cloth.length);
  const cost = new Int32Array(cloth.length).fill(0x7fffffff);
  const buckets: number[][] = Array.from({ length: maxStepCost + 2 }, () => []);
  let waiting = 0;
  const reach = (index: number, layer: 0 | 1, total: number) => {
    if (total >= cost[index]!) return;
    cost[index] = total;
    isOuter[index] = layer;
    buckets[total % buckets.length]!.push(index);
    waiting++;
  };
  for (const seed of inner.seeds) reach(seed, 0, 0);
  for (const seed of outer.seeds) reach(seed, 1, 0);
  for (let now = 0; waiting > 0; now++) {
    const bucket = buckets[now % buckets.length]!;
    for (const index of bucket) {
      waiting--;
      if (cost[index] !== now) continue;
      const layer = isOuter[index] as 0 | 1;
      const visit = (next: number) => {
        if (cloth[next] !== 1) return;
        const change =
          (L.data[index]! - L.data[next]!) ** 2 +
          (a.data[index]! - a.data[next]!) ** 2 +
          (b.data[index]! - b.data[next]!) ** 2;
        const color = Math.min(maxColorCost, change / colorStep ** 2);
        reach(next, layer, now + Math.round(stepCost + against[layer][next]! + color));
      };
      const x = index % width;
      if (x > 0) visit(index - 1);
      if (x < width - 1) visit(index + 1);
      if (index >= width) visit(index - width);
      if (index < cloth.length - width) visit(index + width);
    }
    bucket.length = 0;
  }
  return isOuter;
}

/** Returns -1..1, positive near the inner layer's colors. */
function towardsInner(lab: LabPlanes, index: number, inner: ColorClass, outer: ColorClass): number {
  const [near, far] = [distanceTo(lab, index, inner), distanceTo(lab, index, outer)];
  return (far - near) / (far + near + 1);
}

function distanceTo({ L, a, b }: LabPlanes, index: number, colors: ColorClass): number {
  const distances = colors.map(({ mean }) =>
    Math.hypot((L.data[index]! - mean[0]) * lightWeight, a.data[index]! - mean[1], b.data[index]! - mean[2]),
  );
  return Math.min(...distances);
}
