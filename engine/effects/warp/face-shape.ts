/**
 * Slims and shrinks a face. A thin-plate spline moves its inside, a weighted Laplace equation spreads the movement
 * around it, and Newton's method inverts it. Nothing folds or is uncovered. Distances are in sizes of the face
 * (`extentOf`). Safe to change: `maxSlim`, `maxShrink` (smaller), `restHold`.
 */
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face, Point } from '../../vision/face/find-faces.ts';
import { faceParts } from '../../vision/face/mesh.ts';
import type { Displacement } from './displacement-field.ts';
import { solveWeightedLaplace } from './solve-laplace.ts';
import { type Pull, type Spline, thinPlateSpline } from './thin-plate.ts';

/** 1 moves the jaw by `maxSlim` of its half width, or shrinks the face by `maxShrink`. */
type FaceShape = { slim: number; shrink: number };

const maxSlim = 0.14;
const maxShrink = 0.07;
/** Movement ends this far outside. Lines farther away stay straight. */
export const shapeReach = 0.26;
const mouthFollows = 0.55;

const mouth = [61, 40, 0, 270, 291, 321, 17, 91];
const middle = [168, 6, 197, 195, 5, 4, 2];
const fixed = [
  ...[33, 160, 158, 133, 153, 144, 263, 387, 385, 362, 380, 373],
  ...[70, 105, 107, 300, 334, 336],
  ...[98, 327, 49, 279],
];

const earOutline = { left: [127, 234, 93, 132], right: [356, 454, 323, 361] };
/** The outline yields to ears this close, so that they do not bend. */
const earHinge = 0.07;
/** Grid vertices per size of the face. */
const vertices = 56;
/** Weight of the face and of the outermost vertices, relative to an edge of stiffness 1. */
const faceHold = 100;
/** Weight that holds the background, growing to this at `shapeReach`. */
const restHold = 0.1;
const inversionSteps = 20;
const inversionTolerance = 1e-5;
/** Shortens Newton steps, so that none alternates between two cells. */
const stepDamping = 0.15;
const minDeterminant = 0.2;

type Place = { x: number; y: number };

/** Mean of height and width, in px. */
export function extentOf({ mesh }: Pick<Face, 'mesh'>): number {
  const length = (a: number, b: number) => Math.hypot(mesh[a]!.x - mesh[b]!.x, mesh[a]!.y - mesh[b]!.y);
  return (length(10, 152) + length(234, 454)) / 2;
}

/** Resistance to stretching: skin 1, others above 0. */
export type Stiffness = (x: number, y: number) => number;

/** @param stiffness around the face */
export function reshapeFace(face: Face, shape: FaceShape, stiffness: Stiffness = () => 1): Displacement {
  const size = extentOf(face);
  const origin = face.mesh[4]!;
  const unit = ({ x, y }: Point): Place => ({ x: (x - origin.x) / size, y: (y - origin.y) / size });
  const mesh = face.mesh.map(unit);
  const movement = spreadMovement(
    faceParts.oval.map((index) => mesh[index]!),
    [...earOutline.left, ...earOutline.right].map((index) => mesh[index]!),
    fitFaceSpline(mesh, targetOf(mesh, shape)),
    (u, v) => stiffness(origin.x + u * size, origin.y + v * size),
  );
  return (x, y, out) => {
    const [u, v] = [(x - origin.x) / size, (y - origin.y) / size];
    invertMovement(movement, u, v, out);
    out[0]! *= size;
    out[1]! *= size;
  };
}

function fitFaceSpline(mesh: readonly Place[], target: (from: Place, follows: number) => Place): Spline {
  const pull = (index: number, follows: number): Pull => {
    const from = mesh[index]!;
    const to = target(from, follows);
    return { x: from.x, y: from.y, dx: to.x - from.x, dy: to.y - from.y };
  };
  return thinPlateSpline([
    ...faceParts.oval.map((index) => pull(index, 1)),
    ...mouth.map((index) => pull(index, mouthFollows)),
    ...[...fixed, ...middle].map((index) => pull(index, 0)),
  ]);
}

function spreadMovement(outline: readonly Place[], ears: readonly Place[], spline: Spline, stiffness: Stiffness): Grid {
  const left = Math.min(...outline.map(({ x }) => x)) - shapeReach;
  const top = Math.min(...outline.map(({ y }) => y)) - shapeReach;
  const columns = Math.ceil((Math.max(...outline.map(({ x }) => x)) + shapeReach - left) * vertices) + 1;
  const rows = Math.ceil((Math.max(...outline.map(({ y }) => y)) + shapeReach - top) * vertices) + 1;
  const count = columns * rows;
  const planes = { stiffness: new Float32Array(count), hold: new Float32Array(count) };
  const wanted = [new Float32Array(count), new Float32Array(count)] as const;
  const move = new Float64Array(2);
  const beyond: number[] = [];
  for (let index = 0; index < count; index++) {
    const [x, y] = [left + (index % columns) / vertices, top + Math.floor(index / columns) / vertices];
    const { distance, nearest, inside } = measureDistance(outline, x, y);
    planes.stiffness[index] = inside > 0 ? 1 : stiffness(x, y);
    planes.hold[index] = restHold * planes.stiffness[index]! * smoothstep(distance, 0, shapeReach);
    if (distance > shapeReach - 2 / vertices) {
      planes.hold[index] = faceHold * planes.stiffness[index]!;
      beyond.push(index);
    }
    if (distance > 0.5 / vertices) continue;
    const toEar = Math.min(...ears.map((ear) => Math.hypot(ear.x - x, ear.y - y)));
    planes.hold[index] = faceHold * Math.max(0.001, smoothstep(Math.max(inside, toEar - earHinge), 0.02, earHinge));
    spline(nearest.x, nearest.y, move);
    wanted[0][index] = move[0]!;
    wanted[1][index] = move[1]!;
  }
  const dx = solveWeightedLaplace({ columns, rows, ...planes, wanted: wanted[0] });
  const dy = solveWeightedLaplace({ columns, rows, ...planes, wanted: wanted[1] });
  for (const index of beyond) dx[index] = dy[index] = 0;
  return { left, top, columns, rows, dx, dy };
}

