import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { portraitBackgroundRemoval } from '../../../engine/operations/portrait-background-removal.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { alphaAt, cutoutOf, softPart } from '../../helpers/operation/cutouts.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

const cut = async (upload: Uint8Array, params = {}) =>
  cutoutOf(await portraitBackgroundRemoval(callOf('portrait-background-removal', upload, params)));

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const cutout = await cut(upload);

  test('is complete, at her original size', () => {
    expect([cutout.width, cutout.height, cutout.channels]).toEqual([512, 512, 4]);
  });

  test.each([
    ['face', 0.44, 0.25],
    ['hair', 0.42, 0.07],
    ['suit', 0.3, 0.7],
    ['the helmet she holds', 0.75, 0.85],
  ])('%s is kept', (_, x, y) => {
    expect(alphaAt(cutout, x, y)).toBe(255);
  });

  test.each([
    ['the flag', 0.02, 0.02],
    ['the wall', 0.98, 0.02],
    ['the space shuttle', 0.8, 0.3],
    ['the wall beside her neck', 0.28, 0.3],
  ])('%s is removed', (_, x, y) => {
    expect(alphaAt(cutout, x, y)).toBe(0);
  });

  test('is solid except at her edges', () => {
    expect(softPart(cutout)).toBeLessThan(0.06);
    expect(softPart(cutout)).toBeGreaterThan(0.005);
  });

  test('as mask has 1 channel', { tags: ['long'] }, async () => {
    const mask = await cut(upload, { return_form: 'mask' });
    expect(mask.channels).toBe(1);
    expect(alphaAt(mask, 0.44, 0.25)).toBe(255);
  });
});

async function expectNobody(name: 'chelsea' | 'coffee'): Promise<void> {
  await expect(cut(await readFile(sample(name)))).rejects.toMatchObject({
    code: 'ERROR_NO_RECOGNITION_TARGET_DETECTED',
    status: 422,
  });
}

test('reports that there are no people: chelsea', () => expectNobody('chelsea'));
test('reports that there are no people: coffee', { tags: ['long'] }, () => expectNobody('coffee'));

test('rejects a damaged upload', async () => {
  const upload = await readFile(group(1));
  await expect(cut(upload.subarray(0, 50_000))).rejects.toMatchObject({ code: 'FILE_DECODING_FAILURE' });
});

test('stops soon after a cancellation', async () => {
  const controller = new AbortController();
  const upload = await sharp(group(2)).resize(800).jpeg().toBuffer();
  const running = portraitBackgroundRemoval(callOf('portrait-background-removal', upload, {}, controller.signal));
  setTimeout(() => controller.abort(), 100);
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
});
