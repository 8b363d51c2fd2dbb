import { expect, test } from 'vitest';
import { cropFrame, frameAround, toPhoto } from '../../../../engine/vision/photo/frame.ts';

/** Red grows with x and green with y, so that each color identifies its location. */
function ramps(width: number, height: number) {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgb.set([x, y, 0], (y * width + x) * 3);
  }
  return { width, height, rgb };
}

test.each([0, Math.PI / 2, -0.4, Math.PI])(
  'a crop rotated by %f shows the pixels at the coordinates of toPhoto',
  (angle) => {
    const photo = ramps(200, 200);
    const frame = { x: 101, y: 96, side: 60, angle };
    const size = 20;
    const seen = cropFrame(photo, frame, size, 0, 255);
    for (const [u, v] of [
      [3, 4],
      [10, 10],
      [18, 7],
    ] as const) {
      const place = toPhoto(frame, size, u + 0.5, v + 0.5);
      expect(seen[(v * size + u) * 3]).toBeCloseTo(place.x - 0.5, 1);
      expect(seen[(v * size + u) * 3 + 1]).toBeCloseTo(place.y - 0.5, 1);
    }
  },
);

test('beyond the border is black, at the low end of the range', () => {
  const seen = cropFrame(
    { width: 10, height: 10, rgb: new Uint8Array(300).fill(255) },
    { x: 0, y: 0, side: 20, angle: 0 },
    4,
    -1,
    1,
  );
  expect([...seen.subarray(0, 3)]).toEqual([-1, -1, -1]);
  expect([...seen.subarray(-3)]).toEqual([1, 1, 1]);
});

test('a frame around points is as small as possible at the given angle, and then enlarged', () => {
  const quarter = Math.PI / 4;
  const frame = frameAround(
    [
      { x: 10, y: 10 },
      { x: 20, y: 20 },
    ],
    quarter,
    1.5,
  );
  expect(frame.x).toBeCloseTo(15);
  expect(frame.y).toBeCloseTo(15);
  expect(frame.side).toBeCloseTo(Math.hypot(10, 10) * 1.5);
});
