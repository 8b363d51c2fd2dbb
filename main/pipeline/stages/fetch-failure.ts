import type { JobError } from '../../../contract/jobs/job.ts';
import { msg } from '../../../contract/messages/message.ts';
import { isFromService, isRefusal } from '../../service/errors/pause-reasons.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import { jobError, type Outcome, outcomeOf, StageEnd } from '../stage-outcome.ts';

export interface FetchFailureContext {
  /** Whether repeating the work costs money. */
  readonly canCharge: boolean;
  /** Whether the result may be deleted, by this computer's clock. */
  readonly isOver: boolean;
  /** Whether the engine has restarted at another address. */
  readonly hasMoved: boolean;
  /** Interval of a task's queries, in ms. */
  readonly pollMs: number;
}

/**
 * A free service repeats missing or damaged results. A paid one is queried until it has none after its time; then the
 * user decides. Both wait for transfer errors.
 */
export function fetchFailureOutcome(
  error: ServiceFailure | StageEnd,
  { canCharge, isOver, hasMoved, pollMs }: FetchFailureContext,
): Outcome {
  const outcome = outcomeOf(error);
  // Nothing was requested.
  if (!('error' in outcome) || (error instanceof StageEnd && outcome.kind === 'stop')) return outcome;
  if (error instanceof ServiceFailure && error.subject === 'disk') return { kind: 'retry', error: outcome.error };
  const isForgotten = isOver && isCausedByService(error);
  if (!canCharge) {
    const isWorthWaiting = isTransferError(error) && !isForgotten && !hasMoved;
    return isWorthWaiting ? later(outcome, pollMs) : { kind: 'uncertain', error: outcome.error };
  }
  if (isForgotten) return { kind: 'uncertain', error: resultLost };
  // This keeps the poll interval too.
  if (isRefusal(error)) return { kind: 'retry', error: addressRefused, after: pollMs };
  return later(outcome, pollMs);
}

/** A failed download stops no profile and leaves nothing open (see `request-limiter.ts`). */
function later(outcome: Extract<Outcome, { error: JobError }>, pollMs: number): Outcome {
  const { kind, error } = outcome;
  return kind === 'stop' || kind === 'uncertain' ? { kind: 'retry', error, after: pollMs } : outcome;
}

/** Whether the error is unrelated to the result: a busy service, the network, a proxy, a certificate. */
function isTransferError(error: ServiceFailure | StageEnd): boolean {
  if (error instanceof StageEnd || isRefusal(error)) return false;
  if (error.kind === 'wait' || error.kind === 'auth' || error.subject === 'network') return true;
  return error.kind === 'retry' && error.httpStatus !== undefined;
}

/** Whether the service caused it, not a hotel's login page or a missing network. */
function isCausedByService(error: ServiceFailure | StageEnd): boolean {
  if (error instanceof StageEnd) return error.outcome.kind === 'retry';
  return isFromService(error) || error.code === 'RESULT_TRUNCATED' || error.code === 'RESULT_EMPTY_FILE';
}

const addressRefused = jobError('expired', 'RESULT_ADDRESS_REFUSED', msg('pipeline.result.addressRefused'), 'none');

const resultLost = jobError('uncertain', 'RESULT_LOST', msg('pipeline.result.lost'), 'decide');
