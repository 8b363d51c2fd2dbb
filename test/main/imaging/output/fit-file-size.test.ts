import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fitFileSize } from '../../../../main/imaging/output/fit-file-size.ts';
import { scratchFolder } from '../../../helpers/photographs.ts';

const folder = scratchFolder();

/** Files of ten bytes for each point of quality. */
async function search(quality: number, maxBytes: number) {
  const tried: number[] = [];
  const write = async (of: number) => {
    const path = join(folder, `${quality}-${maxBytes}-${of}-${tried.length}`);
    writeFileSync(path, Buffer.alloc(of * 10));
    tried.push(of);
    return path;
  };
  const found = await fitFileSize(write, quality, maxBytes);
  const left = tried.filter((of, at) => existsSync(join(folder, `${quality}-${maxBytes}-${of}-${at}`)));
  return { found, tried, left };
}

test.each([
  ['the quality that is asked for', 92, 920, { quality: 92, fits: true }, 1],
  ['the best that stays within', 92, 700, { quality: 70, fits: true }, 8],
  ['one below', 92, 919, { quality: 91, fits: true }, 8],
  ['the least', 92, 500, { quality: 50, fits: true }, 8],
  ['the least, which is too much', 92, 499, { quality: 50, fits: false }, 2],
  ['a low one that is asked for, and no lower', 30, 100, { quality: 30, fits: false }, 1],
] as const)('finds %s', async (_, quality, maxBytes, expected, atMost) => {
  const { found, tried, left } = await search(quality, maxBytes);
  expect(found).toMatchObject(expected);
  expect(found.bytes).toBe(expected.quality * 10);
  expect(tried.length).toBeLessThanOrEqual(atMost);
  // Of what was tried, only that is left.
  expect(left).toEqual([expected.quality]);
});
