import { expect, test } from 'vitest';
import { createCircuitBreaker } from '../../../../main/service/throttle/circuit-breaker.ts';
import { pauseMs } from '../../../../main/service/throttle/circuit-breaker-state.ts';
import { createManualClock } from '../../../helpers/run/manual-clock.ts';

test.each<[number, number | undefined, number]>([
  [0, undefined, 2],
  [1, undefined, 4],
  [7, undefined, 256],
  [8, undefined, 300],
  [1_000_000, undefined, 300],
  [0, 0, 2],
  [3, 0, 16],
  [0, -5_000, 2],
  [0, Number.NEGATIVE_INFINITY, 2],
  [0, 20_000, 20],
  [5, 20_000, 64],
  [0, 1e15, 3600],
  [99, Number.POSITIVE_INFINITY, 3600],
])('after %d pauses in a row, with %j ms requested: %d s', (before, requestedMs, seconds) => {
  expect(pauseMs(before, requestedMs)).toBe(seconds * 1000);
});

test.each([
  [8, 512],
  [10, 2048],
  [11, 3600],
  [99, 3600],
])('after %d pauses of at most an hour in a row: %d s', (before, seconds) => {
  expect(pauseMs(before, undefined, 3_600_000)).toBe(seconds * 1000);
});

test('stragglers from before the failure neither double its pause nor end it', () => {
  const clock = createManualClock();
  const brake = createCircuitBreaker(clock, () => undefined);
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => brake.pass());
  expect(first?.failed({ reason: 'busy' })).toBe(true);
  expect(second?.failed({ reason: 'busy' })).toBe(false);
  expect(brake.state).toMatchObject({ stage: 'open', until: clock.monotonic() + 2_000 });
  expect(third?.answered()).toBe(false);
  clock.advance(2_000);
  expect([brake.canPass, brake.state.stage]).toEqual([true, 'half-open']);
  // A late failure with a longer pause still extends it, and a trial in progress does not end that pause.
  const trial = brake.pass();
  fourth?.failed({ reason: 'busy', requestedMs: 30_000 });
  expect(trial.answered()).toBe(true);
  expect(brake.state).toMatchObject({ stage: 'open', until: clock.monotonic() + 30_000 });
});

test('one trial request at a time passes, until one is answered', () => {
  const clock = createManualClock();
  let over = 0;
  const brake = createCircuitBreaker(clock, () => {
    over += 1;
  });
  brake.trip({ reason: 'unreachable' });
  expect(brake.canPass).toBe(false);
  clock.advance(2_000);
  expect(over).toBe(1);
  const trial = brake.pass();
  expect(brake.canPass).toBe(false);
  trial.inconclusive();
  expect(brake.canPass).toBe(true);
  const next = brake.pass();
  expect(next.answered()).toBe(true);
  expect(brake.state).toMatchObject({ stage: 'closed' });
  expect(brake.canPass).toBe(true);
});

test('resuming ends the pause and allows one trial request', () => {
  const clock = createManualClock();
  let over = 0;
  const brake = createCircuitBreaker(clock, () => {
    over += 1;
  });
  brake.resume();
  expect(brake.state.stage).toBe('closed');
  brake.trip({ reason: 'busy', requestedMs: 3_600_000 });
  brake.resume();
  expect(brake.state).toMatchObject({ stage: 'half-open', reason: 'busy', trial: null });
  clock.advance(3_600_000);
  expect(over).toBe(0);
});
