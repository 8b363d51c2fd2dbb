/**
 * Section “Advanced face analysis result”, `landmarks`: brows 24, eyes 32, nose 6, mouth 34, outline 9, as in a public
 * service with the same fields. The viewer's left part is first.
 */
import type { Mesh } from '../face/find-faces.ts';
import { faceParts } from '../face/mesh.ts';
import { mirrorOf } from '../face/topology.ts';
import { pointsAlong } from './curve.ts';

/** Over the top to the right end, and below back. */
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
/** Root, bridge, tip, base, wings. */
const nose = [168, 195, 1, 2, 129, 358];
/** Left ear, chin, right ear. */
const outline = [127, 93, 58, 150, 152, 379, 288, 323, 356];

/** In px of the photograph. */
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
