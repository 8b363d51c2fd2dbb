import { expect, test } from 'vitest';
import { createPlane } from '../../../../../main/engine/vision/pixels/plane.ts';
import { dropScraps } from '../../../../../main/engine/vision/skin/scraps.ts';

const side = 60;

/** Shares and probabilities of two pieces with soft rims: one that is surely skin, one that is not. */
function pieces() {
  const [whole, likely] = [createPlane(side, side), createPlane(side, side)];
  for (const [x, y, peak] of [
    [15, 30, 0.97],
    [45, 30, 0.8],
  ] as const) {
    for (let i = 0; i < side * side; i++) {
      const far = Math.hypot((i % side) - x, Math.floor(i / side) - y);
      whole.data[i] = Math.max(whole.data[i]!, Math.min(1, Math.max(0, (12 - far) / 5)));
      likely.data[i] = Math.max(likely.data[i]!, peak * Math.min(1, Math.max(0, (14 - far) / 8)));
    }
  }
  return { whole, likely };
}

test('what is surely skin stays as it was, with its soft rim; what never is goes with its own', () => {
  const { whole, likely } = pieces();
  const before = whole.data.slice();
  dropScraps(whole, likely, 3);
  for (let i = 0; i < before.length; i++) expect(whole.data[i]).toBe(i % side < 30 ? before[i] : 0);
});
