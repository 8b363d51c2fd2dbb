import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { smartFaceSlimming } from '../../../../main/engine/operations/smart-face-slimming.ts';
import { findFaces } from '../../../../main/engine/vision/human.ts';
import { decodePhoto, type Photo } from '../../../../main/engine/vision/photo.ts';
import { around, differenceOf } from '../../../helpers/changes.ts';
import { callOf, group } from '../../../helpers/faces.ts';
import { sample } from '../../../helpers/photographs.ts';

async function slim(upload: Uint8Array, slim_degree?: number) {
  const params: Record<string, number> = slim_degree === undefined ? {} : { slim_degree };
  const output = await smartFaceSlimming(callOf('smart-face-slimming', upload, params));
  if (output.kind !== 'image') throw new Error(`slimming answers ${output.kind}`);
  return output.file;
}

describe('the astronaut', async () => {
  const upload = await sharp(sample('astronaut'))
    .extract({ left: 90, top: 0, width: 280, height: 280 })
    .png()
    .toBuffer();
  const before = await decodePhoto(upload);
  const [face] = await findFaces(before, 1);
  const made = async (degree?: number) => decodePhoto((await slim(upload, degree)).bytes);
  const jaw = async (photo: Photo) => {
    const [found] = await findFaces(photo, 1);
    return Math.hypot(found!.mesh[172]!.x - found!.mesh[397]!.x, found!.mesh[172]!.y - found!.mesh[397]!.y);
  };

  test('degree 0 leaves the file as it is', async () => {
    expect(Buffer.compare(Buffer.from((await slim(upload, 0)).bytes), upload)).toBe(0);
  });

  test('the jaw is the narrower the higher the degree; what is further away stays to the pixel', async () => {
    const widths = [await jaw(before)];
    for (const degree of [0.5, 1, 2]) {
      const result = await made(degree);
      widths.push(await jaw(result));
      expect(differenceOf(before, result, { outside: [around(face!.box, 0.33)] }).most).toBe(0);
    }
    for (let i = 1; i < widths.length; i++) expect(widths[i]).toBeLessThan(widths[i - 1]! * 0.99);
    expect(widths[3]).toBeLessThan(widths[0]! * 0.93);
  });

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

describe('refused', () => {
  test.each<[string, string, () => Promise<Buffer>]>([
    ['no face', 'ERROR_NO_FACE_IN_FILE', () => sharp(sample('coffee')).resize(300).png().toBuffer()],
    ['four large faces', 'ERROR_FACE_COUNT_INVALID', () => sharp(group(6)).resize(1200).jpeg().toBuffer()],
    [
      'only faces of less than 64 px',
      'ERROR_SMALL_FACE_SIZE',
      () => sharp(sample('astronaut')).resize(256).png().toBuffer(),
    ],
  ])('%s: %s', async (_, code, make) => {
    await expect(slim(await make(), 1)).rejects.toMatchObject({ code });
    await expect(slim(await make(), 0)).rejects.toMatchObject({ code });
  });
});
