import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { readMask, writeMask } from './masks.ts';

it('restores a written alpha', async () => {
  const path = join(scratchFolder(), 'mask.png');

  await writeMask({ width: 3, height: 2, data: new Float32Array([0, 0.2, 0.4, 0.6, 0.8, 1]) }, path);
  const { width, height, data } = await readMask(path);

  expect([width, height]).toEqual([3, 2]);
  for (const [i, value] of [...data].entries()) expect(value).toBeCloseTo(i / 5, 2);
});
