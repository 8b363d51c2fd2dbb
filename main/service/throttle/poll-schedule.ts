/** When tasks are asked about: no task more often than every 5 s (or what its profile says), and never many at once. Section "States and transitions". */
import { minPollIntervalMs, taskLifetimeMs } from '../../../contract/services/task-limits.ts';

/**
 * Time in ms between the questions about different tasks: results that are ready together come home together, and a lane has so few
 * tasks (eight for each request at a time) that its service is asked a few times a second.
 */
const pollGap = 10;

/**
 * When to ask about a task again (ms since 1970): at the first moment at least `interval` ms from now
 * that keeps `gap` ms from every time in `taken`, the times at which other tasks are due.
 * With more tasks than fit into an interval, each is asked less often; the rate at the service stays the same.
 */
export function nextPollAt(now: number, taken: Iterable<number>, gap = pollGap, interval = minPollIntervalMs): number {
  let due = now + interval;
  for (const takenTime of [...taken].sort((a, b) => a - b)) {
    if (takenTime <= due - gap) continue;
    if (takenTime >= due + gap) break;
    due = takenTime + gap;
  }
  return due;
}

/** True when the service has forgotten a task submitted at `submittedAt` (ms since 1970). */
export function hasExpired(submittedAt: number, now: number): boolean {
  return now - submittedAt >= taskLifetimeMs;
}
