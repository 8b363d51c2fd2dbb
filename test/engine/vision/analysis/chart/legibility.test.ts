import sharp from 'sharp';
import { expect, test } from 'vitest';
import { boxMean } from '../../../../../engine/pixels/box-filter.ts';
import { toLab } from '../../../../../engine/pixels/lab.ts';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import { measureBlockiness, measureDetail } from '../../../../../engine/vision/analysis/chart/legibility.ts';
import { decodePhoto } from '../../../../../engine/vision/photo/decode.ts';

const portrait = new URL('../../../../photos/people/m35.jpg', import.meta.url).pathname;
const photo = await decodePhoto(await sharp(portrait).png().toBuffer());
const box = { left: photo.width / 4, top: photo.height / 4, width: photo.width / 2, height: photo.height / 2 };
const jpegOf = async (quality: number, cut = 0) => {
  const jpeg = sharp(await sharp(portrait).jpeg({ quality }).toBuffer());
  const rest = { left: cut, top: cut, width: photo.width - cut, height: photo.height - cut };
  return decodePhoto(await jpeg.extract(rest).png().toBuffer());
};

test('stronger compression shows more blocks, whatever the crop', async () => {
  const [hard, middle, gentle, moved] = await Promise.all([jpegOf(10), jpegOf(40), jpegOf(95), jpegOf(10, 3)]);
  const found = [hard, middle, gentle].map((each) => measureBlockiness(each, box));
  expect(found).toEqual(found.toSorted((a, b) => b - a));
  expect(found[0]).toBeGreaterThan(2);
  expect(found[2]).toBeLessThan(1.4);
  expect(measureBlockiness(moved, box)).toBeGreaterThan(2);
});

test('a blur removes detail, but darker skin does not', () => {
  const everywhere = createPlane(photo.width, photo.height);
  everywhere.data.fill(1);
  const { L } = toLab(photo.rgb, photo.width, photo.height);
  expect(measureDetail(boxMean(L, 2), everywhere)).toBeLessThan(measureDetail(L, everywhere) - 0.5);
  const darker = { ...L, data: L.data.map((value) => value / 2) };
  expect(measureDetail(darker, everywhere)).toBeCloseTo(measureDetail(L, everywhere), 5);
});
