import { expect, test } from 'vitest';
import { portraitRect } from '../../../../engine/effects/card/draw-card.ts';

const shape = { width: 456, height: 570 };
const faces = [
  { left: 400, top: 300, width: 200, height: 260 },
  { left: 0, top: 0, width: 80, height: 100 },
  { left: 1120, top: 760, width: 80, height: 100 },
];

test.each([
  { width: 1200, height: 860 },
  { width: 700, height: 2000 },
  { width: 3000, height: 640 },
])('the crop is inside a photograph of $width x $height and keeps the aspect ratio', (photo) => {
  for (const face of faces) {
    const { x, y, width, height } = portraitRect(photo, face, shape);
    expect(x >= 0 && y >= 0 && x + width <= photo.width && y + height <= photo.height).toBe(true);
    expect(width / height).toBeCloseTo(shape.width / shape.height, 1);
  }
});

test('the face is in the middle, with space for hair', () => {
  const face = faces[0]!;
  const { x, y, width, height } = portraitRect({ width: 1200, height: 1200 }, face, shape);
  expect(x + width / 2).toBeCloseTo(face.left + face.width / 2, -1);
  expect(face.top - y).toBeGreaterThan(face.height * 0.4);
  expect(y + height - face.top - face.height).toBeGreaterThan(face.height * 0.4);
});
