/** Stage 3: queries the service for a task once; task-poller.ts decides when. */
import { basename } from 'node:path';
import type { JobError } from '../../../contract/jobs/job.ts';
import { joinMessages, msg } from '../../../contract/messages/message.ts';
import { isFromService } from '../../service/errors/pause-reasons.ts';
import { isTaskFailure, ServiceFailure } from '../../service/errors/service-failure.ts';
import type { Job } from '../../store/index.ts';
import { jobError, type Outcome, outcomeOf } from '../stage-outcome.ts';
import { saveResponse } from './save-response.ts';
import type { StageContext } from './stage-types.ts';

export type PollOutcome =
  | Outcome
  /** The service is still at work: query again. */
  | { readonly kind: 'pending' }
  /** The query failed, which says nothing about the task: query again. `warning`: shown once the trouble has lasted a while. */
  | { readonly kind: 'unreadable'; readonly warning: JobError | null };

/** Trouble is shown after this time, in ms. */
const warnAfterMs = 3 * 60_000;
/** A service that doesn't know a paid task is queried for this long, in ms, before the user decides. */
const maxGoneMs = 10 * 60_000;

/**
 * Queries the task of a waiting job once. Only the service's statement that the task failed ends it: a query that fails is repeated,
 * and 24 hours after the submission the user decides.
 * @param onFailure called with a failed request before it becomes an outcome, for the pace
 */
export async function poll(
  job: Job,
  context: StageContext,
  onFailure: (failure: ServiceFailure) => void,
): Promise<PollOutcome> {
  const { store, folder, signal } = context;
  const run = store.stepRuns.get(job.id, job.step);
  if (run?.taskId == null) return taskLost();
  const { client } = await context.service();
  try {
    const answer = await client.query(job.operation, run.taskId, folder.scratch, signal);
    context.noteTaskTrouble(null);
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
    return outcomeOfQuery(error, job, context);
  }
}

function outcomeOfQuery(failure: ServiceFailure, job: Job, context: StageContext): PollOutcome {
  const outcome = outcomeOf(failure);
  if (outcome.kind === 'stop' || outcome.kind === 'uncertain') return outcome;
  if (outcome.kind === 'fail' && isTaskFailure(failure)) return { ...outcome, spent: true };
  const isGone = failure.subject === 'expired';
  if (isFromService(failure) && isGivenUp(context)) return expired(failure);
  if (outcome.kind === 'wait') return outcome;
  const troubleMs = context.noteTaskTrouble(isGone ? 'gone' : 'unreadable');
  // A task that is free is simply sent again.
  if (isGone && (!context.canCharge || troubleMs >= maxGoneMs)) return forgotten(failure);
  return { kind: 'unreadable', warning: troubleMs >= warnAfterMs ? unreadable(failure, job) : null };
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

/** @param failure of the last query, if it failed */
function expired(failure: ServiceFailure | null = null): Outcome {
  const message = joinMessages(failure?.sentence ?? null, msg('pipeline.task.late'));
  return { kind: 'uncertain', error: jobError('uncertain', 'RESULTS_EXPIRED', message, 'decide') };
}

/** A damaged database has lost what to ask for. */
function taskLost(): Outcome {
  return { kind: 'uncertain', error: jobError('uncertain', 'TASK_LOST', msg('pipeline.task.lost'), 'decide') };
}

function forgotten({ requestId, logId }: ServiceFailure): Outcome {
  const error = jobError('uncertain', 'TASK_FORGOTTEN', msg('pipeline.task.forgotten'), 'decide');
  return { kind: 'uncertain', error: { ...error, requestId, logId } };
}

/** Its kind is `expired` if the service doesn't know the task: then it ends by itself. */
function unreadable({ code, subject, sentence, requestId, logId }: ServiceFailure, job: Job): JobError {
  const message = joinMessages(msg('pipeline.task.unreadable', { name: basename(job.sourcePath) }), sentence);
  return { ...jobError(subject, code, message, 'open-services'), requestId, logId };
}
