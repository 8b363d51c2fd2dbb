/** Adds a clipping path to finished JPEG and TIFF files and keeps their other resources. */

import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readTree } from '../../../../../main/imaging/container/exif-tree.ts';
import {
  type ImageResource,
  readResources,
  resourceBlock,
} from '../../../../../main/imaging/container/image-resources.ts';
import { jpegResources, spliceResources } from '../../../../../main/imaging/metadata/formats/splice-resources.ts';
import { damagedCopy } from '../../../../helpers/photograph/damaged-copy.ts';
import { outputOf } from '../../../../helpers/photograph/installed-tool.ts';
import { addIptc, iptcRecord } from '../../../../helpers/photograph/metadata-parts.ts';
import { scratchFolder } from '../../../../helpers/photograph/photographs.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const folder = scratchFolder();
const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } });
const caption = iptcRecord(120, 'hello');
const bytesOf = (length: number, id: number): ImageResource => ({
  id,
  name: 'Path',
  data: Buffer.alloc(length, id % 251),
});
const ids = (resources: readonly ImageResource[]) => resources.map(({ id, data }) => [id, data.length]);

async function jpegWithIptc(name: string): Promise<string> {
  const path = join(folder, name);
  await picture()
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .toFile(path);
  addIptc(path, caption);
  return path;
}

async function resourcesIn(path: string): Promise<ImageResource[]> {
  const file = await open(path);
  try {
    return await jpegResources(file);
  } finally {
    await file.close();
  }
}

describe('JPEG', () => {
  it('keeps the caption and replaces an existing path', async () => {
    const path = await jpegWithIptc('small.jpg');
    await spliceResources(path, 'jpeg', [bytesOf(101, 2000), bytesOf(20, 2999)]);
    await spliceResources(path, 'jpeg', [bytesOf(52, 2000)]);
    expect(ids(await resourcesIn(path))).toEqual([
      [1028, 10],
      [2999, 20],
      [2000, 52],
    ]);
    const meta = await sharp(path).metadata();
    expect([meta.width, meta.exif !== undefined, meta.iptc?.includes('hello')]).toEqual([60, true, true]);
    expect(await sharp(path).raw().toBuffer()).toEqual(
      await sharp(await picture().jpeg().toBuffer())
        .raw()
        .toBuffer(),
    );
  });

  it('spreads more than 64 KB over several segments, the caption in the first', async () => {
    const path = await jpegWithIptc('large.jpg');
    await spliceResources(path, 'jpeg', [bytesOf(200_001, 2000), bytesOf(20, 2999)]);
    const found = await resourcesIn(path);
    expect(ids(found)).toEqual([
      [1028, 10],
      [2000, 200_001],
      [2999, 20],
    ]);
    expect(Buffer.from(found[1]!.data).equals(bytesOf(200_001, 2000).data)).toBe(true);
    expect((await readFile(path)).toString('latin1').split('Photoshop 3.0\0')).toHaveLength(5);
    expect((await sharp(path).metadata()).iptc?.includes('hello')).toBe(true);
  });

  it('rejects a file that is no JPEG with a message, and leaves it unchanged', async () => {
    const path = join(folder, 'text.jpg');
    await writeFile(path, 'no picture');
    await expect(spliceResources(path, 'jpeg', [bytesOf(4, 2000)])).rejects.toMatchObject({ code: 'BAD_RESULT' });
    expect(await readFile(path, 'utf8')).toBe('no picture');
  });
});

it('writes them into tag 34377 of a TIFF and keeps its picture', async () => {
  const path = join(folder, 'a.tif');
  await picture().tiff({ compression: 'lzw' }).toFile(path);
  const before = await sharp(path).raw().toBuffer();
  await spliceResources(path, 'tiff', [{ id: 1028, name: '', data: caption }, bytesOf(70_000, 2000)]);
  await spliceResources(path, 'tiff', [bytesOf(80_000, 2000), bytesOf(20, 2999)]);
  const bytes = await readFile(path);
  const tree = await readTree(async (at, length) => bytes.subarray(at, at + length));
  const field = tree.image.find(({ tag }) => tag === 34377);
  expect(ids(readResources(field!.value))).toEqual([
    [1028, 10],
    [2000, 80_000],
    [2999, 20],
  ]);
  expect(await sharp(path).raw().toBuffer()).toEqual(before);
});

it('is read by exiftool, if installed', async () => {
  const path = await jpegWithIptc('exiftool.jpg');
  await spliceResources(path, 'jpeg', [
    bytesOf(100_000, 2000),
    { id: 2999, name: '', data: Buffer.concat([Buffer.from('\x04Path\0', 'latin1'), Buffer.alloc(6)]) },
  ]);
  const output = outputOf('exiftool', '-s3', '-ClippingPathName', '-Caption-Abstract', '-Warning', path);
  if (output === null) return;
  expect(output.trim().split('\n')).toEqual(['Path', 'hello']);
});

it('reads any bytes without harm', () => {
  const chance = createSeededRandom('resources');
  const block = resourceBlock([bytesOf(40, 2000), { id: 1028, name: '', data: caption }, bytesOf(7, 2999)]);
  for (let round = 0; round < 2000; round++) {
    const bytes = damagedCopy(chance, block);
    const read = readResources(bytes);
    expect(read.reduce((sum, { data }) => sum + data.length, 0)).toBeLessThanOrEqual(bytes.length);
  }
});
