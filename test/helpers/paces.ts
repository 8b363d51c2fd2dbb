/** What tests of the pace stand on: failures of every kind, and ways to fill its seats. */

import { formatMessage } from '../../contract/format-message.ts';
import { msg } from '../../contract/message.ts';
import type { Clock } from '../../main/clock.ts';
import { type FailureFacts, ServiceFailure } from '../../main/service/failure.ts';
import type { Pace, PaceState, Seat } from '../../main/service/pace/pace.ts';
import { atTime, paceWords } from '../../main/service/pace/sentence.ts';

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

/** The service has too much to do. */
export const busy = (retryAfterMs?: number) => failure('wait', retryAfterMs === undefined ? {} : { retryAfterMs });

/** Takes every free seat. */
export function fill(pace: Pace): Promise<Seat[]> {
  return Promise.all(Array.from({ length: pace.room }, () => pace.enter()));
}

/** One upload alone that comes to `failure`, or to success. */
export async function once(pace: Pace, failure?: ServiceFailure): Promise<void> {
  (await pace.enter()).release(failure ?? 'answered');
}

/** ms that the pause lasts still, 0 without one. */
export function left(pace: Pace, clock: Pick<Clock, 'monotonic'>): number {
  return pace.state.condition === 'paused' ? pace.state.until - clock.monotonic() : 0;
}

/** What the screen says of a pace at `now` (ms by its clock); null while all is well. */
export function paceSentence(state: PaceState, now: number): string | null {
  const said = paceWords(state);
  return said && formatMessage(atTime(said, now));
}
