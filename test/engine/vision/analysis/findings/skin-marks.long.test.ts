import { describe, expect, test } from 'vitest';
import { dot } from '../../../../helpers/face/draw-accessories.ts';
import { clearFace, expectMole, expectNoMarks } from '../../../../helpers/operation/skin-mark-cases.ts';

describe('a clear face', async () => {
  const clearOne = await clearFace();
  const { face, size, clear, drawn } = clearOne;

  test.each([
    ['right cheek', 425],
    ['forehead', 151],
    ['chin', 199],
  ])('a dark dot on the %s is a mole, with more confidence if larger', (_, index) => expectMole(clearOne, index));

  test('marks next to the face do not count', async () => {
    const hair = { x: face.box.left - size * 0.25, y: face.box.top + size * 0.2 };
    expect(await drawn(dot(hair, size * 0.016, '#2a160e'))).toEqual(clear);
  });
});

test('the shadow of the nose in dim light gives neither acne nor moles', () =>
  expectNoMarks(5, { left: 260, top: 810 }));
