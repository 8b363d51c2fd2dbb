import { expect, test } from 'vitest';
import { drawClosedLid } from '../../../../../engine/effects/sticker/painting/closed-lid.ts';

const width = 240;
const height = 160;
const skin = [205, 160, 135];
const line = (y: number, bow: number) =>
  Array.from({ length: 9 }, (_, i) => ({ x: 60 + i * 15, y: y + bow * (1 - ((i - 4) / 4) ** 2) }));
const eye = { crease: line(80, -30), seam: line(80, 8), under: line(80, 20), orbit: line(70, -40).slice(1, -1) };

/** Skin with an open eye, and the dark clump of its lashes at the outer corner. */
function face() {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isLash = Math.hypot(x - 54, y - 80) < 9;
    const isEye = ((x - 120) / 58) ** 2 + ((y - 78) / 16) ** 2 < 1;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = isLash ? 25 : isEye ? 90 : skin[c]!;
  }
  return { width, height, rgb, alpha: null };
}

test('a closed eye is skin with a dark line of lashes, without smears of the open eye', () => {
  const photo = face();
  const before = new Uint8Array(photo.rgb);
  drawClosedLid(photo, eye);
  const red = (x: number, y: number) => photo.rgb[(y * width + x) * 3]!;
  for (const [x, y] of [
    [70, 76],
    [90, 72],
    [120, 65],
    [160, 70],
    [54, 76],
  ] as const) {
    expect(red(x, y)).toBeGreaterThan(175);
  }
  const seam = Array.from({ length: 7 }, (_, i) => Math.min(...[86, 87, 88, 89, 90].map((y) => red(105 + i * 5, y))));
  for (const value of seam) expect(value).toBeLessThan(110);
  for (let x = 0; x < width; x++) for (const y of [0, 10, 150]) expect(red(x, y)).toBe(before[(y * width + x) * 3]);
});

test('on dark skin, the lid of a closed eye is no lighter than its shaded socket', () => {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isEye = ((x - 120) / 58) ** 2 + ((y - 78) / 16) ** 2 < 1;
    const isSocket = ((x - 120) / 95) ** 2 + ((y - 80) / 55) ** 2 < 1;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = isEye ? 120 : isSocket ? [40, 26, 20][c]! : [140, 95, 75][c]!;
  }
  const photo = { width, height, rgb, alpha: null };
  drawClosedLid(photo, eye);
  for (const [x, y] of [
    [90, 72],
    [120, 65],
    [160, 70],
  ] as const) {
    const at = (y * width + x) * 3;
    expect(rgb[at]).toBeLessThan(50);
    expect(rgb[at]! - rgb[at + 2]!).toBeGreaterThan(10);
  }
});

test('a closed upper lid has the lightness and hue of the skin above its fold, not below the eye', () => {
  const [dull, warm] = [
    [140, 110, 120],
    [205, 155, 110],
  ];
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isEye = ((x - 120) / 58) ** 2 + ((y - 78) / 16) ** 2 < 1;
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = isEye ? 90 : (y < 62 ? warm : dull)[c]!;
  }
  const photo = { width, height, rgb, alpha: null };
  drawClosedLid(photo, eye);
  const at = (76 * width + 120) * 3;
  expect(rgb[at]! - warm[0]!).toBeGreaterThan(-25);
  expect(rgb[at]! - rgb[at + 2]!).toBeGreaterThan(75);
});
