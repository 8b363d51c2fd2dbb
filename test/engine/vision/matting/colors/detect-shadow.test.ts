import { expect, test } from 'vitest';
import { shadowMask } from '../../../../../engine/vision/matting/colors/detect-shadow.ts';
import { composite, mug, tableWithShadow } from '../../../../helpers/photograph/ground-truth-alpha.ts';

const [width, height] = [560, 440];

test('a shadow on the table looks like the table, a blue mug does not', async () => {
  const { photo, alpha } = await composite(
    mug(width, height, ['#2b5a9c', '#6f9fdd', '#1d3d70']),
    await tableWithShadow(width, height),
  );
  const matte = { ...alpha, data: alpha.data.slice() };
  // The shadow right of the mug's foot is not known to be background.
  for (let y = 318; y < 346; y++) matte.data.fill(0.5, y * width + 350, y * width + 450);
  const likeness = shadowMask(photo, matte);
  expect(likeness[332 * width + 400]).toBe(1);
  expect(likeness[240 * width + 250]).toBe(0);
  expect(likeness[10 * width + 10]).toBe(0);
});
