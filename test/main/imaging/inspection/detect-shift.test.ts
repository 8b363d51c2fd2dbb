import sharp from 'sharp';
import { expect, test } from 'vitest';
import { detectShift } from '../../../../main/imaging/inspection/detect-shift.ts';
import { testPhotographs } from '../../../helpers/photograph/photographs.ts';

const { signal } = new AbortController();

/** Luminance of a portrait at 256 px, moved by `x` and `y` of these px. The border is repeated. */
async function plane(name: string, x = 0, y = 0, blur = 0) {
  const size = 256;
  let image = sharp(`${testPhotographs}/people/${name}.jpg`).resize(size, size).greyscale();
  if (blur > 0) image = sharp(await image.png().toBuffer()).blur(blur);
  const { data } = await image.raw().toBuffer({ resolveWithObject: true });
  const channels = data.length / size / size;
  const values = new Float32Array(size * size);
  const at = (value: number) => Math.min(size - 1, Math.max(0, value));
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      values[row * size + column] = data[(at(row - y) * size + at(column - x)) * channels]!;
  return { width: size, height: size, values };
}

const isShiftFound = async (name: string) => {
  const photograph = await plane(name);

  expect(await detectShift(photograph, await plane(name, 8, 0), signal)).toEqual({ x: 8 / 256, y: 0 });
  expect(await detectShift(photograph, await plane(name, -3, 5), signal)).toEqual({ x: -3 / 256, y: 5 / 256 });
};
test.each(['f3'])('a moved picture is detected, with its shift: %s', isShiftFound);
test.each(['m35', 'm5', 'm83'])('a moved picture is detected, with its shift: %s', { tags: ['long'] }, isShiftFound);

test('a softened picture has no shift, and one of another person cannot be compared', async () => {
  const photograph = await plane('f3');
  expect(await detectShift(photograph, photograph, signal)).toBeNull();
  expect(await detectShift(photograph, await plane('f3', 0, 0, 2), signal)).toBeNull();
  expect(await detectShift(photograph, await plane('m83'), signal)).toBe('other');
});
