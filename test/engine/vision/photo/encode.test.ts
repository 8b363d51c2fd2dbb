import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePhoto } from '../../../../engine/vision/photo/decode.ts';
import { encodeLike, encodeUnchanged } from '../../../../engine/vision/photo/encode.ts';
import { jpegQualityOf } from '../../../../formats/jpeg-quality.ts';
import { bitmapFile, grainy } from '../../../helpers/photograph/photographs.ts';

test.each(['png', 'webp'] as const)('%s becomes PNG without any change', async (format) => {
  const upload = await grainy(40, 30).toFormat(format, { lossless: true }).toBuffer();
  const photo = await decodePhoto(upload);
  const { bytes, mime } = await encodeLike(upload, photo);
  expect(mime).toBe('image/png');
  expect(await decodePhoto(bytes)).toEqual(photo);
});

test('JPEG remains JPEG with full color resolution, nearly the same', async () => {
  const upload = await grainy(40, 30).jpeg({ quality: 95 }).toBuffer();
  const photo = await decodePhoto(upload);
  const { bytes, mime } = await encodeLike(upload, photo);
  expect(mime).toBe('image/jpeg');
  expect((await sharp(bytes).metadata()).chromaSubsampling).toBe('4:4:4');
  const again = await decodePhoto(bytes);
  const off = again.rgb.reduce((sum, value, i) => sum + Math.abs(value - photo.rgb[i]!), 0) / photo.rgb.length;
  expect(off).toBeLessThan(1.5);
});

test.each([60, 92, 97, 100])(
  'a JPEG of quality %i keeps at least its quality, and gets at least 95',
  async (quality) => {
    const upload = await grainy(40, 30).jpeg({ quality }).toBuffer();
    const { bytes } = await encodeLike(upload, await decodePhoto(upload));
    expect(jpegQualityOf(bytes)).toBe(Math.max(quality, 95));
  },
);

test('transparency is kept', async () => {
  const upload = await sharp({
    create: { width: 8, height: 8, channels: 4, background: { r: 90, g: 80, b: 70, alpha: 0.5 } },
  })
    .png()
    .toBuffer();
  const photo = await decodePhoto(upload);
  expect((await decodePhoto((await encodeLike(upload, photo)).bytes)).alpha).toEqual(photo.alpha);
});

describe('an unchanged photograph', () => {
  const same = async (upload: Buffer) => {
    const { bytes } = await encodeUnchanged(upload, await decodePhoto(upload));
    return Buffer.compare(Buffer.from(bytes), upload) === 0;
  };

  test.each(['jpeg', 'png'] as const)('%s is returned as the original file', async (format) => {
    expect(await same(await grainy(40, 30).toFormat(format).toBuffer())).toBe(true);
    expect(await same(await grainy(40, 30).withIccProfile('srgb').toFormat(format).toBuffer())).toBe(true);
  });

  test('a photograph that is rotated, or not in sRGB, is encoded as displayed', async () => {
    const lying = await grainy(40, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await same(lying)).toBe(false);
    const turned = await sharp((await encodeUnchanged(lying, await decodePhoto(lying))).bytes).metadata();
    expect([turned.width, turned.height]).toEqual([30, 40]);
    expect(await same(await grainy(40, 30).withIccProfile('p3').png().toBuffer())).toBe(false);
  });

  test('a bitmap becomes PNG without any change', async () => {
    const upload = bitmapFile(8, 6, 24);
    const photo = await decodePhoto(upload);
    const { bytes, mime } = await encodeUnchanged(upload, photo);
    expect(mime).toBe('image/png');
    expect([...(await decodePhoto(bytes)).rgb]).toEqual([...photo.rgb]);
  });
});
