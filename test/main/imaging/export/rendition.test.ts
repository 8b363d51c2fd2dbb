import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRendition } from '../../../../main/imaging/export/rendition.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-rendition-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const exif = { IFD0: { Artist: 'Ann' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } };
const as = { format: 'same', quality: 90, longestSide: null, keepLocation: false, xmp: {} } as const;
async function drawn(
  name: string,
  format: 'jpeg' | 'avif' | 'png',
  said: typeof exif | { IFD0: { Artist: string } } = exif,
) {
  const source = join(folder, name);
  const picture = sharp({ create: { width: 400, height: 200, channels: 3, background: '#c0713a' } });
  await picture.withExif(said).withIccProfile('p3').toFormat(format).toFile(source);
  return source;
}

test('another format and size keep profile and data, and lose the location', async () => {
  const source = await drawn('one.jpg', 'jpeg');
  const before = readFileSync(source);
  const made = await makeRendition({ ...as, source, to: folder, format: 'webp', longestSide: 100, xmp: { rating: 2 } });
  const { width, height, icc, exif: block, xmp } = await sharp(made.path).metadata();
  expect([made.extension, width, height]).toEqual(['.webp', 100, 50]);
  expect(icc).toEqual((await sharp(source).metadata()).icc);
  expect(block!.includes('Ann')).toBe(true);
  expect(block!.includes(Buffer.from([0x25, 0x88]))).toBe(false);
  expect(xmp!.toString()).toContain('xmp:Rating="2"');
  expect(readFileSync(source)).toEqual(before);
});

test('is never enlarged', async () => {
  const source = await drawn('one.png', 'png');
  const made = await makeRendition({ ...as, source, to: folder, format: 'png', longestSide: 2000 });
  expect(await sharp(made.path).metadata()).toMatchObject({ width: 400, height: 200 });
});

test('a format whose data cannot be changed goes as it is only where it does not say where it was taken', async () => {
  const located = await drawn('located.avif', 'avif');
  await expect(makeRendition({ ...as, source: located, to: folder })).rejects.toMatchObject({
    sentence: { key: 'imaging.result.saysWhere' },
  });
  const kept = await makeRendition({ ...as, source: located, to: folder, keepLocation: true });
  expect(readFileSync(kept.path)).toEqual(readFileSync(located));
  const bare = await drawn('bare.avif', 'avif', { IFD0: { Artist: 'Ann' } });
  const made = await makeRendition({ ...as, source: bare, to: folder });
  expect(readFileSync(made.path)).toEqual(readFileSync(bare));
});
