import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { faceBeautyPro } from '../../../engine/operations/face-beauty-pro.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { astronautsHead, expectMoreFromMore, nothing, retouch } from '../../helpers/operation/beauty.ts';
import { around, differenceOf } from '../../helpers/operation/changes.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

describe('the astronaut', async () => {
  const head = await astronautsHead();
  const { upload, before, face, made } = head;

  test.each(['png'] as const)('all degrees at 0 leave a %s unchanged', async (format) => {
    const file = await sharp(upload).toFormat(format).toBuffer();
    const { bytes, mime } = await retouch(file, nothing);
    expect(mime).toBe(`image/${format}`);
    expect(Buffer.compare(Buffer.from(bytes), file)).toBe(0);
  });

  test('whitening changes more with higher values, and nothing away from the face', { tags: ['long'] }, () =>
    expectMoreFromMore('whitening', head),
  );

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

  test('a canceled call stops', async () => {
    const cancelled = AbortSignal.abort(new DOMException('cancelled', 'AbortError'));
    await expect(faceBeautyPro(callOf('face-beauty-pro', upload, nothing, cancelled))).rejects.toThrow('cancelled');
  });
});

test('a picture without a face is rejected, even if all effects are off', async () => {
  const upload = await sharp(sample('coffee')).resize(200).png().toBuffer();
  await expect(retouch(upload, nothing)).rejects.toMatchObject({ code: 'ERROR_NO_FACE_IN_FILE' });
});
