import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createFaceChart } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { findMarks } from '../../../../../engine/vision/analysis/findings/skin-marks.ts';
import { decodePhoto } from '../../../../../engine/vision/photo/decode.ts';
import { closeUp, found } from '../../../../helpers/face/closeups.ts';
import { at, dot, drawnOn, sizeOf } from '../../../../helpers/face/draw-accessories.ts';
import { group } from '../../../../helpers/face/faces.ts';

describe('a clear face', async () => {
  const { photo, face } = await closeUp('woman');
  const size = sizeOf(face);
  const clear = findMarks(await createFaceChart(photo, face));
  const drawn = async (shapes: string) => findMarks(await createFaceChart(await drawnOn(photo, shapes, 0.6), face));

  test('has no marks', () => {
    expect([clear.acne.value, clear.mole.value, clear.skin_spot.value]).toEqual([0, 0, 0]);
  });

  test.each([
    ['left cheek', 205],
    ['right cheek', 425],
    ['forehead', 151],
    ['chin', 199],
  ])('a dark dot on the %s is a mole, with more confidence if larger', { tags: ['long'] }, async (_, index) => {
    const small = await drawn(dot(at(face, index), size * 0.012, '#3a2218', 0.75));
    const large = await drawn(dot(at(face, index), size * 0.016, '#2a160e', 0.95));

    expect([small.mole.value, large.mole.value]).toEqual([1, 1]);
    // The dot also lowers the quality of the whole picture, and so the confidence, a little.
    expect(large.mole.confidence).toBeGreaterThan(small.mole.confidence - 0.01);
    expect(large.acne.value).toBe(0);
  });

  test('red dots are acne, but no moles', async () => {
    const pimples = [205, 50, 425, 280].map((index) => dot(at(face, index), size * 0.014, '#d8402f', 0.4));
    const { acne, mole } = await drawn(pimples.join(''));
    expect([acne.value, mole.value]).toEqual([1, 0]);
    expect(acne.confidence).toBeGreaterThan(0.6);
  });

  test('pale brown dots are spots, but neither moles nor acne', { tags: ['long'] }, async () => {
    const freckles = [205, 50, 425, 280, 187].map((index) => dot(at(face, index), size * 0.013, '#8a6a3c', 0.3));
    const { acne, mole, skin_spot } = await drawn(freckles.join(''));
    expect([acne.value, mole.value, skin_spot.value]).toEqual([0, 0, 1]);
  });

  test('marks next to the face do not count', { tags: ['long'] }, async () => {
    const hair = { x: face.box.left - size * 0.25, y: face.box.top + size * 0.2 };
    expect(await drawn(dot(hair, size * 0.016, '#2a160e'))).toEqual(clear);
  });
});

test.each([
  { light: 'red light from one side and blue from the other', number: 3, left: 970, top: 150 },
  { light: 'the shadow of the nose in dim light', number: 5, left: 260, top: 810 },
] as const)('$light gives neither acne nor moles', { tags: ['long'] }, async ({ number, left, top }) => {
  const head = await sharp(group(number)).extract({ left, top, width: 420, height: 440 }).png().toBuffer();
  const { photo, face } = await found(await decodePhoto(head));

  const { acne, mole } = findMarks(await createFaceChart(photo, face));

  expect([acne.value, mole.value]).toEqual([0, 0]);
});
