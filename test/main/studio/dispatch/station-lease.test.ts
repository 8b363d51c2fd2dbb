/** Leases are measured with monotonic clocks. */
import { expect, test } from 'vitest';
import { createLease } from '../../../../main/studio/dispatch/station-lease.ts';
import { createManualClock } from '../../../helpers/run/manual-clock.ts';

function openLease() {
  const clock = createManualClock();
  const lease = createLease(clock);
  lease.renew(lease.now(), 40_000);
  return { clock, lease };
}

test('a lease ends before the database’s does, counted from when it was requested', () => {
  const { clock, lease } = openLease();
  clock.advance(27_000);
  expect(lease.isValid).toBe(true);
  clock.advance(2000);
  expect(lease.isValid).toBe(false);
});

test('a lease ends during sleep, although the clock is set back at wake-up', () => {
  const { clock, lease } = openLease();
  clock.sleep(60_000);
  clock.setWall(-48 * 3_600_000);
  expect(lease.isValid).toBe(false);
});

test('a clock change does not end a lease', () => {
  const { clock, lease } = openLease();
  clock.setWall(48 * 3_600_000);
  expect(lease.isValid).toBe(true);
});
