import { expect, test } from 'vitest';
import { drawShutLid } from '../../../../../main/engine/vision/sticker/shut-lid.ts';

const width = 240;
const height = 160;
const skin = [205, 160, 135];
const line = (y: number, bow: number) =>
  Array.from({ length: 9 }, (_, i) => ({ x: 60 + i * 15, y: y + bow * (1 - ((i - 4) / 4) ** 2) }));
const eye = { crease: line(80, -30), seam: line(80, 8), under: line(80, 20) };

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

test('a shut eye is skin with a dark line of lashes: nothing of the open eye and its lashes is smeared over it', () => {
  const photo = face();
  const before = new Uint8Array(photo.rgb);
  drawShutLid(photo, eye);
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
