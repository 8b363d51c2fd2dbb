/**
 * The 105 points of advanced face analysis: brows 24, eyes 32, nose 6, mouth 34, outline 9, in this order.
 *
 * The interface does not show how its points lie; these counts and their order are those of a public service with the same
 * fields. Of pairs, the left one (as looked at) comes first. Rings begin at their left end and go round over the top.
 */
import type { Mesh } from '../face/find-faces.ts';
import { faceParts } from '../face/mesh.ts';
import { mirrorOf } from '../face/topology.ts';
import { pointsAlong } from './curve.ts';

/** Two lines of mesh points that close a ring: over the top to the right end, and below back to the left end. */
type Ring = { upper: readonly number[]; lower: readonly number[] };

const ringOf = (part: readonly number[], rightEnd: number): Ring => ({
  upper: part.slice(0, rightEnd + 1),
  lower: [...part.slice(rightEnd), part[0]!],
});
const mirrored = ({ upper, lower }: Ring): Ring => ({
  upper: upper.map((index) => mirrorOf[index]!).toReversed(),
  lower: lower.map((index) => mirrorOf[index]!).toReversed(),
});

const leftBrow: Ring = { upper: [46, 70, 63, 105, 66, 107, 55], lower: [55, 65, 52, 53, 46] };
const leftEye = ringOf(faceParts.leftEye, 8);

/** Each ring with its number of points. */
const rings: { ring: Ring; points: number }[] = [
  { ring: leftBrow, points: 12 },
  { ring: mirrored(leftBrow), points: 12 },
  { ring: leftEye, points: 16 },
  { ring: mirrored(leftEye), points: 16 },
];
const lips: typeof rings = [
  { ring: ringOf(faceParts.lips, 10), points: 18 },
  { ring: ringOf(faceParts.innerMouth, 10), points: 16 },
];
/** Root, bridge, tip and base, then the left wing and the right one. */
const nose = [168, 195, 1, 2, 129, 358];
/** From the left ear over the chin to the right ear. */
const outline = [127, 93, 58, 150, 152, 379, 288, 323, 356];

/** In pixels of the photograph. Section "Advanced face analysis result", `landmarks`. */
export function oneHundredFivePoints(mesh: Mesh): { x: number; y: number }[] {
  const pointsAt = (indices: readonly number[]) => indices.map((index) => mesh[index]!);
  const pointsOf = ({ ring: { upper, lower }, points }: (typeof rings)[number]) => [
    mesh[upper[0]!]!,
    ...pointsAlong(pointsAt(upper), points / 2 - 1),
    mesh[lower[0]!]!,
    ...pointsAlong(pointsAt(lower), points / 2 - 1),
  ];
  return [...rings.flatMap(pointsOf), ...pointsAt(nose), ...lips.flatMap(pointsOf), ...pointsAt(outline)];
}
