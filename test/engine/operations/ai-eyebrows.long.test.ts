import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { astronaut, black, exchange } from '../../helpers/operation/brow-exchange.ts';

describe('the astronaut with black brows', async () => {
  const { bytes } = await exchange(astronaut, black);

  test('gives the same result twice', async () => {
    expect(Buffer.compare(Buffer.from((await exchange(astronaut, black)).bytes), Buffer.from(bytes))).toBe(0);
  });
});

test('1K and 2K are the longest side of the result, which keeps its proportions and its format', async () => {
  const wide = await sharp(astronaut).extract({ left: 60, top: 0, width: 380, height: 285 }).jpeg().toBuffer();
  const small = await exchange(wide, black, '1K');
  expect(small.mime).toBe('image/jpeg');
  expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 1024, height: 768 });
  const large = await sharp(astronaut).resize(3000).jpeg().toBuffer();
  const reduced = await exchange(large, black, '2K');
  expect(await sharp(reduced.bytes).metadata()).toMatchObject({ width: 2048, height: 2048 });
});
