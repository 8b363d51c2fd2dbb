/** Reads the interface's landmark sets off a measured face (section "Face landmark result"). */
import type { Mesh } from '../face/find-faces.ts';
import { leftEye, rightEye } from '../face/topology.ts';
import { middle, pointsAlong } from './curve.ts';
import { landmark72, landmark150, landmark201, type Source } from './landmark-table.ts';

/** A place on the photograph in pixels; x to the right, y down. */
export type Landmark = { x: number; y: number };

/** Centres of the eye at the left and the one at the right of the photograph, tip of the nose, centre of the mouth. */
export function fourPoints(mesh: Mesh): Landmark[] {
  const eye = (lids: readonly number[]) => flat(middle(mesh, lids));
  const places = namedPoints(mesh, landmark150);
  return [eye(leftEye.lids), eye(rightEye.lids), places.nose_tip!, flat(middle(mesh, [13, 14]))];
}

/** 72 points in the order of the table `landmark72`. */
export function seventyTwoPoints(mesh: Mesh): Landmark[] {
  const places = namedPoints(mesh, landmark150);
  return landmark72.map((name) => places[name]!);
}

/** 150 points by name. */
export function oneHundredFiftyPoints(mesh: Mesh): Record<string, Landmark> {
  return namedPoints(mesh, landmark150);
}

/** 201 points by name: the 150, and forehead, lid creases, eye pouches, nasolabial folds and the irises' heights. */
export function twoHundredOnePoints(mesh: Mesh): Record<string, Landmark> {
  return namedPoints(mesh, landmark201);
}

function namedPoints(mesh: Mesh, sources: readonly Source[]): Record<string, Landmark> {
  const entries = sources.flatMap((source): [string, Landmark][] => {
    switch (source.kind) {
      case 'spot':
        return [[source.name, flat(middle(mesh, source.meshPoints))]];
      case 'curve': {
        const line = source.line.map((index) => mesh[index]!);
        const points = pointsAlong(line, source.names.length);
        return source.names.map((name, i) => [name, flat(points[i]!)]);
      }
      default:
        return source satisfies never;
    }
  });
  return Object.fromEntries(entries);
}

/** Hundredths of a pixel are finer than any model measures. */
function flat({ x, y }: Landmark): Landmark {
  return { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
}
