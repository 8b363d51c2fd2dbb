import { expect, test } from 'vitest';
import { createClockJumpDetector } from '../../../../main/pipeline/flow/clock-jumps.ts';
import { createManualClock } from '../../../helpers/run/manual-clock.ts';

const minutes = 60_000;
type Clock = ReturnType<typeof createManualClock>;

test.for<[string, (clock: Clock) => void, { setByMs?: number; sleptMs?: number }]>([
  ['nothing', (clock) => clock.advance(2000), {}],
  ['a clock put right by a second', (clock) => clock.setWall(1000), {}],
  ['a clock set back', (clock) => clock.setWall(-90 * minutes), { setByMs: -90 * minutes }],
  ['a clock set forward', (clock) => clock.setWall(30 * 60 * minutes), { setByMs: 30 * 60 * minutes }],
  ['sleep', (clock) => clock.sleep(24 * 60 * minutes), { sleptMs: 24 * 60 * minutes }],
  ['sleep, where the clock for waiting goes on', (clock) => clock.advance(8 * minutes), { sleptMs: 8 * minutes }],
  [
    'sleep over which the clock was set',
    (clock) => {
      clock.sleep(60 * minutes);
      clock.setWall(-60 * minutes);
    },
    { sleptMs: 60 * minutes, setByMs: -60 * minutes },
  ],
])('reports %s, once', ([, happens, leap]) => {
  const clock = createManualClock();
  const read = createClockJumpDetector(clock);
  clock.advance(2000);
  expect(read()).toEqual({ setByMs: 0, sleptMs: 0 });
  happens(clock);
  clock.advance(2000);
  const expected = { setByMs: 0, sleptMs: 0, ...leap };
  const jump = read();
  expect(jump.setByMs).toBe(expected.setByMs);
  expect(Math.abs(jump.sleptMs - expected.sleptMs)).toBeLessThanOrEqual(2000);
  clock.advance(2000);
  expect(read()).toEqual({ setByMs: 0, sleptMs: 0 });
});

test('small steps add up until they are reported', () => {
  const clock = createManualClock();
  const read = createClockJumpDetector(clock);
  const jumps = Array.from({ length: 6 }, () => {
    clock.setWall(1000);
    return read().setByMs;
  });
  expect(jumps).toEqual([0, 0, 0, 0, 5000, 0]);
});
