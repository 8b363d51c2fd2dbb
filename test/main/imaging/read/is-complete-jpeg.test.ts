import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { jpegSegments, marker, type Segment } from '../../../../main/imaging/container/jpeg-segments.ts';
import { openFile, pinFile } from '../../../../main/imaging/container/pinned-files.ts';
import { isCompleteJpeg } from '../../../../main/imaging/read/is-complete-jpeg.ts';
import { sample, scratchFolder } from '../../../helpers/photographs.ts';

const folder = scratchFolder();
const kinds = { baseline: {}, progressive: { progressive: true } } as const;
const jpegs = new Map<string, Buffer>();
beforeAll(async () => {
  for (const [kind, options] of Object.entries(kinds))
    jpegs.set(
      kind,
      await sharp(sample('coffee'))
        .jpeg(options)
        .withExif({ IFD0: { Make: 'Burnish' } })
        .toBuffer(),
    );
});

let count = 0;
async function looks(bytes: Buffer, isHeld = true): Promise<boolean> {
  const path = join(folder, `${count++}.jpg`);
  writeFileSync(path, bytes);
  const held = isHeld ? await pinFile(path) : null;
  try {
    return await isCompleteJpeg(path);
  } finally {
    held?.release();
  }
}

it.each(Object.keys(kinds))('is true of a %s JPEG only when all of it is there', async (kind) => {
  const jpeg = jpegs.get(kind)!;
  expect(await looks(jpeg)).toBe(true);
  expect(await looks(Buffer.concat([jpeg, Buffer.alloc(5000)]))).toBe(true);
  for (let part = 0; part < 20; part++)
    expect(await looks(jpeg.subarray(0, Math.floor((jpeg.length * part) / 20)))).toBe(false);
  expect(await looks(jpeg.subarray(0, -1))).toBe(false);
});

it('finds the same segments when it looks at a held file again', async () => {
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

it.each(Object.keys(kinds))('is false of a %s JPEG that other programs write in no order', async (kind) => {
  const jpeg = jpegs.get(kind)!;
  for (let from = 4096; from + 4096 < jpeg.length; from += 4096) {
    const gappy = Buffer.from(jpeg);
    gappy.fill(0, from, from + 4096);
    expect(await looks(gappy)).toBe(false);
  }
});

it('is false of what is no JPEG, has no picture, or is not held', async () => {
  expect(await looks(await sharp(sample('coffee')).png().toBuffer())).toBe(false);
  expect(await looks(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBe(false);
  expect(await looks(jpegs.get('baseline')!, false)).toBe(false);
});
