import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { FaceRule } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { EngineError } from '../../../engine/engine-error.ts';
import { facesUnder, smartFaceSlimming } from '../../../engine/operations/smart-face-slimming.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { astronautsFace, callOf, group } from '../../helpers/face/faces.ts';
import { around, differenceOf } from '../../helpers/operation/changes.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

async function slim(upload: Uint8Array, slim_degree?: number) {
  const params: Record<string, number> = slim_degree === undefined ? {} : { slim_degree };
  const output = await smartFaceSlimming(callOf('smart-face-slimming', upload, params));
  if (output.kind !== 'image') throw new Error(`slimming answers ${output.kind}`);
  return output.file;
}

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

  test('1 is the default', { tags: ['long'] }, async () => {
    expect(await made()).toEqual(await made(1));
  });

  test('transparency moves along with the face', { tags: ['long'] }, async () => {
    const alpha = await sharp(upload).greyscale().threshold(150).toColourspace('b-w').raw().toBuffer();
    const raw = { width: 280, height: 280, channels: 1 } as const;
    const cutout = await sharp(upload).joinChannel(alpha, { raw }).png().toBuffer();

    const result = await decodePhoto((await slim(cutout, 2)).bytes);

    const source = await decodePhoto(cutout);
    expect(result.alpha).not.toBeNull();
    expect(result.alpha).not.toEqual(source.alpha);
    expect(result.alpha!.subarray(0, 280 * 20)).toEqual(source.alpha!.subarray(0, 280 * 20));
  });
});

test('all three people are slimmed, and a JPEG remains a JPEG', { tags: ['long'], timeout: 900_000 }, async () => {
  const upload = await sharp(group(3)).jpeg({ quality: 95 }).toBuffer();

  const { bytes, mime } = await slim(upload, 2);

  expect(mime).toBe('image/jpeg');
  const [before, after] = [await decodePhoto(upload), await decodePhoto(bytes)];
  const still = differenceOf(before, after, { area: { x: 0, y: 900, width: 300, height: 200 } }).mean;
  for (const { box } of await findFaces(before, 3)) {
    const { x, y, width, height } = around(box, 0.05);
    const cheeks = { x, y: y + height / 2, width, height: height / 2 };
    expect(differenceOf(before, after, { area: cheeks }).mean).toBeGreaterThan(still + 2);
  }
});

test('of a large face and one below 64 px, only the large one is slimmed', { tags: ['long'] }, async () => {
  const rect = { left: 60, top: 0, width: 330, height: 330 };
  const head = sharp(await sharp(sample('astronaut')).extract(rect).toBuffer());
  const small = await head.clone().resize(150).toBuffer();
  const upload = await head
    .extend({ right: 200, background: '#888' })
    .composite([{ input: small, left: 355, top: 90 }])
    .png()
    .toBuffer();

  const after = await decodePhoto((await slim(upload, 2)).bytes);

  const before = await decodePhoto(upload);
  const faces = await findFaces(before, 3);
  expect(faces).toHaveLength(2);
  expect(differenceOf(before, after, { area: around(faces[0]!.box, 0) }).mean).toBeGreaterThan(2);
  expect(differenceOf(before, after, { area: around(faces[1]!.box, 0) }).most).toBe(0);
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

test('only faces of less than 64 px are rejected, even for degree 0', async () => {
  const upload = await sharp(sample('astronaut')).resize(256).png().toBuffer();

  for (const degree of [0, 1]) {
    await expect(slim(upload, degree)).rejects.toMatchObject({ code: 'ERROR_SMALL_FACE_SIZE' });
  }
});
