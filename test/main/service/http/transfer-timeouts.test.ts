import { expect, test } from 'vitest';
import { maxTransferMs } from '../../../../main/service/http/transfer-timeouts.ts';

const megabyte = 1_000_000;
const hour = 60 * 60 * 1000;

test.each([
  [0, 300_000],
  [10_000, 301_000],
  [20 * megabyte, 300_000 + 2_000_000],
  // A slow but working network transfers 200 MB.
  [200 * megabyte, 300_000 + 20_000_000],
  [500 * megabyte, 6 * hour],
])('%i bytes time out after %i ms', (bytes, ms) => {
  expect(maxTransferMs(bytes, 300_000)).toBe(ms);
});
