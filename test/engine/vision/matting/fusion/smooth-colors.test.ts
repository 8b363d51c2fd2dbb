import { expect, test } from 'vitest';
import { planesOf } from '../../../../../engine/pixels/guide-statistics.ts';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import { smoothColors } from '../../../../../engine/vision/matting/fusion/smooth-colors.ts';

const [width, height] = [160, 120];

test('continues a slope of colors through a hidden part', () => {
  const rgb = new Uint8Array(width * height * 3);
  const seen = createPlane(width, height);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const hidden = Math.hypot(x - 80, y - 60) < 30;
    rgb.set(hidden ? [255, 0, 0] : [60, 80 + y, x], i * 3);
    seen.data[i] = hidden ? 0 : 1;
  }
  const { mean, variance } = smoothColors(planesOf({ width, height, rgb }), seen);
  const middle = 60 * width + 80;
  const [r, g, b] = mean.map(({ data }) => data[middle]! * 255) as [number, number, number];
  expect(Math.abs(r - 60)).toBeLessThan(2);
  expect(Math.abs(g - 140)).toBeLessThan(12);
  expect(Math.abs(b - 80)).toBeLessThan(12);
  expect(variance.data[middle]).toBeLessThan(0.05);
});
