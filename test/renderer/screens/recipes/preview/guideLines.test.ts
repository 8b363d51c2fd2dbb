import { expect, it } from 'vitest';
import { compositionSchema } from '../../../../../contract/recipes/composition.ts';
import { guideLines } from '../../../../../renderer/screens/recipes/preview/guideLines.ts';

const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const canvas = { width: 1000, height: 2000 };
const lines = (composition: object) => guideLines(compositionSchema.parse(composition), canvas);

it('a composition without layout has no guides', () => {
  expect(lines({})).toEqual({ margin: null, fill: null, baseline: null });
});

it('a margin is relative to the shorter side, on all four sides', () => {
  expect(lines({ margin: 0.1 }).margin).toEqual(rect(100, 100, 800, 1800));
});

it.each([
  [{ fill: 0.5 }, rect(250, 500, 500, 1000)],
  [{ fill: 0.5, horizontal: 'left', vertical: 'top', margin: 0.1 }, rect(100, 100, 500, 1000)],
  [{ fill: 0.5, horizontal: 'right', vertical: 'bottom' }, rect(500, 1000, 500, 1000)],
  [{ fill: 0.5, baseline: 0.1, vertical: 'top' }, rect(250, 800, 500, 1000)],
])('%j fills %j', (composition, fill) => {
  expect(lines(composition).fill).toEqual(fill);
});

it('a baseline is measured from below', () => {
  expect(lines({ baseline: 0.08 }).baseline).toBeCloseTo(1840);
});
