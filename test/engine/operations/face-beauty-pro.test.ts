import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { faceBeautyPro } from '../../../engine/operations/face-beauty-pro.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { astronautsFace, callOf, group } from '../../helpers/face/faces.ts';
import { around, differenceOf } from '../../helpers/operation/changes.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

/** Several retouches of whole photographs. */
const long = { tags: ['long'], timeout: 900_000 };

async function retouch(upload: Uint8Array, params: Record<string, ParamValue>) {
  const output = await faceBeautyPro(callOf('face-beauty-pro', upload, params));
  if (output.kind !== 'image') throw new Error(`a retouch answers ${output.kind}`);
  return output.file;
}

const degrees = ['whitening', 'smoothing', 'thinface', 'shrink_face', 'enlarge_eye', 'remove_eyebrow'] as const;
const nothing = Object.fromEntries(degrees.map((name) => [name, 0]));

describe('the astronaut', async () => {
  const upload = await astronautsFace();
  const before = await decodePhoto(upload);
  const face = (await findFaces(before, 1))[0]!;
  const made = async (params: Record<string, ParamValue>) =>
    decodePhoto((await retouch(upload, { ...nothing, ...params })).bytes);

  test.each(['png', 'jpeg'] as const)('all degrees at 0 leave a %s unchanged', async (format) => {
    const file = await sharp(upload).toFormat(format).toBuffer();
    const { bytes, mime } = await retouch(file, nothing);
    expect(mime).toBe(`image/${format}`);
    expect(Buffer.compare(Buffer.from(bytes), file)).toBe(0);
  });

  test.each(degrees)('%s changes more with higher values, and nothing away from the face', long, async (name) => {
    const changes: number[] = [];
    for (const degree of [10, 50, 100]) {
      const result = await made({ [name]: degree });
      expect([result.width, result.height]).toEqual([before.width, before.height]);
      changes.push(differenceOf(before, result, { area: around(face.box, 0.1) }).mean);
      const away = name === 'whitening' || name === 'smoothing' ? 0.45 : 0.35;
      expect(differenceOf(before, result, { outside: [around(face.box, away)] }).most).toBeLessThanOrEqual(1);
    }
    expect(changes[0]).toBeGreaterThan(0);
    expect(changes[1]).toBeGreaterThan(changes[0]! * 1.5);
    expect(changes[2]).toBeGreaterThan(changes[1]! * 1.2);
  });

  test('skin retouching changes skin, and no pixel of eyes and lips', async () => {
    const result = await made({ whitening: 100, smoothing: 100 });
    expect(differenceOf(before, result, { area: around(face.box, -0.25) }).mean).toBeGreaterThan(5);
    expect(differenceOf(before, result, { outside: [around(face.box, 0.45)] }).most).toBeLessThanOrEqual(1);
    const between = (a: number, b: number) => ({
      x: (face.mesh[a]!.x + face.mesh[b]!.x) / 2,
      y: (face.mesh[a]!.y + face.mesh[b]!.y) / 2,
    });
    for (const { x, y } of [face.mesh[468]!, face.mesh[473]!, between(0, 13), between(14, 17), between(13, 14)]) {
      const area = { x: Math.round(x) - 1, y: Math.round(y), width: 2, height: 1 };
      expect(differenceOf(before, result, { area }).most).toBeLessThanOrEqual(1);
    }
  });

  test('a filter alone colors the whole photograph', async () => {
    const gray = await made({ filter_type: 1 });
    const channels = Array.from({ length: 3 }, (_, c) => gray.rgb.filter((_value, i) => i % 3 === c));
    expect(Buffer.compare(channels[0]!, channels[1]!)).toBe(0);
    expect(Buffer.compare(channels[0]!, channels[2]!)).toBe(0);
    const cold = await made({ filter_type: 18 });
    expect(differenceOf(before, cold, { area: { x: 0, y: 0, width: 40, height: 40 } }).mean).toBeGreaterThan(3);
  });

  test('a slimmer face measures slimmer, a smaller one smaller, larger eyes larger', long, async () => {
    const measured = async (params: Record<string, ParamValue>) => {
      const [found] = await findFaces(await made(params), 1);
      const length = (a: number, b: number) =>
        Math.hypot(found!.mesh[a]!.x - found!.mesh[b]!.x, found!.mesh[a]!.y - found!.mesh[b]!.y);
      return { jaw: length(172, 397), height: length(10, 152), eye: length(33, 133) };
    };
    const now = await measured({});
    expect((await measured({ thinface: 100 })).jaw).toBeLessThan(now.jaw * 0.95);
    expect((await measured({ shrink_face: 100 })).height).toBeLessThan(now.height * 0.975);
    expect((await measured({ enlarge_eye: 100 })).eye).toBeGreaterThan(now.eye * 1.05);
  });
});

test('all people in a photograph are retouched; a JPEG remains a JPEG', long, async () => {
  const upload = await sharp(group(6)).resize(960).jpeg({ quality: 95 }).toBuffer();
  const { bytes, mime } = await retouch(upload, { ...nothing, whitening: 80 });
  expect(mime).toBe('image/jpeg');
  const [before, after] = [await decodePhoto(upload), await decodePhoto(bytes)];
  const faces = await findFaces(before, 6);
  expect(faces).toHaveLength(4);
  for (const { box } of faces)
    expect(differenceOf(before, after, { area: around(box, -0.25) }).mean).toBeGreaterThan(5);
});

test('a gray photograph stays gray', long, async () => {
  const upload = await sharp(sample('camera'))
    .extract({ left: 100, top: 20, width: 260, height: 260 })
    .png()
    .toBuffer();
  const { rgb } = await decodePhoto(
    (await retouch(upload, { ...nothing, whitening: 100, smoothing: 100, thinface: 60 })).bytes,
  );
  const cast = Math.max(...Array.from({ length: rgb.length / 3 }, (_, i) => Math.abs(rgb[i * 3]! - rgb[i * 3 + 2]!)));
  expect(cast).toBeLessThanOrEqual(1);
});
