import { expect, test } from 'vitest';
import { visibleBox } from '../../../../engine/vision/face/box.ts';

const photo = { width: 100, height: 80 };

test.each([
  [
    { left: 10, top: 20, width: 30, height: 40 },
    { left: 10, top: 20, width: 30, height: 40 },
  ],
  [
    { left: -5, top: -7, width: 30, height: 40 },
    { left: 0, top: 0, width: 25, height: 33 },
  ],
  [
    { left: 90, top: 60, width: 30, height: 40 },
    { left: 90, top: 60, width: 10, height: 20 },
  ],
])('%j', (box, visible) => {
  expect(visibleBox(box, photo)).toEqual(visible);
});
