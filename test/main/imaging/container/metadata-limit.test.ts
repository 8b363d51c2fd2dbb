import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  bytesWithinLimit,
  maxMetadataBytes,
  type UnlimitedFormat,
} from '../../../../main/imaging/container/metadata-limit.ts';
import { chunk, vp8xChunk, vp8xFlags, webpContainer } from '../../../../main/imaging/container/webp-chunks.ts';
import { openImage } from '../../../../main/imaging/decode/open-image.ts';
import { removeExcessData } from '../../../../main/imaging/decode/trim-input.ts';
import { inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import { extendedXmp, withSegments } from '../../../campaign/files/bomb-parts.ts';
import { grainy } from '../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { put } = openScratchFiles();
const size = { width: 64, height: 48 };
const photograph = async (format: UnlimitedFormat) =>
  sharp(await grainy(size.width, size.height).png().toBuffer())
    .withExif({ IFD0: { Artist: 'Ada' } })
    .withIccProfile('p3')
    [format]()
    .toBuffer();

/** Files with many MB of metadata, in all forms. */
const heavy: Readonly<Record<string, readonly [format: UnlimitedFormat, make: () => Promise<Buffer>]>> = {
  'a JPEG with a second XMP packet of 20 MB': [
    'jpeg',
    async () => withSegments(await photograph('jpeg'), extendedXmp(20)),
  ],
  'a JPEG with 12 MB of comments behind bytes that are no marker': [
    'jpeg',
    async () => {
      const comments = Array.from({ length: 200 }, () => [0xfe, Buffer.alloc(60_000, 0x20)] as const);
      const jpeg = withSegments(await photograph('jpeg'), comments);
      const first = 2 + 4 + 60_000;
      return Buffer.concat([jpeg.subarray(0, first), Buffer.alloc(300, 0x11), jpeg.subarray(first)]);
    },
  ],
  'a WEBP with XMP of 20 MB': [
    'webp',
    async () => {
      const webp = await photograph('webp');
      const flags = vp8xFlags.icc | vp8xFlags.exif | vp8xFlags.xmp;
      // The VP8X chunk is 18 bytes long, after a header of 12.
      const pieces = webpContainer([
        vp8xChunk(flags, size),
        webp.subarray(30),
        chunk('XMP ', Buffer.alloc(20e6, 0x20)),
      ]);
      return Buffer.concat(pieces as Uint8Array[]);
    },
  ],
};

describe.each(Object.entries(heavy))('of %s', (name, [format, make]) => {
  it('the decoder gets no more metadata than the limit, and all of the picture, its colors and EXIF', async () => {
    const bytes = await make();
    const path = put(`${name}.bin`, bytes);
    const lean = await bytesWithinLimit(path, format);
    expect(lean!.length).toBeLessThan(maxMetadataBytes + 100_000);
    const meta = await (await openImage(path, format)).metadata();
    expect(meta).toMatchObject(size);
    expect(meta.exif?.includes('Ada')).toBe(true);
    expect(meta.icc).toBeDefined();
    const pixels = (file: Buffer) => sharp(file, { failOn: 'none' }).raw().toBuffer();
    expect((await pixels(lean!)).equals(await pixels(await photograph(format)))).toBe(true);
    expect(await inspectImage(path)).toMatchObject({ kind: 'image', bytes: bytes.length, ...size });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('a result no longer contains it', async () => {
    const path = put(`${name}.part`, await make());
    await removeExcessData(path);
    const left = readFileSync(path);
    expect(left.length).toBeLessThan(maxMetadataBytes + 100_000);
    expect(await bytesWithinLimit(path, format)).toBeNull();
    expect((await sharp(left).metadata()).exif?.includes('Ada')).toBe(true);
  });
});

it('an ordinary camera file is unchanged', async () => {
  for (const format of ['jpeg', 'webp'] as const) {
    const bytes = await photograph(format);
    const path = put(`usual.${format}`, bytes);
    await removeExcessData(path);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(await bytesWithinLimit(path, format)).toBeNull();
  }
});
