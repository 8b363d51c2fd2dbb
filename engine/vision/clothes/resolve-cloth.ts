/**
 * Decides uncertain pixels of people by color: labels grow from certain pixels, a shortest path forest (Dijkstra 1959)
 * with bucket queues. Own costs (rule `specks of cloth`).
 */
import { boxMean } from '../../pixels/box-filter.ts';
import { findAreas } from '../../pixels/components.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import type { Face } from '../face/find-faces.ts';
import type { Classes } from '../person/classes.ts';
import { faceAxis, onAxis } from '../person/face-axis.ts';
import { faceArea, type Scene } from './scene.ts';

/** Cloth; skin or hair; worn thing; background. */
const kinds = ['cloth', 'body', 'thing', 'away'] as const;
type Kind = (typeof kinds)[number];

/** Probabilities of certain seeds and of the weakest. */
const certainChance = 0.8;
const minSeedChance = 0.35;
/** Delay of uncertain seeds. */
const seedDelay = 150;
/** Alpha of a person. */
const minPersonAlpha = 0.3;
/** Maximum reduction of background by alpha. */
const alphaWeight = 0.3;
/** Costs of a step, of a low probability, and of the squared color change by `colorStep`. */
const stepCost = 1;
const againstCost = 6;
const colorStep = 2.5;
const maxColorCost = 60;
const maxCost = Math.max(stepCost + againstCost + maxColorCost, seedDelay * (certainChance - minSeedChance));
const unknown = 255;
/** Share of the shorter side. */
const edgeShare = 0.03;
/** Shares of a face; straps are likelier than holes. */
const minIslandShare: Record<Kind, number> = { cloth: 0.02, body: 0.02, thing: 0, away: 0.08 };
/** At a head, larger islands are earrings or light in the hair. */
const headSurroundings = { size: 0.08, above: -0.4, across: 1.3 };

export type ResolvedCloth = { cloth: Plane; person: Plane };

/**
 * Returns decided cloth and person. In dim light the segmentation confuses cloth with background; `alpha` knows the
 * person.
 * @param things worn, but no garments
 */
export function resolveCloth(
  { place, classes, lab }: Pick<Scene, 'place' | 'classes' | 'lab'>,
  faces: readonly Face[],
  alpha: Plane,
  things: Plane,
): ResolvedCloth {
  const { width, height } = alpha;
  const chances = chancesOf(classes, alpha, things);
  const labels = growLabels(chances, lab, alpha);
  const heads = faces.map(faceAxis);
  const isNearHead = (x: number, y: number) =>
    heads.some((axis) => {
      const { above, across } = onAxis(axis, place.x + x / place.scale, place.y + y / place.scale);
      return above > headSurroundings.above && above < 1 && across < headSurroundings.across;
    });
  const face = faceArea(faces, place);
  absorbSpecks(labels, width, height, (label, x, y) => {
    const kind = kinds[label];
    if (!kind) return 0;
    return face * (kind === 'cloth' && isNearHead(x, y) ? headSurroundings.size : minIslandShare[kind]);
  });
  return planesOf(labels, chances, classes, alpha);
}

/** Adds probabilities beyond people's edges, next to cloth. */
function planesOf(labels: Uint8Array, chances: Record<Kind, Float32Array>, classes: Classes, { width, height }: Plane) {
  const cloth = createPlane(width, height);
  const person = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) {
    if (kinds[labels[i]!] === 'cloth') cloth.data[i] = 1;
    person.data[i] = labels[i] === unknown ? 1 - classes.background.data[i]! : 1;
  }
  const nearbyCloth = boxMean(cloth, Math.max(2, Math.round(Math.min(width, height) * edgeShare))).data;
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === unknown && nearbyCloth[i]! > 0) cloth.data[i] = chances.cloth[i]!;
  }
  return { cloth, person };
}

