/** Fixtures for tests of the request limiter: failures of every kind, and functions that fill its slots. */

import { formatMessage } from '../../../contract/messages/format-message.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { Clock } from '../../../main/clock.ts';
import { type FailureFacts, ServiceFailure } from '../../../main/service/errors/service-failure.ts';
import { limiterMessage, messageAt } from '../../../main/service/throttle/limiter-message.ts';
import {
  createRequestLimiter,
  type LimiterState,
  type RequestLimiter,
  type RequestSlot,
} from '../../../main/service/throttle/request-limiter.ts';
import { createManualClock } from '../run/manual-clock.ts';

export function failure(kind: FailureFacts['kind'], more: Partial<FailureFacts> = {}): ServiceFailure {
  return new ServiceFailure({
    kind,
    code: 'TEST',
    sentence: msg('service.code.fault'),
    subject: 'service',
    advice: 'none',
    ...more,
  });
}

/** Creates a limiter with a manual clock, by default for at most three requests. */
export function openLimiter(options: Partial<Parameters<typeof createRequestLimiter>[0]> = {}) {
  const clock = createManualClock();
  return { clock, pace: createRequestLimiter({ cap: 3, clock, ...options }) };
}

/** The service is overloaded. */
export const busy = (retryAfterMs?: number) => failure('wait', retryAfterMs === undefined ? {} : { retryAfterMs });

/** Takes every free slot. */
export function fill(pace: RequestLimiter): Promise<RequestSlot[]> {
  return Promise.all(Array.from({ length: pace.room }, () => pace.enter()));
}

/** Runs one upload that ends with `failure`, or succeeds. */
export async function once(pace: RequestLimiter, failure?: ServiceFailure): Promise<void> {
  (await pace.enter()).release(failure ?? 'answered');
}

/** Remaining pause in ms, 0 without one. */
export function left(pace: RequestLimiter, clock: Pick<Clock, 'monotonic'>): number {
  return pace.state.condition === 'paused' ? pace.state.until - clock.monotonic() : 0;
}

/** Returns the status line for a limiter at `now` (ms of its clock), or null if there is no problem. */
export function paceSentence(state: LimiterState, now: number): string | null {
  const message = limiterMessage(state);
  return message && formatMessage(messageAt(message, now));
}
