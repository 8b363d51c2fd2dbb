/** What becomes of a job whose result could not be fetched. */
import type { JobError } from '../../../contract/jobs/job.ts';
import { msg } from '../../../contract/messages/message.ts';
import { isFromService, isRefusal } from '../../service/errors/pause-reasons.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import { jobError, type Outcome, outcomeOf, StageEnd } from '../stage-outcome.ts';

export interface FetchFailureContext {
  /** Of the job's profile: what is done again at a free one costs nothing. */
  readonly canCharge: boolean;
  /** True when the service need not keep the result any longer, by this computer's clock. */
  readonly isOver: boolean;
  /** True when it lies at an address that the built-in engine had before it was started anew. */
  readonly hasMoved: boolean;
  /** ms between two questions about one task. */
  readonly pollMs: number;
}

/**
 * A free service makes again what it no longer has, or gave out damaged. What was paid is asked for until the service, asked
 * after its time, does not give it out; then the user decides. Trouble on the way there is waited out by both.
 */
export function fetchFailureOutcome(
  error: ServiceFailure | StageEnd,
  { canCharge, isOver, hasMoved, pollMs }: FetchFailureContext,
): Outcome {
  const outcome = outcomeOf(error);
  // Nothing was asked: the service could not be used.
  if (!('error' in outcome) || (error instanceof StageEnd && outcome.kind === 'stop')) return outcome;
  if (error instanceof ServiceFailure && error.subject === 'disk') return { kind: 'retry', error: outcome.error };
  const isForgotten = isOver && isCausedByService(error);
  if (!canCharge) {
    const isWorthWaiting = isTroubleOnTheWay(error) && !isForgotten && !hasMoved;
    return isWorthWaiting ? later(outcome, pollMs) : { kind: 'uncertain', error: outcome.error };
  }
  if (isForgotten) return { kind: 'uncertain', error: resultLost };
  // A task is not asked about more often than that, also for its addresses.
  if (isRefusal(error)) return { kind: 'retry', error: addressRefused, after: pollMs };
  return later(outcome, pollMs);
}

/** A download stops no profile (see `request-limiter.ts`), and what came of it leaves nothing open. */
function later(outcome: Extract<Outcome, { error: JobError }>, pollMs: number): Outcome {
  const { kind, error } = outcome;
  return kind === 'stop' || kind === 'uncertain' ? { kind: 'retry', error, after: pollMs } : outcome;
}

/** True for what says nothing of the result: a busy service, a line that is down, a proxy, a certificate. */
function isTroubleOnTheWay(error: ServiceFailure | StageEnd): boolean {
  if (error instanceof StageEnd || isRefusal(error)) return false;
  if (error.kind === 'wait' || error.kind === 'auth' || error.subject === 'network') return true;
  return error.kind === 'retry' && error.httpStatus !== undefined;
}

/** A page may be a hotel's login, and a computer that wakes up without a network has not asked at all. */
function isCausedByService(error: ServiceFailure | StageEnd): boolean {
  if (error instanceof StageEnd) return error.outcome.kind === 'retry';
  return isFromService(error) || error.code === 'RESULT_TRUNCATED' || error.code === 'RESULT_EMPTY_FILE';
}

const addressRefused = jobError('expired', 'RESULT_ADDRESS_REFUSED', msg('pipeline.result.addressRefused'), 'none');

const resultLost = jobError('uncertain', 'RESULT_LOST', msg('pipeline.result.lost'), 'decide');