function chancesOf(classes: Classes, alpha: Plane, things: Plane): Record<Kind, Float32Array> {
  const { clothes, hair, bodySkin, faceSkin, background } = classes;
  const thing = things.data;
  return {
    cloth: clothes.data.map((value, i) => value * (1 - thing[i]!)),
    body: hair.data.map((value, i) => value + bodySkin.data[i]! + faceSkin.data[i]!),
    thing,
    away: background.data.map((value, i) => value * (1 - alphaWeight * alpha.data[i]!)),
  };
}

/** Gives each pixel the label with the cheapest path. */
function growLabels(chances: Record<Kind, Float32Array>, { L, a, b }: LabPlanes, alpha: Plane): Uint8Array {
  const { width, height } = alpha;
  const byLabel = kinds.map((kind) => chances[kind]);
  const labels = new Uint8Array(alpha.data.length).fill(unknown);
  const cost = new Int32Array(labels.length).fill(0x7fffffff);
  const buckets: number[][] = Array.from({ length: Math.ceil(maxCost) + 2 }, () => []);
  let waiting = 0;
  const reach = (index: number, label: number, total: number) => {
    if (total >= cost[index]!) return;
    cost[index] = total;
    labels[index] = label;
    buckets[total % buckets.length]!.push(index);
    waiting++;
  };
  for (let i = 0; i < labels.length; i++) {
    if (alpha.data[i]! < minPersonAlpha) continue;
    for (const [label, chance] of byLabel.entries()) {
      if (chance[i]! >= minSeedChance) reach(i, label, Math.round(seedDelay * Math.max(0, certainChance - chance[i]!)));
    }
  }
  for (let now = 0; waiting > 0; now++) {
    const bucket = buckets[now % buckets.length]!;
    // Steps cost at least 1, so the current bucket does not grow.
    for (const index of bucket) {
      waiting--;
      if (cost[index] !== now) continue;
      const label = labels[index]!;
      const visit = (next: number) => {
        if (alpha.data[next]! < minPersonAlpha) return;
        const change =
          (L.data[index]! - L.data[next]!) ** 2 +
          (a.data[index]! - a.data[next]!) ** 2 +
          (b.data[index]! - b.data[next]!) ** 2;
        const against = againstCost * (1 - byLabel[label]![next]!);
        reach(next, label, now + Math.round(stepCost + against + Math.min(maxColorCost, change / colorStep ** 2)));
      };
      const x = index % width;
      if (x > 0) visit(index - 1);
      if (x < width - 1) visit(index + 1);
      if (index >= width) visit(index - width);
      if (index < (height - 1) * width) visit(index + width);
    }
    bucket.length = 0;
  }
  return labels;
}

/**
 * Gives small areas the label they touch most.
 * @param labels changed
 * @param minSizeAt px by label and center
 */
function absorbSpecks(
  labels: Uint8Array,
  width: number,
  height: number,
  minSizeAt: (label: number, x: number, y: number) => number,
): void {
  const areas = findAreas(labels, width, height);
  const middles = areas.sizes.map(() => ({ x: 0, y: 0 }));
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    middles[area]!.x += (i % width) / areas.sizes[area]!;
    middles[area]!.y += Math.floor(i / width) / areas.sizes[area]!;
  }
  const isSpeck = areas.sizes.map(
    (size, area) => size < minSizeAt(areas.values[area]!, middles[area]!.x, middles[area]!.y),
  );
  const touching = new Map<number, Map<number, number>>();
  const touch = (index: number, neighbor: number) => {
    const area = areas.labels[index]!;
    if (!isSpeck[area] || areas.labels[neighbor] === area) return;
    const counts = touching.get(area) ?? new Map<number, number>();
    touching.set(area, counts);
    counts.set(labels[neighbor]!, (counts.get(labels[neighbor]!) ?? 0) + 1);
  };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x > 0) touch(i, i - 1);
      if (x < width - 1) touch(i, i + 1);
      if (y > 0) touch(i, i - width);
      if (y < height - 1) touch(i, i + width);
    }
  }
  const winners = new Map<number, number>();
  for (const [area, counts] of touching) {
    winners.set(area, [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]);
  }
  for (let i = 0; i < labels.length; i++) labels[i] = winners.get(areas.labels[i]!) ?? labels[i]!;
}
