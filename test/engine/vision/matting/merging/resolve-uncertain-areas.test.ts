import { expect, test } from 'vitest';
import { boxMean } from '../../../../../engine/pixels/box-filter.ts';
import { enlarge, type Plane } from '../../../../../engine/pixels/plane.ts';
import { resolveUncertainAreas } from '../../../../../engine/vision/matting/merging/resolve-uncertain-areas.ts';
import { composite, mug, tableWithShadow } from '../../../../helpers/photograph/ground-truth-alpha.ts';

const [width, height] = [560, 440];
const at = (plane: Plane, x: number, y: number) => plane.data[Math.round(y * 0.4) * width + Math.round(x * 0.4)]!;

/** The mug on a table, and a matte that includes its shadow at half alpha. */
async function scene() {
  const { photo, alpha } = await composite(
    mug(width, height, ['#2b5a9c', '#6f9fdd', '#1d3d70']),
    await tableWithShadow(width, height),
  );
  const matte = boxMean(alpha, 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const inShadow = Math.hypot((x / 0.4 - 760) / 420, (y / 0.4 - 830) / 70) < 0.9;
      if (inShadow) matte.data[y * width + x] = Math.max(matte.data[y * width + x]!, 0.6);
    }
  }
  return { photo, matte };
}

test('a shadow becomes background, even if the model favors the subject', async () => {
  const { photo, matte } = await scene();
  expect(at(matte, 1000, 830)).toBeCloseTo(0.6, 5);
  const settled = resolveUncertainAreas(matte, photo);
  expect(at(settled, 1000, 830)).toBe(0);
  expect(at(settled, 640, 600)).toBe(1);
});

test('a vague part of the subject becomes solid', async () => {
  const { photo, matte } = await scene();
  for (let y = 180; y < 240; y++) matte.data.fill(0.6, y * width + 200, y * width + 300);
  expect(resolveUncertainAreas(matte, photo).data[210 * width + 250]).toBe(1);
});

test('narrow edges are unchanged', async () => {
  const { photo, matte } = await scene();
  const soft = enlarge(boxMean(matte, 2), width, height);
  const settled = resolveUncertainAreas(soft, photo);
  const x = Math.round(425 * 0.4);
  const row = Math.round(500 * 0.4) * width;
  for (let i = row + x - 4; i < row + x + 4; i++) expect(settled.data[i]).toBeCloseTo(soft.data[i]!, 2);
});
