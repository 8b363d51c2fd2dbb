import { expect, it } from 'vitest';
import { toRadius, toStep } from '../../../../../renderer/screens/review/touchUp/BrushBar.tsx';

it('the size slider ranges from the smallest to the largest brush', () => {
  expect([toRadius(0), toRadius(200)]).toEqual([0.5, 2000]);
  for (const radius of [0.5, 3, 40, 600, 2000]) expect(toRadius(toStep(radius)) / radius).toBeCloseTo(1, 1);
});
