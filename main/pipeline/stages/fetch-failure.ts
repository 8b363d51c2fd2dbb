/** Maps a failed download to the outcome of its job. */
import type { JobError } from '../../../contract/jobs/job.ts';
import { msg } from '../../../contract/messages/message.ts';
import { isFromService, isRefusal } from '../../service/errors/pause-reasons.ts';
import { ServiceFailure } from '../../service/service-failure.ts';
import { jobError, type Outcome, outcomeOf, StageEnd } from '../stage-outcome.ts';

export interface FetchFailureContext {
  /** Whether the job's service charges. A free one can repeat the work. */
  readonly canCharge: boolean;
  /** Whether the service may have deleted the result, by this computer's clock. */
  readonly isOver: boolean;
  /** Whether the built-in engine has restarted, so that the result's address is obsolete. */
  readonly hasMoved: boolean;
  /** Time between two queries of a task, in ms. */
  readonly pollMs: number;
}

/**
 * Returns the outcome. A free service repeats a missing or damaged result. A paid result is retried until the service does not
 * return it after its time; then the user decides. Transfer errors are retried in both cases.
 */
export function fetchFailureOutcome(
  error: ServiceFailure | StageEnd,
  { canCharge, isOver, hasMoved, pollMs }: FetchFailureContext,
): Outcome {
  const outcome = outcomeOf(error);
  // The service is unavailable, so nothing was requested.
  if (!('error' in outcome) || (error instanceof StageEnd && outcome.kind === 'stop')) return outcome;
  if (error instanceof ServiceFailure && error.subject === 'disk') return { kind: 'retry', error: outcome.error };
  const isForgotten = isOver && isCausedByService(error);
  if (!canCharge) {
    const isWorthWaiting = isTransferError(error) && !isForgotten && !hasMoved;
    return isWorthWaiting ? later(outcome, pollMs) : { kind: 'uncertain', error: outcome.error };
  }
  if (isForgotten) return { kind: 'uncertain', error: resultLost };
  // Queries for new addresses of a task keep its poll interval too.
  if (isRefusal(error)) return { kind: 'retry', error: addressRefused, after: pollMs };
  return later(outcome, pollMs);
}

/** Turns outcomes that would stop the profile, or leave the job uncertain, into a retry (see `request-limiter.ts`). */
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

/** Whether the service itself caused the failure, rather than a hotel's login page or a network that is down. */
function isCausedByService(error: ServiceFailure | StageEnd): boolean {
  if (error instanceof StageEnd) return error.outcome.kind === 'retry';
  return isFromService(error) || error.code === 'RESULT_TRUNCATED' || error.code === 'RESULT_EMPTY_FILE';
}

const addressRefused = jobError('expired', 'RESULT_ADDRESS_REFUSED', msg('pipeline.result.addressRefused'), 'none');

const resultLost = jobError('uncertain', 'RESULT_LOST', msg('pipeline.result.lost'), 'decide');
