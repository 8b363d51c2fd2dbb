import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { CutoutForm } from '../../../../contract/operations/cutout.ts';
import { createPlane, type Plane } from '../../../../engine/pixels/plane.ts';
import { encodeCutout } from '../../../../engine/vision/matting/cutout.ts';
import type { Photo } from '../../../../engine/vision/photo/decode.ts';
import { grainyPixels } from '../../../helpers/photograph/photographs.ts';

const [photoWidth, photoHeight] = [60, 40];
const photo: Photo = {
  width: photoWidth,
  height: photoHeight,
  rgb: grainyPixels(photoWidth, photoHeight),
  alpha: null,
};
const open = new AbortController().signal;

/** A box from (10, 5) to (29, 24) with a soft column at its right. */
function boxMatte(): Plane {
  const matte = createPlane(photoWidth, photoHeight);
  for (let y = 5; y < 25; y++) {
    for (let x = 10; x < 30; x++) matte.data[y * photoWidth + x] = x === 29 ? 0.5 : 1;
  }
  return matte;
}

async function encoded(form: CutoutForm, of: Photo = photo, matte = boxMatte()) {
  const bytes = await encodeCutout(of, matte, form, open);
  const { format, channels, width, height } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  // A gray PNG is read as three equal channels, or one.
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * info.channels;
    return [...data.subarray(from, from + Math.max(1, channels))];
  };
  return { format, channels, width, height, at };
}

describe('encodeCutout', () => {
  test('transparent: four channels, the size of the photograph, its own pixels inside, nothing outside', async () => {
    const { format, channels, width, height, at } = await encoded('cutout');
    expect([format, channels, width, height]).toEqual(['png', 4, photoWidth, photoHeight]);
    const from = (12 * photoWidth + 15) * 3;
    expect(at(15, 12)).toEqual([...photo.rgb.subarray(from, from + 3), 255]);
    expect(at(50, 30)).toEqual([0, 0, 0, 0]);
    expect(at(29, 12)[3]).toBe(128);
  });

  test('mask: one channel', async () => {
    const { channels, width, height, at } = await encoded('mask');
    expect([channels, width, height]).toEqual([1, photoWidth, photoHeight]);
    expect([at(15, 12), at(29, 12), at(0, 0)]).toEqual([[255], [128], [0]]);
  });

  test('whiteBK: three channels, white around the subject', async () => {
    const { channels, width, height, at } = await encoded('whiteBK');
    expect([channels, width, height]).toEqual([3, photoWidth, photoHeight]);
    expect(at(50, 30)).toEqual([255, 255, 255]);
    const from = (12 * photoWidth + 15) * 3;
    expect(at(15, 12)).toEqual([...photo.rgb.subarray(from, from + 3)]);
  });

  test('crop: four channels, only the box', async () => {
    const { channels, width, height, at } = await encoded('crop');
    expect([channels, width, height]).toEqual([4, 20, 20]);
    expect([at(0, 0)[3], at(19, 19)[3]]).toEqual([255, 128]);
  });

  test('crop of an empty matte is the whole picture, empty', async () => {
    const { width, height, at } = await encoded('crop', photo, createPlane(photoWidth, photoHeight));
    expect([width, height, at(30, 20)[3]]).toEqual([photoWidth, photoHeight, 0]);
  });

  test('transparent pixels of the photograph stay transparent', async () => {
    const alpha = new Uint8Array(photoWidth * photoHeight).fill(255);
    alpha[12 * photoWidth + 15] = 100;
    const { at } = await encoded('cutout', { ...photo, alpha });
    expect([at(15, 12)[3], at(16, 12)[3]]).toEqual([100, 255]);
  });
});
