import { expect, test } from 'vitest';
import { cutsOffSums } from '../../../../engine/sight/runtimes/sums-of-bytes.ts';

test('is asked once', () => {
  expect(cutsOffSums()).toBe(cutsOffSums());
});
