import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../main/engine/vision/face/human.ts';
import { decodePhoto, type Photo } from '../../../../main/engine/vision/photo/decode.ts';
import { around, differenceOf } from '../../../helpers/changes.ts';
import { astronautsFace, group } from '../../../helpers/faces.ts';
import { sample } from '../../../helpers/photographs.ts';
import { slim } from '../../../helpers/slimmed.ts';

describe('the astronaut', async () => {
  const upload = await astronautsFace();
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
