/** Stage 3: queries a task once; task-poller.ts decides when. */
import { basename } from 'node:path';
import type { JobError } from '../../../contract/jobs/job.ts';
import { joinMessages, msg } from '../../../contract/messages/message.ts';
import { isFromService } from '../../service/errors/pause-reasons.ts';
import { isTaskFailure, ServiceFailure } from '../../service/errors/service-failure.ts';
import type { Job } from '../../store/index.ts';
import { jobError, type Outcome, outcomeOf } from '../stage-outcome.ts';
import type { StageContext } from './stage-types.ts';
import { saveResponse } from './work/save-response.ts';

export type PollOutcome =
  | Outcome
  | { readonly kind: 'pending' }
  /** The query failed, but the task may run. `warning` is shown after a while. */
  | { readonly kind: 'unreadable'; readonly warning: JobError | null };

/** In ms. */
const warnAfterMs = 3 * 60_000;
/** Time in ms to query an unknown paid task, before the user decides. */
const maxGoneMs = 10 * 60_000;

/**
 * Only a failure reported by the service ends the task. Failed queries are repeated; the user decides 24 hours after
 * the submission.
 */
export async function poll(
  job: Job,
  context: StageContext,
  onFailure: (failure: ServiceFailure) => void,
): Promise<PollOutcome> {
  const { store, folder, signal } = context;
  const run = store.stepRuns.get(job.id, job.step);
  if (run?.taskId == null) return taskLostOutcome();
  const { client } = await context.service();
  try {
    const queried = await client.query(job.operation, run.taskId, folder.scratch, signal);
    context.noteTaskTrouble(null);
    if (queried.kind === 'pending') return hasTimedOut(context) ? expiredOutcome() : { kind: 'pending' };
    const response = await saveResponse(queried.result, job.step, folder);
    return {
      kind: 'next',
      to: 'fetching',
      event: { kind: 'state', text: msg('pipeline.finishedThere') },
      commit: () => {
        store.stepRuns.answered(job.id, job.step, response, queried.ids);
      },
    };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    onFailure(error);
    store.stepRuns.requestIds(job.id, job.step, error.requestId, error.logId);
    return outcomeOfFailedQuery(error, job, context);
  }
}

function outcomeOfFailedQuery(failure: ServiceFailure, job: Job, context: StageContext): PollOutcome {
  const outcome = outcomeOf(failure);
  if (outcome.kind === 'stop' || outcome.kind === 'uncertain') return outcome;
  if (outcome.kind === 'fail' && isTaskFailure(failure)) return { ...outcome, spent: true };
  const isGone = failure.subject === 'expired';
  if (isFromService(failure) && hasTimedOut(context)) return expiredOutcome(failure);
  if (outcome.kind === 'wait') return outcome;
  const troubleMs = context.noteTaskTrouble(isGone ? 'gone' : 'unreadable');
  // A free task is sent again at once.
  if (isGone && (!context.canCharge || troubleMs >= maxGoneMs)) return taskForgottenOutcome(failure);
  return { kind: 'unreadable', warning: troubleMs >= warnAfterMs ? queryWarning(failure, job) : null };
}

/** Time in ms to correct a clock that was wrong at startup. */
const trustedAfterMs = 2 * 60_000;

/** Checked only after a response, so that a wrong clock or missing network cannot give up an existing result. */
function hasTimedOut(context: StageContext): boolean {
  return context.isOver() && context.followedMs() >= trustedAfterMs;
}

function expiredOutcome(failure: ServiceFailure | null = null): Outcome {
  const message = joinMessages(failure?.sentence ?? null, msg('pipeline.task.late'));
  return { kind: 'uncertain', error: jobError('uncertain', 'RESULTS_EXPIRED', message, 'decide') };
}

function taskLostOutcome(): Outcome {
  return { kind: 'uncertain', error: jobError('uncertain', 'TASK_LOST', msg('pipeline.task.lost'), 'decide') };
}

function taskForgottenOutcome({ requestId, logId }: ServiceFailure): Outcome {
  const error = jobError('uncertain', 'TASK_FORGOTTEN', msg('pipeline.task.forgotten'), 'decide');
  return { kind: 'uncertain', error: { ...error, requestId, logId } };
}

/** Its kind is `expired` if the service does not know the task, which then ends. */
function queryWarning({ code, subject, sentence, requestId, logId }: ServiceFailure, job: Job): JobError {
  const message = joinMessages(msg('pipeline.task.unreadable', { name: basename(job.sourcePath) }), sentence);
  return { ...jobError(subject, code, message, 'open-services'), requestId, logId };
}
