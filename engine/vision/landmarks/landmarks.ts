/** Landmark sets of section “Face landmark result”. */
import type { Mesh } from '../face/find-faces.ts';
import { leftEye, rightEye } from '../face/topology.ts';
import { middle, pointsAlong } from './curve.ts';
import { landmark72, landmark150, landmark201, type Source } from './landmark-table.ts';

/** In px of the photograph. */
type Landmark = { x: number; y: number };

/** Returns left and right eye (as the viewer sees them), tip of the nose and mouth. */
export function fourPoints(mesh: Mesh): Landmark[] {
  const eye = (lids: readonly number[]) => toLandmark(middle(mesh, lids));
  const points = namedPoints(mesh, landmark150);
  return [eye(leftEye.lids), eye(rightEye.lids), points.nose_tip!, toLandmark(middle(mesh, [13, 14]))];
}

export function seventyTwoPoints(mesh: Mesh): Landmark[] {
  const points = namedPoints(mesh, landmark150);
  return landmark72.map((name) => points[name]!);
}

export function oneHundredFiftyPoints(mesh: Mesh): Record<string, Landmark> {
  return namedPoints(mesh, landmark150);
}

/** Returns the 150 points and those of foreheads, lid creases, pouches, nasolabial folds and irises. */
export function twoHundredOnePoints(mesh: Mesh): Record<string, Landmark> {
  return namedPoints(mesh, landmark201);
}

function namedPoints(mesh: Mesh, sources: readonly Source[]): Record<string, Landmark> {
  const entries = sources.flatMap((source): [string, Landmark][] => {
    switch (source.kind) {
      case 'spot':
        return [[source.name, toLandmark(middle(mesh, source.meshPoints))]];
      case 'curve': {
        const line = source.line.map((index) => mesh[index]!);
        const points = pointsAlong(line, source.names.length);
        return source.names.map((name, i) => [name, toLandmark(points[i]!)]);
      }
      default:
        return source satisfies never;
    }
  });
  return Object.fromEntries(entries);
}

/** Rounds to hundredths of a px. */
function toLandmark({ x, y }: Landmark): Landmark {
  return { x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 };
}
