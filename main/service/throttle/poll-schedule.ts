/** Schedules queries of tasks. Section "States and transitions". */
import { minPollIntervalMs, taskLifetimeMs } from '../../../contract/services/task-limits.ts';

/** Short, so that results arrive together; a lane has only eight tasks per concurrent request. */
const pollGapMs = 10;

/**
 * Returns the time of a task's next query (ms since 1970), after `interval` and `gap` ms from those in `taken`. Many
 * tasks lengthen the interval, not the rate.
 */
export function nextPollAt(
  now: number,
  taken: Iterable<number>,
  gap = pollGapMs,
  interval = minPollIntervalMs,
): number {
  let due = now + interval;
  for (const takenTime of [...taken].sort((a, b) => a - b)) {
    if (takenTime <= due - gap) continue;
    if (takenTime >= due + gap) break;
    due = takenTime + gap;
  }
  return due;
}

/** Whether the service has dropped a task. Times in ms since 1970. */
export function hasExpired(submittedAt: number, now: number): boolean {
  return now - submittedAt >= taskLifetimeMs;
}
