/**
 * Schedules the queries of tasks, as often as the interface allows and never many at once. Section "States and
 * transitions".
 */
import { minPollIntervalMs, taskLifetimeMs } from '../../../contract/services/task-limits.ts';

/**
 * Between queries of different tasks, in ms. It is short, so that results that are ready together arrive together, and
 * a lane has few tasks (eight per concurrent request).
 */
const pollGapMs = 10;

/**
 * Returns the time of a task's next query (ms since 1970), at least `interval` from now and `gap` from all times in
 * `taken`, the next queries of other tasks. With too many tasks, each is queried less often at the same rate.
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

/** Whether the service has dropped a task submitted at `submittedAt` (ms since 1970). */
export function hasExpired(submittedAt: number, now: number): boolean {
  return now - submittedAt >= taskLifetimeMs;
}
