/** Stage 3: asks the service once how a task is. When each is asked is in task-poller.ts. */
import type { JobError } from '../../../contract/job.ts';
import { msg } from '../../../contract/message.ts';
import { isFromService } from '../../service/errors/pause-reasons.ts';
import { ServiceFailure } from '../../service/service-failure.ts';
import type { Job } from '../../store/index.ts';
import { jobError, type Outcome, outcomeOf } from '../stage-outcome.ts';
import { saveResponse } from './save-response.ts';
import type { StageContext } from './stage-types.ts';

/** Still at work there: ask again. */
export type StillPending = { readonly kind: 'pending' };

/** @param onFailure told of a failed request before it becomes an outcome, for the pace */
export async function poll(
  job: Job,
  context: StageContext,
  onFailure: (failure: ServiceFailure) => void,
): Promise<Outcome | StillPending> {
  const { store, folder, signal } = context;
  const run = store.stepRuns.get(job.id, job.step);
  if (run?.taskId == null) return taskLost();
  const { client } = await context.service();
  try {
    const answer = await client.query(job.operation, run.taskId, folder.scratch, signal);
    if (answer.kind === 'pending') return isGivenUp(context) ? expired() : { kind: 'pending' };
    const kept = await saveResponse(answer.result, job.step, folder);
    return {
      kind: 'next',
      to: 'fetching',
      event: { kind: 'state', text: msg('pipeline.finishedThere') },
      commit: () => {
        store.stepRuns.answered(job.id, job.step, kept);
        store.stepRuns.requestIds(job.id, job.step, answer.ids.requestId, answer.ids.logId);
      },
    };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    onFailure(error);
    store.stepRuns.requestIds(job.id, job.step, error.requestId, error.logId);
    const outcome = outcomeOf(error);
    if (outcome.kind === 'stop') return outcome;
    // What the service has lost may have been charged. A task that failed is not.
    if (outcome.kind === 'fail' && error.subject === 'expired') return lost(outcome.error);
    if (outcome.kind === 'uncertain') return outcome;
    if (outcome.kind === 'fail') return { ...outcome, spent: true };
    if (isFromService(error) && context.isOver()) return expired();
    return outcome.kind === 'wait' ? outcome : { kind: 'pending' };
  }
}

/** A computer that was switched on with a wrong clock is given this long (ms) to put it right. */
const trustedAfterMs = 2 * 60_000;

/**
 * Asked only after an answer: neither a clock that jumped ahead nor a missing network can give up a result that is there. The
 * service still knows the task, so there is time to be sure of the clock.
 */
function isGivenUp(context: StageContext): boolean {
  return context.isOver() && context.followedMs() >= trustedAfterMs;
}

function expired(): Outcome {
  return { kind: 'uncertain', error: jobError('uncertain', 'RESULTS_EXPIRED', msg('pipeline.task.late'), 'decide') };
}

/** A damaged database has lost what to ask for. */
function taskLost(): Outcome {
  return { kind: 'uncertain', error: jobError('uncertain', 'TASK_LOST', msg('pipeline.task.lost'), 'decide') };
}

function lost(error: JobError): Outcome {
  const message = msg('pipeline.task.forgotten');
  return { kind: 'uncertain', error: { ...error, kind: 'uncertain', message, advice: 'decide' } };
}
