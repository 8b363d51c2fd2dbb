import { chmodSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openUpright } from '../../../../main/imaging/decode/open-image.ts';
import { type ImageFacts, inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import { bitmapFile, grainy, portrait, sample } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';

const { folder, put } = openScratchFiles();
const facts = async (path: string): Promise<ImageFacts> => {
  const found = await inspectImage(path);
  if (found.kind !== 'image') throw new Error(messageText(found.message));
  return found;
};

describe('a valid photograph', () => {
  it('reads a camera JPEG: size, profile, date', async () => {
    expect(await facts(portrait)).toMatchObject({
      name: 'sample1.jpg',
      format: 'jpeg',
      width: 1920,
      height: 1280,
      bytes: 144516,
      orientation: 1,
      pngBits: null,
      alpha: false,
      deep: false,
      colours: 'rgb',
      profile: 'sRGB IEC61966-2.1',
      frames: 1,
      capturedAt: new Date(2017, 9, 31, 20, 16, 18).getTime(),
    });
  });

  it('gives the upright size of photographs that are stored turned', async () => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const path = put('turned.jpg', await grainy(60, 40).withMetadata({ orientation }).jpeg().toBuffer());
      const [width, height] = orientation < 5 ? [60, 40] : [40, 60];
      expect(await facts(path)).toMatchObject({ orientation, width, height });
    }
  });

  const rgb = () => grainy(30, 20);
  it.each([
    ['grey', 8, () => rgb().toColourspace('b-w').png()],
    ['palette', 8, () => rgb().png({ palette: true, colours: 256, effort: 1 })],
    ['RGB', 24, () => rgb().png()],
    ['RGBA', 32, () => rgb().ensureAlpha(0.5).png()],
    ['RGB of 16 bits', 48, () => rgb().toColourspace('rgb16').png()],
    ['RGBA of 16 bits', 64, () => rgb().ensureAlpha(0.5).toColourspace('rgb16').png()],
    ['grey of 16 bits', 16, () => rgb().toColourspace('grey16').png()],
  ])('counts the bits per pixel of a %s PNG: %i', async (_, pngBits, make) => {
    const path = put('depth.png', await make().toBuffer());
    expect(await facts(path)).toMatchObject({ pngBits, deep: pngBits === 16 || pngBits > 32 });
  });

  it('knows CMYK, bitmaps and animations', async () => {
    const cmyk = put('cmyk.jpg', await rgb().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer());
    expect(await facts(cmyk)).toMatchObject({ colours: 'cmyk' });
    const bitmap = put('a.bmp', bitmapFile(33, 21, 24));
    expect(await facts(bitmap)).toMatchObject({ format: 'bmp', width: 33, height: 21, alpha: false });
    const frames = await Promise.all(
      [1, 2, 3].map((seed) =>
        grainy(20, 20, seed * 999)
          .png()
          .toBuffer(),
      ),
    );
    const film = put(
      'film.webp',
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    );
    expect(await facts(film)).toMatchObject({ frames: 3, width: 20, height: 20 });
  });
});

