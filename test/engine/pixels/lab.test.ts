import { expect, test } from 'vitest';
import { toLab, writeRgb } from '../../../engine/pixels/lab.ts';

test.each([
  ['white', [255, 255, 255], [100, 0, 0]],
  ['black', [0, 0, 0], [0, 0, 0]],
  ['red', [255, 0, 0], [53.24, 80.09, 67.2]],
  ['blue', [0, 0, 255], [32.3, 79.19, -107.86]],
  ['grey', [119, 119, 119], [50.03, 0, 0]],
])('%s', (_, rgb, [L, a, b]) => {
  const lab = toLab(Uint8Array.from(rgb), 1, 1);
  expect(lab.L.data[0]).toBeCloseTo(L!, 1);
  expect(lab.a.data[0]).toBeCloseTo(a!, 1);
  expect(lab.b.data[0]).toBeCloseTo(b!, 1);
});

test('conversion to Lab and back keeps all kinds of colors', () => {
  const rgb = Uint8Array.from({ length: 3 * 500 }, (_, i) => (i * 7919 + (i % 13) * 41) & 255);
  const { L, a, b } = toLab(rgb, 500, 1);
  const back = new Float32Array(rgb.length);
  for (let i = 0; i < 500; i++) writeRgb(L.data[i]!, a.data[i]!, b.data[i]!, back, i * 3);
  const furthest = Math.max(...back.map((value, i) => Math.abs(value - rgb[i]!)));
  expect(furthest).toBeLessThan(0.05);
});
