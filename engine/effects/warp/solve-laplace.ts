/** Spreads a movement by a weighted Laplace equation: stiff parts move as one, soft ones stretch. */

type SpreadProblem = {
  columns: number;
  rows: number;
  /** Above 0. */
  stiffness: Float32Array;
  /** Weight of `wanted`; 0 leaves a vertex free. */
  hold: Float32Array;
  wanted: Float32Array;
};

const maxIterations = 400;
/** Remaining residual relative to the first. */
const tolerance = 1e-5;

/**
 * Minimizes Σ stiffness·(difference of neighbors)² + Σ hold·(value - wanted)² by conjugate gradients with a Jacobi
 * preconditioner. The stiffness of an edge is the geometric mean of its ends.
 */
export function solveWeightedLaplace({ columns, rows, stiffness, hold, wanted }: SpreadProblem): Float32Array {
  const count = columns * rows;
  const root = stiffness.map(Math.sqrt);
  const diagonal = hold.slice();
  const eachEdge = (visit: (a: number, b: number, weight: number) => void) => {
    for (let row = 0, index = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, index++) {
        if (column + 1 < columns) visit(index, index + 1, root[index]! * root[index + 1]!);
        if (row + 1 < rows) visit(index, index + columns, root[index]! * root[index + columns]!);
      }
    }
  };
  eachEdge((a, b, weight) => {
    diagonal[a]! += weight;
    diagonal[b]! += weight;
  });
  const apply = (p: Float32Array, out: Float32Array) => {
    for (let i = 0; i < count; i++) out[i] = diagonal[i]! * p[i]!;
    eachEdge((a, b, weight) => {
      out[a]! -= weight * p[b]!;
      out[b]! -= weight * p[a]!;
    });
  };
  const value = new Float32Array(count);
  const residual = Float32Array.from(wanted, (each, i) => each * hold[i]!);
  const direction = Float32Array.from(residual, (each, i) => each / diagonal[i]!);
  const image = new Float32Array(count);
  let energy = dot(residual, direction);
  const targetEnergy = energy * tolerance ** 2;
  for (let iteration = 0; iteration < maxIterations && energy > targetEnergy; iteration++) {
    apply(direction, image);
    const step = energy / dot(direction, image);
    let next = 0;
    for (let i = 0; i < count; i++) {
      value[i]! += step * direction[i]!;
      residual[i]! -= step * image[i]!;
      next += residual[i]! ** 2 / diagonal[i]!;
    }
    const keep = next / energy;
    energy = next;
    for (let i = 0; i < count; i++) direction[i] = residual[i]! / diagonal[i]! + keep * direction[i]!;
  }
  return value;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
