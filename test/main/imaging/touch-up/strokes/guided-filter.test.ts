import { expect, it } from 'vitest';
import { applyGuidedFilter } from '../../../../../main/imaging/touch-up/strokes/guided-filter.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const size = { width: 60, height: 40 };
const planeOf = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: size.width * size.height }, (_, at) =>
    value(at % size.width, Math.floor(at / size.width)),
  );
const guideOf = (value: (x: number, y: number) => number) =>
  Uint8Array.from(planeOf(value)).reduce(
    (rgb, level, at) => rgb.fill(level, at * 3, at * 3 + 3),
    new Uint8Array(size.width * size.height * 3),
  );

it('leaves even areas unchanged, whatever the photograph shows', () => {
  const filtered = applyGuidedFilter(
    planeOf(() => 0.6),
    guideOf((x, y) => (x * 37 + y * 91) % 256),
    size,
    4,
    1e-3,
  );
  for (const value of filtered) expect(value).toBeCloseTo(0.6, 4);
});

it('moves an edge to the edge in the photograph', () => {
  const edge = guideOf((x) => (x < 30 ? 60 : 180));
  // The input is two px off, and noisy.
  const chance = createSeededRandom('rim');
  const rough = planeOf((x) => Math.min(Math.max((x < 32 ? 1 : 0) + (chance.next() - 0.5) * 0.4, 0), 1));
  const filtered = applyGuidedFilter(rough, edge, size, 4, 1e-3);
  const at = (x: number) => filtered[20 * size.width + x]!;
  const steps = Array.from({ length: 20 }, (_, step) => at(20 + step) - at(21 + step));
  expect(steps.indexOf(Math.max(...steps))).toBe(9);
  expect(at(29) - at(30)).toBeGreaterThan(0.4);
  expect(at(26)).toBeGreaterThan(0.8);
  expect(at(36)).toBeLessThan(0.2);
});

it('evens out noise in even areas of the photograph', () => {
  const chance = createSeededRandom('noise');
  const noisy = planeOf(() => chance.next());
  const filtered = applyGuidedFilter(
    noisy,
    guideOf(() => 128),
    size,
    4,
    1e-3,
  );
  const spread = (values: Float32Array) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  };
  expect(spread(filtered)).toBeLessThan(spread(noisy) / 5);
});
