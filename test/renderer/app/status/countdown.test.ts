import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startCountdown } from '../../../../renderer/app/status/countdown.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends once after its time, not counting pauses', () => {
  let isPaused = false;
  const onEnd = vi.fn();
  startCountdown(6000, () => isPaused, onEnd);
  vi.advanceTimersByTime(5750);
  isPaused = true;
  vi.advanceTimersByTime(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  isPaused = false;
  vi.advanceTimersByTime(250);
  vi.advanceTimersByTime(60_000);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

it('can be stopped', () => {
  const onEnd = vi.fn();
  startCountdown(1000, () => false, onEnd)();
  vi.advanceTimersByTime(60_000);
  expect(onEnd).not.toHaveBeenCalled();
});
