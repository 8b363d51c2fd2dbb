/** Parts two layers of clothes: each place goes with the layer that it is reached from with the least change of colour. */
import type { ColourClass } from '../../pixels/colour-classes.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';

/** What a step costs: always; where the colour is rather the other layer's; and for each square of a change of colour. */
const stepCost = 1;
const againstCost = 24;
const colourStep = 4;
const mostColour = 40;
const most = stepCost + againstCost + mostColour;
/** How much nearer to one layer's colours, as a part of both distances, a colour is from which on it surely is that layer's. */
const surely = 0.5;
/** Light counts less than hue and chroma: folds and shade change it within one layer. */
const light = 0.35;

/** What is known of a layer: places of the grid that surely are of it, and its colours where they tell it from the other. */
export type Layer = { seeds: readonly number[]; colours: ColourClass | null };

/**
 * Which places of `cloth` belong to the outer layer (Dijkstra 1959, in buckets of equal cost).
 * @param cloth 1 where there is either layer
 * @returns 1 on the outer layer, of the same size
 */
export function growLayers(cloth: Uint8Array, lab: LabPlanes, inner: Layer, outer: Layer): Uint8Array {
  const { L, a, b } = lab;
  const { width } = L;
  const against = [new Float32Array(cloth.length), new Float32Array(cloth.length)] as const;
  for (let i = 0; i < cloth.length; i++) {
    if (cloth[i] === 0 || !outer.colours || !inner.colours) continue;
    const nearer = towardsInner(lab, i, inner.colours, outer.colours);
    against[0][i] = againstCost * smoothstep(-nearer, -surely, surely);
    against[1][i] = againstCost * smoothstep(nearer, -surely, surely);
  }
  const isOuter = new Uint8Array(cloth.length);
  const cost = new Int32Array(cloth.length).fill(0x7fffffff);
  const buckets: number[][] = Array.from({ length: most + 2 }, () => []);
  let waiting = 0;
  const reach = (at: number, layer: 0 | 1, total: number) => {
    if (total >= cost[at]!) return;
    cost[at] = total;
    isOuter[at] = layer;
    buckets[total % buckets.length]!.push(at);
    waiting++;
  };
  for (const at of inner.seeds) reach(at, 0, 0);
  for (const at of outer.seeds) reach(at, 1, 0);
  for (let now = 0; waiting > 0; now++) {
    const bucket = buckets[now % buckets.length]!;
    for (const at of bucket) {
      waiting--;
      if (cost[at] !== now) continue;
      const layer = isOuter[at] as 0 | 1;
      const visit = (next: number) => {
        if (cloth[next] !== 1) return;
        const change =
          (L.data[at]! - L.data[next]!) ** 2 + (a.data[at]! - a.data[next]!) ** 2 + (b.data[at]! - b.data[next]!) ** 2;
        const colour = Math.min(mostColour, change / colourStep ** 2);
        reach(next, layer, now + Math.round(stepCost + against[layer][next]! + colour));
      };
      const x = at % width;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at < cloth.length - width) visit(at + width);
    }
    bucket.length = 0;
  }
  return isOuter;
}

/** How much nearer a place's colour is to the inner layer's than to the outer's: -1..1. */
function towardsInner(lab: LabPlanes, at: number, inner: ColourClass, outer: ColourClass): number {
  const [near, far] = [distanceTo(lab, at, inner), distanceTo(lab, at, outer)];
  return (far - near) / (far + near + 1);
}

function distanceTo({ L, a, b }: LabPlanes, at: number, colours: ColourClass): number {
  const distances = colours.map(({ mean }) =>
    Math.hypot((L.data[at]! - mean[0]) * light, a.data[at]! - mean[1], b.data[at]! - mean[2]),
  );
  return Math.min(...distances);
}
