import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { jpegSegments, marker, type Segment } from '../../../../main/imaging/container/jpeg-segments.ts';
import { openFile, pinFile } from '../../../../main/imaging/container/pinned-files.ts';
import { decodeFully, isCompleteJpeg } from '../../../../main/imaging/decode/completeness.ts';
import { withSegments } from '../../../helpers/photograph/metadata-parts.ts';
import { portrait, sample } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';
import { gray, tiff } from '../../../helpers/photograph/tiff-file.ts';

const { folder, put } = openScratchFiles();

const rows = 200;
const pixels = Buffer.alloc(rows * rows, 90);
/** One strip, and the directory before it. */
const scan = tiff([{ tags: gray(rows, rows, pixels.length), next: 0 }], pixels);
const camera = readFileSync(portrait);
/** Bytes between two segments, as some phones write them. */
const withStrayBytes = withSegments(camera, Buffer.alloc(3));
const halfClosed = Buffer.concat([camera.subarray(0, camera.length / 2), Buffer.from([0xff, 0xd9])]);
const tags = gray(rows, rows, pixels.length);
const unknownTag = { tag: 60_000, type: 3, count: 1, value: 1 };

it.each([
  ['a TIFF whose directory comes first', 'tiff', scan],
  [
    'a TIFF with a tag nobody knows',
    'tiff',
    tiff([{ tags: [...tags, unknownTag], next: 0 }], Buffer.concat([Buffer.alloc(12), pixels])),
  ],
  ['a TIFF whose directories lead in circles', 'tiff', tiff([{ tags, next: 8 }], pixels)],
  ['a JPEG', 'jpeg', camera],
  ['a JPEG with stray bytes', 'jpeg', withStrayBytes],
  ['a JPEG without the mark of its end', 'jpeg', camera.subarray(0, -2)],
] as const)('considers %s complete', async (_what, format, bytes) => {
  await decodeFully(put('whole', bytes), format);
});

it.each([
  ['a TIFF that ends in the middle of its pixels', 'tiff', scan.subarray(0, scan.length / 2)],
  ['a JPEG that ends early', 'jpeg', camera.subarray(0, camera.length / 2)],
  ['a JPEG that ends early and was closed', 'jpeg', halfClosed],
] as const)('rejects %s, which decoders fill up', async (_what, format, bytes) => {
  await expect(decodeFully(put('cut', bytes), format)).rejects.toThrow();
});

it('detects a damaged JPEG with an end marker, also among complete ones', async () => {
  const closed = put('closed.jpg', halfClosed);
  const intactPath = put('other.jpg', camera);
  for (let round = 0; round < 30; round++) {
    const [damaged, ...whole] = await Promise.allSettled(
      [closed, intactPath, intactPath].map((path) => decodeFully(path, 'jpeg')),
    );
    expect(damaged?.status).toBe('rejected');
    expect(whole.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  }
});

const kinds = { baseline: {}, progressive: { progressive: true } } as const;
const jpegs = new Map<string, Buffer>();
beforeAll(async () => {
  for (const [kind, options] of Object.entries(kinds))
    jpegs.set(kind, await sharp(sample('coffee')).jpeg(options).toBuffer());
});

let count = 0;
async function isComplete(bytes: Buffer, isHeld = true): Promise<boolean> {
  const path = join(folder, `${count++}.jpg`);
  writeFileSync(path, bytes);
  const held = isHeld ? await pinFile(path) : null;
  try {
    return await isCompleteJpeg(path);
  } finally {
    held?.release();
  }
}

it.each(Object.keys(kinds))('isCompleteJpeg is true of a %s JPEG only when all of it is there', async (kind) => {
  const jpeg = jpegs.get(kind)!;
  expect(await isComplete(jpeg)).toBe(true);
  expect(await isComplete(Buffer.concat([jpeg, Buffer.alloc(5000)]))).toBe(true);
  for (let part = 0; part < 20; part++)
    expect(await isComplete(jpeg.subarray(0, Math.floor((jpeg.length * part) / 20)))).toBe(false);
  expect(await isComplete(jpeg.subarray(0, -1))).toBe(false);
});

it('finds the same segments when it reads a file in memory again', async () => {
  const path = join(folder, 'again.jpg');
  writeFileSync(path, jpegs.get('progressive')!);
  const held = await pinFile(path);
  const look = async () => {
    const found: Segment[] = [];
    const file = await openFile(path);
    for await (const segment of jpegSegments(file)) found.push(segment);
    await file.close();
    return found;
  };
  const first = await look();
  expect(first.at(-1)?.marker).toBe(marker.endOfImage);
  expect(await look()).toEqual(first);
  held?.release();
  expect(await look()).toEqual(first);
});

it.each(Object.keys(kinds))(
  'isCompleteJpeg is false of a %s JPEG that other programs write in no order',
  async (kind) => {
    const jpeg = jpegs.get(kind)!;
    for (let from = 4096; from + 4096 < jpeg.length; from += 4096) {
      const gappy = Buffer.from(jpeg);
      gappy.fill(0, from, from + 4096);
      expect(await isComplete(gappy)).toBe(false);
    }
  },
);

it('isCompleteJpeg is false for other files, without a picture, and for files not in memory', async () => {
  expect(await isComplete(await sharp(sample('coffee')).png().toBuffer())).toBe(false);
  expect(await isComplete(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBe(false);
  expect(await isComplete(jpegs.get('baseline')!, false)).toBe(false);
});
