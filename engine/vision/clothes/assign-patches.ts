/**
 * Keeps what lines drawn by joints cut apart together: a patch of one colour is one garment of one person, or none of
 * anybody.
 */
import type { Plane } from '../../pixels/plane.ts';
import type { Figure, Spot } from '../person/people/figures.ts';
import { noPatch, type Patches } from './patches.ts';
import { ColorMean, difference, distanceToLine, onFigure, type Scene, spotOf } from './scene.ts';
import type { Garments } from './sort-clothes.ts';

/** Who or what has this part of a patch has all of it. */
const majority = 0.7;
/** A patch with less than this part on bodies may be something behind people; one with this part shows what they wear. */
const minBodyShare = 0.4;
/** Colours that differ by more than this are of different things. */
const colorTolerance = 20;
/** A body is this wide around its lines: half shoulder widths beside the torso, lengths of it beside arms and thighs. */
const body = { across: 1.1, from: -0.2, to: 1.4, arm: 0.14, thigh: 0.3 };

/** Gives each patch to the owner of most of it. */
export function ownersByPatch(owner: Int16Array, patches: Patches): Int16Array {
  const majorityOwners = majorityByPatch(patches, (i) => owner[i]!);
  return owner.map((value, i) => majorityOwners[patches.labels[i]!] ?? value);
}

/**
 * Gives each patch to what is worn above or below, whichever has most of it; the others keep their shares. Changes the planes.
 * @param layer 0..1, which part of the upper clothes is a coat at each place: two layers of like colours may run into one patch
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
 * Takes patches off the cloth that lie beside everybody's body and have a colour that nobody wears: cushions between two
 * people. Changes the plane.
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
    ({ colour }, patch) =>
      worn.length > 0 &&
      on[patch]! < minBodyShare &&
      worn.every((mean) => difference(mean.colour, colour) > colorTolerance),
  );
  for (const [i, patch] of patches.labels.entries()) if (isDropped[patch]) cloth.data[i] = 0;
}

/** True on the torso, the arms or the thighs of one of the figures, clothes of a common width included. */
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

/** For each patch the value that most of its places have; undefined where none has most of them. */
function majorityByPatch({ labels, sizes }: Patches, read: (i: number) => number): (number | undefined)[] {
  const counts = sizes.map(() => new Map<number, number>());
  for (const [i, patch] of labels.entries()) {
    if (patch === noPatch) continue;
    const value = read(i);
    counts[patch]!.set(value, (counts[patch]!.get(value) ?? 0) + 1);
  }
  return counts.map((count, patch) => [...count].find(([, places]) => places >= sizes[patch]! * majority)?.[0]);
}
