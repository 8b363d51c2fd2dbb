import { expect, test } from 'vitest';
import type { Face } from '../../../../engine/vision/face/find-faces.ts';
import { earShape } from './ear-shape.ts';

const [width, height] = [260, 320];
const ear = { left: 150, right: 160, top: 60, bottom: 240 };
const isWall = (x: number) => x < 100 || x >= ear.right;

function headMoved(by: number) {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = x + by;
      const light = 17 * Math.sin(from / 2.3 + y / 5) + 13 * Math.cos(y / 3.1 - from / 7);
      const bar = x < ear.right ? [40, 70, 215] : [240, 205, 20];
      rgb.set(isWall(from) ? bar : [170 + light, 125 + light, 95 + light], (y * width + x) * 3);
    }
  }
  return { width, height, rgb, alpha: null };
}

const mesh: { x: number; y: number; z: number }[] = [];
for (const [index, x, y] of [
  [127, 20, 40],
  [93, 20, 60],
  [356, ear.left - 4, ear.top],
  [323, ear.left - 4, ear.bottom],
] as const)
  mesh[index] = { x, y, z: 0 };
const face = { mesh, box: { left: 0, top: 0, width: 240, height: 240 } } as unknown as Face;

test('ignores the wall next to an ear that moves', () => {
  const [before, after] = [headMoved(0), headMoved(7)];

  const [right] = earShape(before, after, face, isWall);

  expect(right!.side).toBe('right');
  expect(right!.residual).toBeLessThan(0.005);

  const fooled = earShape(before, after, face).find(({ side }) => side === 'right');

  expect(fooled!.residual).toBeGreaterThan(0.01);
});
