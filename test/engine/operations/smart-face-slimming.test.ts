import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { FaceRule } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { EngineError } from '../../../engine/engine-error.ts';
import { facesUnder } from '../../../engine/operations/smart-face-slimming.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { astronautsFace } from '../../helpers/face/faces.ts';
import { around, differenceOf } from '../../helpers/operation/changes.ts';
import { slim } from '../../helpers/operation/slim-face.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

describe('the astronaut', async () => {
  const upload = await astronautsFace();
  const before = await decodePhoto(upload);
  const [face] = await findFaces(before, 1);
  const made = async (degree?: number) => decodePhoto((await slim(upload, degree)).bytes);
  const jaw = async (photo: Photo) => {
    const [found] = await findFaces(photo, 1);
    return Math.hypot(found!.mesh[172]!.x - found!.mesh[397]!.x, found!.mesh[172]!.y - found!.mesh[397]!.y);
  };

  test('degree 0 leaves the file unchanged', async () => {
    expect(Buffer.compare(Buffer.from((await slim(upload, 0)).bytes), upload)).toBe(0);
  });

  async function jawsAt(degrees: readonly number[]): Promise<number[]> {
    const widths = [await jaw(before)];
    for (const degree of degrees) {
      const result = await made(degree);
      widths.push(await jaw(result));
      expect(differenceOf(before, result, { outside: [around(face!.box, 0.33)] }).most).toBe(0);
    }
    return widths;
  }

  test('the jaw is narrower; no pixel farther away changes', async () => {
    const [before, after] = await jawsAt([2]);
    expect(after).toBeLessThan(before! * 0.93);
  });

  test('higher degrees give a narrower jaw', { tags: ['long'] }, async () => {
    const widths = await jawsAt([0.5, 1, 2]);
    for (let i = 1; i < widths.length; i++) expect(widths[i]).toBeLessThan(widths[i - 1]! * 0.99);
  });
});

describe('the rule for faces', () => {
  const face = (width: number, height = width) => ({ box: { left: 0, top: 0, width, height } });
  const slimming: FaceRule = operations['smart-face-slimming'].faces!;
  test.each<[string, FaceRule, number[], number[] | string]>([
    ['slimming', slimming, [65], [65]],
    ['slimming', slimming, [300, 65, 64.5], [300, 65, 64.5]],
    ['slimming', slimming, [64], 'ERROR_SMALL_FACE_SIZE'],
    ['slimming', slimming, [64, 20, 20, 20], 'ERROR_SMALL_FACE_SIZE'],
    ['a bystander', slimming, [300, 64], [300]],
    ['bystanders', slimming, [300, 200, 20, 20, 20], [300, 200]],
    ['slimming', slimming, [300, 200, 100, 90], 'ERROR_FACE_COUNT_INVALID'],
    ['another count', { maxCount: 1 }, [9, 9], 'ERROR_FACE_COUNT_INVALID'],
    ['at least', { side: { bound: 'at least', px: 80 } }, [80], [80]],
    ['at least', { side: { bound: 'at least', px: 80 } }, [79.9], 'ERROR_SMALL_FACE_SIZE'],
  ])('%s %j, faces of %j px: %s', (_, rule, sides, expected) => {
    const verdict = () => {
      try {
        const taken = facesUnder(
          rule,
          sides.map((side) => face(side)),
        );
        return taken.map(({ box }) => box.width);
      } catch (error) {
        return error instanceof EngineError ? error.code : String(error);
      }
    };
    expect(verdict()).toEqual(expected);
  });

  test('both sides count, and the message names the requirement', () => {
    expect(() => facesUnder(slimming, [face(300, 64)])).toThrow('larger than 64 x 64 px');
    expect(() => facesUnder(slimming, [face(300, 65)])).not.toThrow();
  });
});

describe('rejected', () => {
  test.each<[string, string, () => Promise<Buffer>]>([
    ['no face', 'ERROR_NO_FACE_IN_FILE', () => sharp(sample('coffee')).resize(300).png().toBuffer()],
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
