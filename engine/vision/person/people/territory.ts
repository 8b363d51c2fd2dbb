/** Divides a photograph among people: a shortest path forest (Dijkstra 1959) with bucket queues. Own costs. */
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Photo } from '../../photo/decode.ts';
import type { Classes } from '../classes.ts';

export const noOwner = -1;

/** Costs of a step by class. */
export type Ground = Record<keyof Classes, number>;
/** Hair holds together, gaps separate. */
export const headGround: Ground = { hair: 1, faceSkin: 2, others: 15, bodySkin: 25, clothes: 30, background: 45 };
/** Clothes and skin hold together. */
export const bodyGround: Ground = { hair: 4, faceSkin: 2, others: 8, bodySkin: 3, clothes: 2, background: 45 };
/** Color difference within a head, 0..765; beyond it costs grow quadratically. */
const texture = 60;
const colorStep = 20;
const maxColorCost = 40;
/** High, because another person's hair often touches a cheek. */
const hairEdge = 150;
/** Shade of the owner's hair, 0..765. */
const shadeDifference = 100;
const shadeStep = 60;
const maxShadeCost = 2;
const maxGroundCost = 45;
const maxStepCost = maxGroundCost + maxColorCost + hairEdge + maxShadeCost + 1;

/** Owner, and cost of the path. */
export type Territories = { owner: Int16Array; distance: Int32Array };

/** 0..255. */
type HairColor = readonly [number, number, number];

/**
 * Grows all seeds at once.
 * @param small the photograph at the grid's size
 * @param seeds owners, or `noOwner`
 */
export function territories(small: Photo, classes: Classes, seeds: Int16Array, ground: Ground): Territories {
  const { width, height } = small;
  // Decided, or doubts along a long strand would add up.
  const hair = classes.hair.data.map((value) => smoothstep(value, 0.55, 0.85));
  const costs = groundCosts(classes, hair, ground);
  const colors = hairColors(small.rgb, hair, seeds);
  const owner = seeds.slice();
  const distance = new Int32Array(owner.length).fill(0x7fffffff);
  const buckets: number[][] = Array.from({ length: maxStepCost + 1 }, () => []);
  let waiting = 0;
  for (let i = 0; i < owner.length; i++) {
    if (owner[i] === noOwner) continue;
    distance[i] = 0;
    buckets[0]!.push(i);
    waiting++;
  }
  for (let now = 0; waiting > 0; now++) {
    const bucket = buckets[now % buckets.length]!;
    // Steps cost at least 1, so the current bucket does not grow.
    for (const index of bucket) {
      waiting--;
      if (distance[index] !== now) continue;
      const x = index % width;
      const visit = (next: number) => {
        const edge = Math.round(Math.abs(hair[index]! - hair[next]!) * hairEdge);
        const shade = hair[next]! > 0.5 ? shadeCost(small.rgb, next, colors.get(owner[index]!)) : 0;
        const total = now + costs[next]! + edge + shade + colorCost(small.rgb, index, next);
        if (total >= distance[next]!) return;
        distance[next] = total;
        owner[next] = owner[index]!;
        buckets[total % buckets.length]!.push(next);
        waiting++;
      };
      if (x > 0) visit(index - 1);
      if (x < width - 1) visit(index + 1);
      if (index >= width) visit(index - width);
      if (index < (height - 1) * width) visit(index + width);
    }
    bucket.length = 0;
  }
  return { owner, distance };
}

/** Averages the hair among each owner's seeds. */
function hairColors(rgb: Uint8Array, hair: Float32Array, seeds: Int16Array): Map<number, HairColor> {
  const sums = new Map<number, [number, number, number, number]>();
  for (let i = 0; i < seeds.length; i++) {
    if (seeds[i]! < 0 || hair[i]! < 0.5) continue;
    const [r, g, b, n] = sums.get(seeds[i]!) ?? [0, 0, 0, 0];
    sums.set(seeds[i]!, [r + rgb[i * 3]!, g + rgb[i * 3 + 1]!, b + rgb[i * 3 + 2]!, n + 1]);
  }
  return new Map([...sums].map(([owner, [r, g, b, n]]) => [owner, [r / n, g / n, b / n]]));
}

function groundCosts(classes: Classes, hair: Float32Array, ground: Ground): Uint8Array {
  const nonHairClasses = (['faceSkin', 'others', 'bodySkin', 'clothes', 'background'] as const).map(
    (name) => [classes[name].data, ground[name]] as const,
  );
  const costs = new Uint8Array(hair.length);
  for (let i = 0; i < costs.length; i++) {
    let [sum, total] = [0, 1e-6];
    for (const [share, cost] of nonHairClasses) {
      sum += share[i]! * cost;
      total += share[i]!;
    }
    costs[i] = Math.max(1, Math.round(ground.hair * hair[i]! + (sum / total) * (1 - hair[i]!)));
  }
  return costs;
}

function colorCost(rgb: Uint8Array, a: number, b: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += Math.abs(rgb[a * 3 + c]! - rgb[b * 3 + c]!);
  return Math.min(maxColorCost, Math.floor((Math.max(0, sum - texture) / colorStep) ** 2));
}

function shadeCost(rgb: Uint8Array, index: number, color: HairColor | undefined): number {
  if (!color) return 0;
  return Math.min(maxShadeCost, Math.floor(Math.max(0, distanceOf(rgb, index, color) - shadeDifference) / shadeStep));
}

/** 0..765. */
function distanceOf(rgb: Uint8Array, index: number, color: HairColor): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += Math.abs(rgb[index * 3 + c]! - color[c]!);
  return sum;
}
