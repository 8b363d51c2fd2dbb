/** Thin-plate spline (Bookstein 1989): the surface of least bending through a few moved points. */

/** A place and its displacement, in one unit. */
export type Pull = { x: number; y: number; dx: number; dy: number };
/** Writes x and y of the displacement at a place to `out`. */
export type Spline = (x: number, y: number, out: Float64Array) => void;

/** Without it, points close together would make the surface steep. */
const regularization = 1e-3;

/** @param pulls at least three, not on one line; coordinates of the order of 1 */
export function thinPlateSpline(pulls: readonly Pull[]): Spline {
  const count = pulls.length;
  const size = count + 3;
  // Rows of the system with both right-hand sides appended.
  const rows = Array.from({ length: size }, () => new Float64Array(size + 2));
  for (let i = 0; i < count; i++) {
    const { x, y, dx, dy } = pulls[i]!;
    const row = rows[i]!;
    for (let j = 0; j < count; j++) row[j] = bending((x - pulls[j]!.x) ** 2 + (y - pulls[j]!.y) ** 2);
    row[i]! += regularization;
    row.set([1, x, y, dx, dy], count);
    rows[count]![i] = 1;
    rows[count + 1]![i] = x;
    rows[count + 2]![i] = y;
  }
  solve(rows, size);
  const xs = Float64Array.from(pulls, ({ x }) => x);
  const ys = Float64Array.from(pulls, ({ y }) => y);
  const weights = rows.map((row) => [row[size]!, row[size + 1]!] as const);
  const weightX = Float64Array.from(weights, ([x]) => x);
  const weightY = Float64Array.from(weights, ([, y]) => y);
  return (x, y, out) => {
    let dx = weightX[count]! + weightX[count + 1]! * x + weightX[count + 2]! * y;
    let dy = weightY[count]! + weightY[count + 1]! * x + weightY[count + 2]! * y;
    for (let i = 0; i < count; i++) {
      const value = bending((x - xs[i]!) ** 2 + (y - ys[i]!) ** 2);
      dx += weightX[i]! * value;
      dy += weightY[i]! * value;
    }
    out[0] = dx;
    out[1] = dy;
  };
}

/** r² log r² of a squared distance. */
function bending(square: number): number {
  return square > 0 ? square * Math.log(square) : 0;
}

/** Gauss-Jordan elimination; solutions are in the columns from `size` on. */
function solve(rows: Float64Array[], size: number): void {
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) {
      if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const top = rows[column]!;
    const scale = 1 / top[column]!;
    for (let j = column; j < top.length; j++) top[j]! *= scale;
    for (let i = 0; i < size; i++) {
      const row = rows[i]!;
      const factor = row[column]!;
      if (i === column || factor === 0) continue;
      for (let j = column; j < row.length; j++) row[j]! -= factor * top[j]!;
    }
  }
}