type Grid = { left: number; top: number; columns: number; rows: number; dx: Float32Array; dy: Float32Array };

/** Solves u + movement(place + u) = 0. */
function invertMovement(grid: Grid, x: number, y: number, out: Float64Array): void {
  let [u, v] = [0, 0];
  for (let step = 0; step < inversionSteps; step++) {
    movementAt(grid, x + u, y + v, atSource);
    const [restX, restY] = [u + atSource[0]!, v + atSource[1]!];
    if (Math.hypot(restX, restY) < inversionTolerance) break;
    const [a, b, c, d] = [1 + atSource[2]!, atSource[3]!, atSource[4]!, 1 + atSource[5]!];
    const scale = 1 / ((1 + step * stepDamping) * Math.max(minDeterminant, a * d - b * c));
    u -= scale * (d * restX - b * restY);
    v -= scale * (a * restY - c * restX);
  }
  out[0] = u;
  out[1] = v;
}

const atSource = new Float64Array(6);

/** Writes dx, dy and the slopes dx/x, dx/y, dy/x, dy/y to `out`. */
function movementAt(grid: Grid, x: number, y: number, out: Float64Array): void {
  const { columns, rows } = grid;
  const [u, v] = [(x - grid.left) * vertices, (y - grid.top) * vertices];
  out.fill(0);
  if (u < 0 || v < 0 || u >= columns - 1 || v >= rows - 1) return;
  const index = Math.floor(v) * columns + Math.floor(u);
  const [s, t] = [u % 1, v % 1];
  for (const [k, values] of [grid.dx, grid.dy].entries()) {
    const [a, b] = [values[index]!, values[index + 1]!];
    const [c, d] = [values[index + columns]!, values[index + columns + 1]!];
    out[k] = (a * (1 - s) + b * s) * (1 - t) + (c * (1 - s) + d * s) * t;
    out[2 + 2 * k] = ((b - a) * (1 - t) + (d - c) * t) * vertices;
    out[3 + 2 * k] = ((c - a) * (1 - s) + (d - b) * s) * vertices;
  }
}

/** `follows` is the share of slimming. */
function targetOf(mesh: readonly Place[], { slim, shrink }: FaceShape): (from: Place, follows: number) => Place {
  const [eyes, chin] = [mesh[168]!, mesh[152]!];
  const length = Math.hypot(chin.x - eyes.x, chin.y - eyes.y);
  const axis = { x: (chin.x - eyes.x) / length, y: (chin.y - eyes.y) / length };
  const center = centerOf(faceParts.oval.map((index) => mesh[index]!));
  return (from, follows) => {
    const [x, y] = [from.x - eyes.x, from.y - eyes.y];
    const down = (x * axis.x + y * axis.y) / length;
    const side = -x * axis.y + y * axis.x;
    // Begins at the cheekbones; less at the chin.
    const share = smoothstep(down, -0.1, 0.6) * (1 - 0.3 * smoothstep(down, 0.75, 1.05));
    const inwards = side * share * slim * maxSlim * follows;
    const slimmed = { x: from.x + axis.y * inwards, y: from.y - axis.x * inwards };
    const smaller = 1 - shrink * maxShrink;
    return { x: center.x + (slimmed.x - center.x) * smaller, y: center.y + (slimmed.y - center.y) * smaller };
  };
}

function centerOf(points: readonly Place[]): Place {
  const mean = (select: (point: Place) => number) =>
    points.reduce((sum, point) => sum + select(point), 0) / points.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y) };
}

/** Distance outside a polygon and its nearest point; inside, 0 and the point itself. */
export function fromOutside(polygon: readonly Place[], x: number, y: number): { distance: number; nearest: Place } {
  const { distance, nearest } = measureDistance(polygon, x, y);
  return { distance, nearest };
}

/** `inside` is the distance inside, or 0. */
function measureDistance(polygon: readonly Place[], x: number, y: number) {
  let isInside = false;
  let minSquare = Infinity;
  const nearest = { x, y };
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i]!, polygon[j]!];
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) isInside = !isInside;
    const [ex, ey] = [b.x - a.x, b.y - a.y];
    const t = Math.min(1, Math.max(0, ((x - a.x) * ex + (y - a.y) * ey) / (ex * ex + ey * ey || 1)));
    const square = (x - a.x - t * ex) ** 2 + (y - a.y - t * ey) ** 2;
    if (square >= minSquare) continue;
    minSquare = square;
    nearest.x = a.x + t * ex;
    nearest.y = a.y + t * ey;
  }
  const distance = Math.sqrt(minSquare);
  return isInside ? { distance: 0, nearest: { x, y }, inside: distance } : { distance, nearest, inside: 0 };
}
