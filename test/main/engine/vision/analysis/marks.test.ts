import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { faceChart } from '../../../../../main/engine/vision/analysis/chart.ts';
import { findMarks } from '../../../../../main/engine/vision/analysis/marks.ts';
import { decodePhoto } from '../../../../../main/engine/vision/photo.ts';
import { closeUp, found } from '../../../../helpers/closeups.ts';
import { at, dot, drawnOn, sizeOf } from '../../../../helpers/dressed.ts';
import { group } from '../../../../helpers/faces.ts';

describe('a clear face', async () => {
  const { photo, face } = await closeUp('woman');
  const size = sizeOf(face);
  const clear = findMarks(await faceChart(photo, face));
  const drawn = async (shapes: string) => findMarks(await faceChart(await drawnOn(photo, shapes, 0.6), face));

  test('has no marks', () => {
    expect([clear.acne.value, clear.mole.value, clear.skin_spot.value]).toEqual([0, 0, 0]);
  });

  test.each([
    ['left cheek', 205],
    ['right cheek', 425],
    ['forehead', 151],
    ['chin', 199],
  ])('a dark dot on the %s is a mole, and the larger the surer', async (_, index) => {
    const small = await drawn(dot(at(face, index), size * 0.012, '#3a2218', 0.75));
    const large = await drawn(dot(at(face, index), size * 0.016, '#2a160e', 0.95));
    expect([small.mole.value, large.mole.value]).toEqual([1, 1]);
    expect(large.mole.confidence).toBeGreaterThanOrEqual(small.mole.confidence);
    expect(large.acne.value).toBe(0);
  });

  test('red dots are acne, and no moles', async () => {
    const pimples = [205, 50, 425, 280].map((index) => dot(at(face, index), size * 0.014, '#d8402f', 0.4));
    const { acne, mole } = await drawn(pimples.join(''));
    expect([acne.value, mole.value]).toEqual([1, 0]);
    expect(acne.confidence).toBeGreaterThan(0.6);
  });

  test('pale brown dots are spots, and neither moles nor acne', async () => {
    const freckles = [205, 50, 425, 280, 187].map((index) => dot(at(face, index), size * 0.013, '#8a6a3c', 0.3));
    const { acne, mole, skin_spot } = await drawn(freckles.join(''));
    expect([acne.value, mole.value, skin_spot.value]).toEqual([0, 0, 1]);
  });

  test('nothing beside the face counts', async () => {
    const hair = { x: face.box.left - size * 0.25, y: face.box.top + size * 0.2 };
    expect(await drawn(dot(hair, size * 0.016, '#2a160e'))).toEqual(clear);
  });
});

test.each([
  ['red light from one side and blue from the other', 3, { left: 970, top: 150 }],
  ['the shade of the nose in dim light', 5, { left: 260, top: 810 }],
] as const)('%s makes neither acne nor moles', async (_, number, place) => {
  const head = await sharp(group(number))
    .extract({ ...place, width: 420, height: 440 })
    .png()
    .toBuffer();
  const { photo, face } = await found(await decodePhoto(head));
  const { acne, mole } = findMarks(await faceChart(photo, face));
  expect([acne.value, mole.value]).toEqual([0, 0]);
});
