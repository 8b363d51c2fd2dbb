import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { astronautsFace, group } from '../../helpers/face/faces.ts';
import { around, differenceOf } from '../../helpers/operation/changes.ts';
import { slim } from '../../helpers/operation/slim-face.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

describe('the astronaut', async () => {
  const upload = await astronautsFace();
  const made = async (degree?: number) => decodePhoto((await slim(upload, degree)).bytes);

  test('1 is the default, and gives the same result twice', async () => {
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

test('all three people are slimmed, and a JPEG remains a JPEG', async () => {
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

/** The astronaut's head next to a small copy with a face of about 45 px. */
async function largeAndSmall(): Promise<Buffer> {
  const head = sharp(
    await sharp(sample('astronaut')).extract({ left: 60, top: 0, width: 330, height: 330 }).toBuffer(),
  );
  const small = await head.clone().resize(150).toBuffer();
  return head
    .extend({ right: 200, background: '#888' })
    .composite([{ input: small, left: 355, top: 90 }])
    .png()
    .toBuffer();
}

describe('rejected', () => {
  test.each<[string, string, () => Promise<Buffer>]>([
    ['four large faces', 'ERROR_FACE_COUNT_INVALID', () => sharp(group(6)).resize(1200).jpeg().toBuffer()],
  ])('%s: %s', async (_, code, make) => {
    await expect(slim(await make(), 1)).rejects.toMatchObject({ code });
    await expect(slim(await make(), 0)).rejects.toMatchObject({ code });
  });
});

test('of a large face and one below 64 px, only the large one is slimmed', async () => {
  const upload = await largeAndSmall();
  const [before, after] = [await decodePhoto(upload), await decodePhoto((await slim(upload, 2)).bytes)];
  const faces = await findFaces(before, 3);
  expect(faces).toHaveLength(2);
  expect(differenceOf(before, after, { area: around(faces[0]!.box, 0) }).mean).toBeGreaterThan(2);
  expect(differenceOf(before, after, { area: around(faces[1]!.box, 0) }).most).toBe(0);
});
