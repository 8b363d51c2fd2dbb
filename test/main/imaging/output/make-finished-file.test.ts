/** Quality of a finished JPEG compared with its photograph. */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readJpegQuality } from '../../../../main/imaging/encode/read-jpeg-quality.ts';
import { fitFileSize } from '../../../../main/imaging/output/make-finished-file.ts';
import { finishFile } from '../../../helpers/photograph/finished-file.ts';
import { grainy, scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const to = scratchFolder();

/** Makes the finished file of a photograph saved with quality `came`, whose retouched copy is unpacked. */
async function finishedOf(came: number, output: object): Promise<string> {
  const photograph = join(folder, `came-${came}.jpg`);
  const picture = join(folder, `retouched-${came}.tif`);
  await grainy(64, 48).jpeg({ quality: came, chromaSubsampling: '4:2:0' }).toFile(photograph);
  await sharp(photograph).tiff().toFile(picture);
  const { path } = await finishFile({ photograph, picture: { path: picture }, output, to });
  return path;
}

it.each([
  ['as good as it came', 97, {}, 97],
  ['as good as the recipe says, where that is more', 75, {}, 92],
  ['small, where the recipe asks for that', 97, { quality: 80 }, 80],
  ['as the recipe says, where that names another size', 97, { size: { kind: 'longest', px: 32 } }, 92],
])('goes out %s', async (_, came, output, quality) => {
  const path = await finishedOf(came, output);
  expect(await readJpegQuality(path)).toBe(quality);
  if (quality >= 90) expect((await sharp(path).metadata()).chromaSubsampling).toBe('4:4:4');
});

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

it.each([
  ['the quality that is asked for', 92, 920, { quality: 92, fits: true }, 1],
  ['the best that stays within', 92, 700, { quality: 70, fits: true }, 8],
  ['one below', 92, 919, { quality: 91, fits: true }, 8],
  ['the least', 92, 500, { quality: 50, fits: true }, 8],
  ['the least, which is too much', 92, 499, { quality: 50, fits: false }, 2],
  ['a low one that is asked for, and no lower', 30, 100, { quality: 30, fits: false }, 1],
] as const)('fitFileSize finds %s', async (_, quality, maxBytes, expected, atMost) => {
  const { found, tried, left } = await search(quality, maxBytes);
  expect(found).toMatchObject(expected);
  expect(found.bytes).toBe(expected.quality * 10);
  expect(tried.length).toBeLessThanOrEqual(atMost);
  // All other attempts are deleted.
  expect(left).toEqual([expected.quality]);
});
