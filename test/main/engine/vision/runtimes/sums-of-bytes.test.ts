import { expect, test } from 'vitest';
import { cutsOffSums } from '../../../../../main/engine/vision/runtimes/sums-of-bytes.ts';

test('is asked once', () => {
  expect(cutsOffSums()).toBe(cutsOffSums());
});
