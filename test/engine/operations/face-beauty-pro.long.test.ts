import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { group } from '../../helpers/face/faces.ts';
import { astronautsHead, degrees, expectMoreFromMore, nothing, retouch } from '../../helpers/operation/beauty.ts';
import { around, differenceOf } from '../../helpers/operation/changes.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

describe('the astronaut', async () => {
  const head = await astronautsHead();
  const { upload, made } = head;

  test.each(['smoothing', 'thinface', 'shrink_face', 'enlarge_eye', 'remove_eyebrow'] as const)(
    '%s changes more with higher values, and nothing away from the face',
    (name) => expectMoreFromMore(name, head),
  );

  test('all degrees at 0 leave a JPEG unchanged', async () => {
    const file = await sharp(upload).jpeg().toBuffer();
    const { bytes, mime } = await retouch(file, nothing);
    expect(mime).toBe('image/jpeg');
    expect(Buffer.compare(Buffer.from(bytes), file)).toBe(0);
  });

  test('a slimmer face measures slimmer, a smaller one smaller, larger eyes larger', async () => {
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

  test('gives the same result twice with all effects', async () => {
    const params = { ...Object.fromEntries(degrees.map((name) => [name, 50])), filter_type: 10 };
    const [first, second] = [await retouch(upload, params), await retouch(upload, params)];
    expect(Buffer.compare(Buffer.from(first.bytes), Buffer.from(second.bytes))).toBe(0);
  });
});

test('all people in a photograph are retouched; a JPEG remains a JPEG', async () => {
  const upload = await sharp(group(6)).resize(960).jpeg({ quality: 95 }).toBuffer();
  const { bytes, mime } = await retouch(upload, { ...nothing, whitening: 80 });
  expect(mime).toBe('image/jpeg');
  const [before, after] = [await decodePhoto(upload), await decodePhoto(bytes)];
  const faces = await findFaces(before, 6);
  expect(faces).toHaveLength(4);
  for (const { box } of faces)
    expect(differenceOf(before, after, { area: around(box, -0.25) }).mean).toBeGreaterThan(5);
});

test('a gray photograph stays gray', async () => {
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
