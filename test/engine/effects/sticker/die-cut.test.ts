import { expect, test } from 'vitest';
import { dieCut } from '../../../../engine/effects/sticker/die-cut.ts';

const size = 200;
const radius = 60;
const border = 10;

/** Makes the sticker of a red disc in an empty picture and returns a reader of its pixels. */
function sticker() {
  const rgb = new Uint8Array(size * size * 3);
  const alpha = new Uint8Array(size * size);
  for (let i = 0; i < alpha.length; i++) {
    rgb[i * 3] = 200;
    const away = Math.hypot((i % size) - size / 2, Math.floor(i / size) - size / 2);
    alpha[i] = Math.round(255 * Math.min(1, Math.max(0, radius - away + 0.5)));
  }
  const rgba = dieCut({ width: size, height: size, rgb, alpha }, border);
  return (x: number, y: number) => [...rgba.subarray((y * size + x) * 4, (y * size + x) * 4 + 4)];
}

test('the cutout keeps its colors, its border is white and evenly wide, and the rest is empty', () => {
  const at = sticker();
  expect(at(100, 100)).toEqual([200, 0, 0, 255]);
  for (const angle of [0, 0.8, 1.6, 2.4, 3.2, 4, 4.8, 5.6]) {
    const place = (away: number) =>
      at(Math.round(100 + away * Math.cos(angle)), Math.round(100 + away * Math.sin(angle)));
    expect(place(radius + border / 2)).toEqual([255, 255, 255, 255]);
    expect(place(radius + border - 2)).toEqual([255, 255, 255, 255]);
    expect(place(radius + border + 3)[3]).toBeLessThan(120);
  }
  for (const [x, y] of [
    [0, 0],
    [199, 0],
    [0, 199],
    [199, 199],
  ] as const)
    expect(at(x, y)).toEqual([0, 0, 0, 0]);
});

test('the shadow is black, light, and falls downwards', () => {
  const at = sticker();
  const [red, green, blue, below] = at(100, 100 + radius + border + 4);
  expect([red, green, blue]).toEqual([0, 0, 0]);
  expect(below! > 10 && below! < 100).toBe(true);
  expect(at(100, 100 - radius - border - 4)[3]).toBeLessThan(below!);
});
