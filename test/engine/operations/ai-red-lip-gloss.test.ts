import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { aiRedLipGloss } from '../../../engine/operations/ai-red-lip-gloss.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { type Area, changeOutside, color, gloss, lowerLip, mouth } from '../../helpers/operation/lip-gloss.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

/** The astronaut's teeth. */
const teeth: Area = { x: 213, y: 144, width: 20, height: 4 };

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const before = await decodePhoto(upload);
  const { bytes, mime } = await gloss(upload);
  const after = await decodePhoto(bytes);

  test('becomes a PNG of the same size', () => {
    expect([mime, after.width, after.height]).toEqual(['image/png', 512, 512]);
  });

  test('her lips are red', () => {
    const [was, is] = [color(before, lowerLip), color(after, lowerLip)];
    expect(is.chroma).toBeGreaterThan(was.chroma + 20);
    expect(is.hue).toBeGreaterThan(-5);
    expect(is.hue).toBeLessThan(40);
  });

  test('her teeth are unchanged', () => {
    const [was, is] = [color(before, teeth), color(after, teeth)];
    expect(Math.abs(is.L - was.L)).toBeLessThan(1.5);
    expect(Math.abs(is.chroma - was.chroma)).toBeLessThan(1.5);
  });

  test('nothing changes outside her mouth', () => {
    expect(changeOutside(before, after, mouth)).toBe(0);
  });

  test('a canceled call stops', async () => {
    const cancelled = AbortSignal.abort(new DOMException('cancelled', 'AbortError'));
    await expect(aiRedLipGloss(callOf('ai-red-lip-gloss', upload, {}, cancelled))).rejects.toThrow('cancelled');
  });
});

test.each([
  ['a picture without a face', 'coffee', 'ERROR_NO_FACE_IN_FILE'],
  ['a face in profile', 'camera', 'ERROR_FACE_NOT_FACING_FORWARD'],
] as const)('%s is rejected', async (_, name, code) => {
  await expect(gloss(await readFile(sample(name)))).rejects.toMatchObject({ code });
});
