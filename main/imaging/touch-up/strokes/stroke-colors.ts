/** Similarity of colors to those in the middle of a stroke. */

/** Axes are lightness and two of chroma. */
const steps = 48;
/** Levels (of 255). Chroma is finer, because light and shade fall on one surface. */
const lightnessStep = 5.5;
const chromaStep = 3;
/** A smaller share of the middle is a speck. */
const minShare = 0.03;
/** Distances, in steps, for similarity 1 and 0. */
const fullDistance = 2.5;
const zeroDistance = 6;

/** Indexed by squared distance. */
const similarityBySquare = Float32Array.from({ length: zeroDistance ** 2 + 1 }, (_, square) => {
  const ramp = Math.min(Math.max((zeroDistance - Math.sqrt(square)) / (zeroDistance - fullDistance), 0), 1);
  return ramp * ramp * (3 - 2 * ramp);
});

/** Nearer cells: squared distance, and offset along each axis. */
const ball = ballOf(Math.ceil(zeroDistance) - 1);

/**
 * @param guide RGB of the photograph
 * @param middle coverage by the stroke's middle; pixels from 0.5 belong to it
 * @returns similarity of each pixel to the nearest color of the middle, 0 to 1
 */
export function computeStrokeSimilarity(guide: Uint8Array, middle: Float32Array): Float32Array {
  const cells = new Int32Array(middle.length);
  const counts = new Uint32Array(steps ** 3);
  const middleCells: number[] = [];
  let total = 0;
  for (let pixel = 0; pixel < middle.length; pixel++) {
    const cell = cellOf(guide, pixel * 3);
    cells[pixel] = cell;
    if (middle[pixel]! < 0.5) continue;
    if (counts[cell] === 0) middleCells.push(cell);
    counts[cell]!++;
    total++;
  }
  const squares = new Uint8Array(counts.length).fill(zeroDistance ** 2);
  for (const cell of middleCells) if (countAround(counts, cell) >= total * minShare) recordDistances(squares, cell);
  const similarity = new Float32Array(middle.length);
  for (let pixel = 0; pixel < similarity.length; pixel++)
    similarity[pixel] = similarityBySquare[squares[cells[pixel]!]!]!;
  return similarity;
}

function cellOf(guide: Uint8Array, offset: number): number {
  const [r, g, b] = [guide[offset]!, guide[offset + 1]!, guide[offset + 2]!];
  const lightness = 0.299 * r + 0.587 * g + 0.114 * b;
  // BT.601, -127 to 127. The last step includes larger ones.
  const blue = 0.564 * (b - lightness);
  const red = 0.713 * (r - lightness);
  const plane = stepOf(lightness, lightnessStep, 0) * steps + stepOf(blue, chromaStep, steps / 2);
  return plane * steps + stepOf(red, chromaStep, steps / 2);
}

function stepOf(level: number, step: number, zero: number): number {
  return Math.min(Math.max(Math.floor(level / step + zero), 0), steps - 1);
}

/** Includes the 26 neighbors. */
function countAround(counts: Uint32Array, cell: number): number {
  let sum = 0;
  for (const plane of [-steps * steps, 0, steps * steps]) {
    for (const row of [-steps, 0, steps]) {
      for (const column of [-1, 0, 1]) sum += counts[cell + plane + row + column] ?? 0;
    }
  }
  return sum;
}

/** Records the distance to this cell in all cells around it. */
function recordDistances(squares: Uint8Array, cell: number): void {
  const [lightness, blue, red] = [Math.floor(cell / steps ** 2), Math.floor(cell / steps) % steps, cell % steps];
  for (let index = 0; index < ball.length; index += 4) {
    const [l, b, r] = [lightness + ball[index + 1]!, blue + ball[index + 2]!, red + ball[index + 3]!];
    if (l < 0 || b < 0 || r < 0 || l >= steps || b >= steps || r >= steps) continue;
    const to = (l * steps + b) * steps + r;
    if (ball[index]! < squares[to]!) squares[to] = ball[index]!;
  }
}

function ballOf(reach: number): Int8Array {
  const cells: number[] = [];
  for (let l = -reach; l <= reach; l++) {
    for (let b = -reach; b <= reach; b++) {
      for (let r = -reach; r <= reach; r++) {
        const square = l * l + b * b + r * r;
        if (square < zeroDistance ** 2) cells.push(square, l, b, r);
      }
    }
  }
  return Int8Array.from(cells);
}
