import { describe, expect, test } from 'vitest';
import { at, dot } from '../../../../helpers/face/draw-accessories.ts';
import { clearFace, expectMole, expectNoMarks } from '../../../../helpers/operation/skin-mark-cases.ts';

describe('a clear face', async () => {
  const clearOne = await clearFace();
  const { face, size, clear, drawn } = clearOne;

  test('has no marks', () => {
    expect([clear.acne.value, clear.mole.value, clear.skin_spot.value]).toEqual([0, 0, 0]);
  });

  test('a dark dot on the left cheek is a mole, with more confidence if larger', { tags: ['long'] }, () =>
    expectMole(clearOne, 205),
  );

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
});

test('red light from one side and blue from the other give neither acne nor moles', { tags: ['long'] }, () =>
  expectNoMarks(3, { left: 970, top: 150 }),
);
