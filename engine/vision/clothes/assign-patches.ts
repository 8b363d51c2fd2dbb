/**
 * Corrects cuts along joints: a patch of one color is one garment of one person, or unworn. Own numbers (rules `owners
 * by patch`, `garments by patch`, `cloth of nobody`).
 */
import type { Plane } from '../../pixels/plane.ts';
import type { Figure, Spot } from '../person/people/figures.ts';
import { noPatch, type Patches } from './patches.ts';
import { ColorMean, difference, distanceToLine, onFigure, type Scene, spotOf } from './scene.ts';
import type { Garments } from './sort-clothes.ts';

const majority = 0.7;
/** Worn patches are on bodies. */
const minBodyShare = 0.4;
/** Lab distance. */
const colorTolerance = 20;
/** Half widths: in half shoulders, at limbs in torso lengths. */
const body = { across: 1.1, from: -0.2, to: 1.4, arm: 0.14, thigh: 0.3 };

export function ownersByPatch(owner: Int16Array, patches: Patches): Int16Array {
  const majorityOwners = majorityByPatch(patches, (i) => owner[i]!);
  return owner.map((value, i) => majorityOwners[patches.labels[i]!] ?? value);
}

/**
 * Gives each patch to upper or lower clothes by majority (changed).
 * @param layer share of a coat; similar layers may form one patch
 */
export function garmentsByPatch(garments: Garments, patches: Patches, layer: Plane): void {
  const { tops, coat, skirt, pants } = garments;
  const shares = [
    (i: number) => tops.data[i]! + coat.data[i]!,
    (i: number) => skirt.data[i]!,
    (i: number) => pants.data[i]!,
  ];
  const dominantGarment = (i: number) => shares.reduce((best, share, n) => (share(i) > shares[best]!(i) ? n : best), 0);
  const winners = majorityByPatch(patches, dominantGarment);
  for (let i = 0; i < patches.labels.length; i++) {
    const winner = winners[patches.labels[i]!];
    if (winner === undefined) continue;
    const sum = shares.reduce((all, share) => all + share(i), 0);
    tops.data[i] = winner === 0 ? sum * (1 - layer.data[i]!) : 0;
    coat.data[i] = winner === 0 ? sum * layer.data[i]! : 0;
    skirt.data[i] = winner === 1 ? sum : 0;
    pants.data[i] = winner === 2 ? sum : 0;
  }
}

/**
 * Removes unworn patches away from bodies, such as cushions.
 * @param cloth changed
 */
export function dropUnwornCloth(cloth: Plane, scene: Scene, patches: Patches): void {
  const figures = scene.figures.filter((figure) => figure !== null);
  if (figures.length < scene.figures.length) return;
  const on = new Float64Array(patches.sizes.length);
  const means = patches.sizes.map(() => new ColorMean());
  for (const [i, patch] of patches.labels.entries()) {
    if (patch === noPatch) continue;
    if (isOnBody(figures, spotOf(scene, i))) on[patch]! += 1 / patches.sizes[patch]!;
    means[patch]!.add(scene.lab, i, 1);
  }
  const worn = means.filter((_, patch) => on[patch]! >= minBodyShare);
  const isDropped = means.map(
    ({ color }, patch) =>
      worn.length > 0 &&
      on[patch]! < minBodyShare &&
      worn.every((mean) => difference(mean.color, color) > colorTolerance),
  );
  for (const [i, patch] of patches.labels.entries()) if (isDropped[patch]) cloth.data[i] = 0;
}

/** Whether a spot is on a torso, arm or thigh with wide clothes. */
function isOnBody(figures: readonly Figure[], spot: Spot): boolean {
  return figures.some((figure) => {
    const { along, across } = onFigure(figure, spot);
    const { arms, legs, torso } = figure;
    return (
      (Math.abs(across) < body.across && along > body.from && along < body.to) ||
      arms.some((arm) => arm.slice(1).some((joint, i) => distanceToLine(spot, arm[i]!, joint) < torso * body.arm)) ||
      legs.some(({ hip, knee }) => distanceToLine(spot, hip, knee) < torso * body.thigh)
    );
  });
}

/** Returns each patch's majority, or undefined. */
function majorityByPatch({ labels, sizes }: Patches, read: (i: number) => number): (number | undefined)[] {
  const counts = sizes.map(() => new Map<number, number>());
  for (const [i, patch] of labels.entries()) {
    if (patch === noPatch) continue;
    const value = read(i);
    counts[patch]!.set(value, (counts[patch]!.get(value) ?? 0) + 1);
  }
  return counts.map((count, patch) => [...count].find(([, places]) => places >= sizes[patch]! * majority)?.[0]);
}
