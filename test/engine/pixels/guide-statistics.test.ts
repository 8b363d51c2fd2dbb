import { expect, test } from 'vitest';
import { type ColorPlanes, evaluate, fitToGuide, guideStatistics } from '../../../engine/pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../../engine/pixels/plane.ts';

const [width, height, radius, epsilon] = [19, 14, 2, 1e-3];

function noise(seed: number): Plane {
  const plane = createPlane(width, height);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = Math.abs(Math.sin(i * 78.233 + seed) * 43758.5453) % 1;
  return plane;
}

function windowOf(at: number): number[] {
  const [x, y] = [at % width, Math.floor(at / width)];
  const inside: number[] = [];
  for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
    for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column++) {
      inside.push(row * width + column);
    }
  }
  return inside;
}

/** Solves a small system by Gaussian elimination. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  for (let pivot = 0; pivot < rows.length; pivot++) {
    for (let below = pivot + 1; below < rows.length; below++) {
      const factor = rows[below]![pivot]! / rows[pivot]![pivot]!;
      rows[below] = rows[below]!.map((value, i) => value - factor * rows[pivot]![i]!);
    }
  }
  const out: number[] = [];
  for (let i = rows.length - 1; i >= 0; i--) {
    const known = rows[i]!.slice(i + 1, -1).reduce((sum, value, k) => sum + value * out[i + 1 + k]!, 0);
    out[i] = (rows[i]!.at(-1)! - known) / rows[i]![i]!;
  }
  return out;
}

/** The color guided filter as in its paper: a ridge regression per window, averaged over the windows of a pixel. */
function byHand(colors: ColorPlanes, values: Plane): number[] {
  const mean = (indices: number[], of: (i: number) => number) =>
    indices.reduce((sum, i) => sum + of(i), 0) / indices.length;
  const models = Array.from(values.data, (_, k) => {
    const inside = windowOf(k);
    const means = colors.map((plane) => mean(inside, (i) => plane.data[i]!));
    const middle = mean(inside, (i) => values.data[i]!);
    const matrix = colors.map((a, r) =>
      colors.map(
        (b, c) => mean(inside, (i) => a.data[i]! * b.data[i]!) - means[r]! * means[c]! + (r === c ? epsilon : 0),
      ),
    );
    const right = colors.map((a, r) => mean(inside, (i) => a.data[i]! * values.data[i]!) - means[r]! * middle);
    const slopes = solve(matrix, right);
    return { slopes, offset: middle - slopes.reduce((sum, slope, c) => sum + slope * means[c]!, 0) };
  });
  return Array.from(values.data, (_, i) =>
    mean(windowOf(i), (k) => {
      const { slopes, offset } = models[k]!;
      return slopes.reduce((sum, slope, c) => sum + slope * colors[c]!.data[i]!, offset);
    }),
  );
}

test('fitting and evaluating give the color guided filter', () => {
  const colors: ColorPlanes = [noise(1), noise(2), noise(3)];
  const values = noise(4);
  const model = fitToGuide(guideStatistics(colors, radius, epsilon), values);
  const filtered = evaluate(model, colors, createPlane(width, height)).data;
  byHand(colors, values).forEach((value, i) => {
    expect(Math.abs(filtered[i]! - value)).toBeLessThan(2e-4);
  });
});
