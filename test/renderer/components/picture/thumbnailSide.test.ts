import { expect, it } from 'vitest';
import { sideFor } from '../../../../renderer/components/picture/thumbnailSide.ts';

it.each([
  [44, 1, 80],
  [44, 2, 80],
  [176, 1, 160],
  [176, 2, 320],
  [352, 1, 320],
  [352, 3, 640],
])('%i px at %i times is drawn from %i px', (length, ratio, side) => {
  expect(sideFor(length, ratio)).toBe(side);
});
