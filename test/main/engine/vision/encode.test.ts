import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeLike } from '../../../../main/engine/vision/encode.ts';
import { decodePhoto } from '../../../../main/engine/vision/photo.ts';
import { grainy } from '../../../helpers/photographs.ts';

test.each(['png', 'webp'] as const)('%s comes back as PNG, to the bit', async (format) => {
  const upload = await grainy(40, 30).toFormat(format, { lossless: true }).toBuffer();
  const photo = await decodePhoto(upload);
  const { bytes, mime } = await encodeLike(upload, photo);
  expect(mime).toBe('image/png');
  expect(await decodePhoto(bytes)).toEqual(photo);
});

test('JPEG comes back as JPEG with full colour, nearly the same', async () => {
  const upload = await grainy(40, 30).jpeg({ quality: 95 }).toBuffer();
  const photo = await decodePhoto(upload);
  const { bytes, mime } = await encodeLike(upload, photo);
  expect(mime).toBe('image/jpeg');
  expect((await sharp(bytes).metadata()).chromaSubsampling).toBe('4:4:4');
  const again = await decodePhoto(bytes);
  const off = again.rgb.reduce((sum, value, i) => sum + Math.abs(value - photo.rgb[i]!), 0) / photo.rgb.length;
  expect(off).toBeLessThan(1.5);
});

test('transparency is kept', async () => {
  const upload = await sharp({
    create: { width: 8, height: 8, channels: 4, background: { r: 90, g: 80, b: 70, alpha: 0.5 } },
  })
    .png()
    .toBuffer();
  const photo = await decodePhoto(upload);
  expect((await decodePhoto((await encodeLike(upload, photo)).bytes)).alpha).toEqual(photo.alpha);
});