it('does not treat an undeclared channel of a TIFF as transparency, and keeps all colors', async () => {
  const pixels = Buffer.alloc(20 * 10 * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([200, 100, 50, at % 80 < 40 ? 0 : 255], at);
  const raw = { width: 20, height: 10, channels: 4 } as const;
  const file = await sharp(pixels, { raw }).tiff({ compression: 'none', xres: 10, yres: 10 }).toBuffer();
  expect(await facts(put('alpha.tif', file))).toMatchObject({ alpha: true });
  const directory = file.readUInt32LE(4);
  for (let at = directory + 2; at < directory + 2 + file.readUInt16LE(directory) * 12; at += 12) {
    if (file.readUInt16LE(at) === 338) file.writeUInt16LE(0, at + 8);
  }
  const found = await facts(put('selection.tif', file));
  expect(found).toMatchObject({ alpha: false, width: 20, height: 10 });
  expect(await (await openUpright(found)).metadata()).toMatchObject({ density: 254 });
  const small = await (await openUpright(found)).resize(10, 5).raw().toBuffer();
  expect([...small.subarray(0, 6)]).toEqual([200, 100, 50, 200, 100, 50]);
});

it('does not read a file that is larger than any photograph', async () => {
  const path = put('hole.jpg', readFileSync(portrait));
  truncateSync(path, 8_600_000_000);
  expect(await inspectImage(path)).toMatchObject({
    kind: 'too-large',
    message: matchingMessage('“hole.jpg” is larger than Burnish can open (8 GB; the limit is 7.5 GB).'),
  });
});

describe('a faulty file', () => {
  const kind = async (path: string) => (await inspectImage(path)).kind;
  it.each(['jpeg', 'png', 'webp', 'tiff', 'gif', 'avif'] as const)('detects every incomplete %s', async (format) => {
    const bytes = await grainy(200, 150).toFormat(format).toBuffer();
    expect(await kind(put('whole', bytes))).toBe('image');
    for (const part of [0.15, 0.5, 0.8]) {
      const path = put(`cut.${format}`, bytes.subarray(0, Math.floor(bytes.length * part)));
      expect(await kind(path), `${format} cut at ${part}`).toBe('broken');
    }
  });

  it('detects a JPEG without its last pixels, but accepts a missing end marker; detects a PNG with a wrong checksum', async () => {
    expect(await kind(put('pixels.jpg', readFileSync(portrait).subarray(0, -3)))).toBe('broken');
    expect(await kind(put('end.jpg', readFileSync(portrait).subarray(0, -2)))).toBe('image');
    const png = await grainy(200, 150).png().toBuffer();
    png.writeUInt8(png.readUInt8(2000) ^ 0xff, 2000);
    expect(await kind(put('sum.png', png))).toBe('broken');
  });

  it.each([
    ['text.txt', Buffer.from('a list of things to buy'), 'not-an-image'],
    ['page.pdf', Buffer.from('%PDF-1.4\nxxxxxxxxxxxxxx'), 'unsupported'],
    ['junk.jpg', Buffer.alloc(3000), 'broken'],
  ])('recognizes %s', async (name, bytes, expected) => {
    expect(await kind(put(name, bytes))).toBe(expected);
  });

  it('distinguishes missing files from folders', async () => {
    mkdirSync(join(folder, 'folder.jpg'));

    expect(await kind(join(folder, 'none.jpg'))).toBe('missing');
    expect(await kind(join(folder, 'folder.jpg'))).toBe('not-an-image');
  });

  it.each('jpg png webp gif tif bmp psd heic heif avif cr2 cr3 nef orf raf rw2 dng jxl'.split(' '))(
    'says that a file of 0 bytes is empty, by the name that users know (%s)',
    async (extension) => {
      const name = `Anna.${extension}`;
      expect(await inspectImage(put(`copy.${extension}`, Buffer.alloc(0)), name)).toMatchObject({
        kind: 'empty',
        message: matchingMessage(`“${name}” is empty (0 bytes). Copy it again from the card or disk it came from.`),
      });
    },
  );

  it.each([
    ['cut.heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['cut.hif', '\0\0\0\x18ftypmif1'],
    ['cut.avif', '\0\0\0\x1cftypavif\0\0\0\0'],
    ['cut.psd', '8BPS\0\x01'],
    ['cut.cr2', 'II*\0\x10\0\0\0CR\x02\0'],
    ['cut.cr3', '\0\0\0\x18ftypcrx \0\0\0\x01'],
    ['cut.nef', 'MM\0*\0\0\0\x08'],
    ['cut.orf', 'IIRO\x08\0\0\0'],
    ['cut.rw2', 'IIU\0\x18\0'],
    ['cut.raf', 'FUJIFILMCCD-RAW 0201'],
  ])('reports a file that ends within its header as incomplete: %s', async (name, header) => {
    expect(await inspectImage(put(name, Buffer.from(header, 'latin1')))).toMatchObject({
      kind: 'broken',
      message: matchingMessage(`“${name}” is damaged or incomplete. Copy it again from the card or disk it came from.`),
    });
  });

  it.skipIf(process.getuid?.() === 0)('says when permission is missing', async () => {
    const path = put('locked.png', readFileSync(sample('coffee')));
    chmodSync(path, 0);
    expect(await kind(path)).toBe('unreadable');
  });

  it('rejects more than 500 megapixels, by the header alone', async () => {
    const png = await grainy(16, 16).png().toBuffer();
    png.writeUInt32BE(40_000, 16);
    png.writeUInt32BE(40_000, 20);
    const { crc32 } = await import('node:zlib');
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    expect(await inspectImage(put('huge.png', png))).toMatchObject({
      kind: 'too-many-pixels',
      message: matchingMessage(/40000 × 40000 pixels/),
    });
    const bitmap = bitmapFile(4, 4, 24);
    bitmap.writeInt32LE(40_000, 18);
    bitmap.writeInt32LE(40_000, 22);
    expect(await kind(put('huge.bmp', bitmap))).toBe('too-many-pixels');
  });
});
