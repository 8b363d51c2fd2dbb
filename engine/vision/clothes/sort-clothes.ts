/** Sorts cloth into the interface's garments by each person's plan. Own number. */
import type { ClothClass } from '../../../contract/operations/cutout.ts';
import { boxMean } from '../../pixels/box-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { planOf } from './clothing-plan.ts';
import { type Scene, spotOf } from './scene.ts';

export type ClothingPlanes = Record<ClothClass, Plane>;
export type Garments = Pick<ClothingPlanes, 'tops' | 'coat' | 'skirt' | 'pants'>;

/** In squares of the torso. */
const minGarmentArea = 0.12;

/** Shares of cloth, and the coat's share of upper clothes. */
export type Sorted = { garments: Garments; layer: Plane };

export function sortClothes(scene: Scene): Sorted {
  const { place, classes, owner, figures } = scene;
  const plane = () => createPlane(place.width, place.height);
  const garments: Garments = { tops: plane(), coat: plane(), skirt: plane(), pants: plane() };
  const layer = plane();
  const plans = figures.map((figure, index) => (figure ? planOf(scene, index, figure) : null));
  for (let i = 0; i < owner.length; i++) {
    const cloth = classes.clothes.data[i]!;
    if (cloth <= 0) continue;
    const plan = plans[owner[i]!];
    if (!plan) {
      garments.tops.data[i] = cloth;
      continue;
    }
    const lower = plan.lowerAt(spotOf(scene, i), i);
    layer.data[i] = plan.upper === 'coat' ? 1 : (plan.coat?.data[i] ?? 0);
    garments[plan.lower].data[i]! += cloth * lower;
    garments.coat.data[i]! += cloth * (1 - lower) * layer.data[i]!;
    garments.tops.data[i]! += cloth * (1 - lower) * (1 - layer.data[i]!);
  }
  return { garments, layer };
}

/** Moves scraps (a glove on the lap) to their owner's tops. */
export function mergeSmallPieces(garments: Garments, { place, owner, figures }: Scene): void {
  for (const name of ['coat', 'skirt', 'pants'] as const) {
    const { data } = garments[name];
    const sums = new Float64Array(figures.length);
    for (let i = 0; i < owner.length; i++) if (owner[i]! in sums) sums[owner[i]!]! += data[i]!;
    const isScrap = figures.map(
      (figure, n) => figure !== null && sums[n]! < minGarmentArea * (figure.torso * place.scale) ** 2,
    );
    for (let i = 0; i < owner.length; i++) {
      if (!isScrap[owner[i]!]) continue;
      garments.tops.data[i]! += data[i]!;
      data[i] = 0;
    }
  }
}

/** Whether a class has more than specks. */
export function isPresent(plane: Plane, radius: number): boolean {
  return boxMean(plane, radius).data.some((value) => value > 0.6);
}
