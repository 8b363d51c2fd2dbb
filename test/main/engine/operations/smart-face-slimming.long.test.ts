import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../main/engine/vision/face/human.ts';
import { decodePhoto } from '../../../../main/engine/vision/photo/decode.ts';
import { around, differenceOf } from '../../../helpers/changes.ts';
import { astronautsFace, group } from '../../../helpers/faces.ts';
import { slim } from '../../../helpers/slimmed.ts';

describe('the astronaut', async () => {
  const upload = await astronautsFace();
  const made = async (degree?: number) => decodePhoto((await slim(upload, degree)).bytes);

  test('1 is the default, and twice is the same', async () => {
    expect(await made()).toEqual(await made(1));
  });

  test('transparency moves along with the face', async () => {
    const cutout = await sharp(upload)
      .joinChannel(await sharp(upload).greyscale().threshold(150).toColourspace('b-w').raw().toBuffer(), {
        raw: { width: 280, height: 280, channels: 1 },
      })
      .png()
      .toBuffer();
    const result = await decodePhoto((await slim(cutout, 2)).bytes);
    const source = await decodePhoto(cutout);
    expect(result.alpha).not.toBeNull();
    expect(result.alpha).not.toEqual(source.alpha);
    expect(result.alpha!.subarray(0, 280 * 20)).toEqual(source.alpha!.subarray(0, 280 * 20));
  });
});

test('three people are all slimmed, and a JPEG stays one', async () => {
  const upload = await sharp(group(3)).jpeg({ quality: 95 }).toBuffer();
  const { bytes, mime } = await slim(upload, 2);
  expect(mime).toBe('image/jpeg');
  const [before, after] = [await decodePhoto(upload), await decodePhoto(bytes)];
  const faces = await findFaces(before, 3);
  const still = differenceOf(before, after, { area: { x: 0, y: 900, width: 300, height: 200 } }).mean;
  for (const { box } of faces) {
    const { x, y, width, height } = around(box, 0.05);
    const cheeks = { x, y: y + height / 2, width, height: height / 2 };
    expect(differenceOf(before, after, { area: cheeks }).mean).toBeGreaterThan(still + 2);
  }
});
