/** Stage 2: sends the upload. That it is being sent is in the database before the first byte leaves. */

import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Step } from '../../../contract/recipes/recipe.ts';
import { type NetworkUse, networkOf, networkTitle } from '../../../contract/services/networks.ts';
import { pinnedFileAt } from '../../imaging/container/pinned-files.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import { type Job, skipOnTrouble, taskOfAnotherCode } from '../../store/index.ts';
import { jobError, type Outcome, StageEnd } from '../stage-outcome.ts';
import { saveResponse } from './save-response.ts';
import type { PreparedUpload, StageContext } from './stage-types.ts';
import { stepRunOf } from './step-run.ts';

/** The outcome of a request of which nobody knows whether the service took it. */
export function uncertainOutcome(code: string): Outcome {
  return { kind: 'uncertain', error: jobError('uncertain', code, msg('pipeline.answerLost'), 'decide') };
}

const taskOfAnother = jobError('uncertain', taskOfAnotherCode, msg('pipeline.task.ofAnother'), 'decide');

/**
 * One photograph's result must not be taken for another's: nobody knows to which of them the task belongs. So none of them
 * goes on by itself, and of one that is finished it is said. True where the task of `job` is one of another photograph.
 */
function sharesTask(job: Job, taskId: string, { store, canCharge }: StageContext): boolean {
  const otherRuns = store.stepRuns.withSameTask(job.id, job.step, taskId);
  for (const { hold, step, isAwaited, hasSameContent } of otherRuns) {
    if (hasSameContent) continue;
    const event = { kind: 'error', text: taskOfAnother.message } as const;
    if (isAwaited && !canCharge) {
      // It costs nothing to have both made anew.
      store.stepRuns.spent(hold.id, step);
      store.moves.move(hold, 'queued', { event });
    } else if (isAwaited) {
      store.moves.move(hold, 'uncertain', { error: taskOfAnother, event });
    } else {
      store.events.add(hold.id, { kind: 'error', text: msg('pipeline.task.givenTwice') });
    }
  }
  return otherRuns.length > 0;
}

/** True where the service is known not to have taken the upload: it says so, or did not get it whole. */
export function wasRejected(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'retry':
    case 'wait':
    case 'stop':
    case 'closed':
    case 'back':
      return true;
    case 'fail':
      // A refusal is not charged; that there was nothing to cut out is the result of its work.
      return outcome.error.code !== 'RESULT_EMPTY';
    default:
      return false;
  }
}

export async function submit(job: Job, context: StageContext): Promise<Outcome> {
  const { store, folder, signal } = context;
  const run = stepRunOf(job, store);
  const prepared = run?.fit;
  if (!prepared) return { kind: 'back' };
  // Another station sent it, and is gone: its task is this job's.
  if (run.taskId !== null)
    return { kind: 'next', to: 'waiting', event: { kind: 'state', text: msg('pipeline.taken') } };
  const { client } = await context.service();
  const charge = store.ledger.open(job.id);
  // The service was changed since: the key belongs to the account it was reserved for.
  if (charge?.accountId != null && charge.accountId !== client.accountId) return { kind: 'back' };
  const { guard: canContinue } = context;
  let isBodySent = false;
  try {
    const sent = await client.submit({
      operation: job.operation,
      params: paramsToSend(job, prepared),
      files: Object.fromEntries(
        Object.entries(prepared.uploads).map(([field, { path }]) => [field, pinnedFileAt(path)?.bytes ?? path]),
      ),
      scratch: folder.scratch,
      idempotencyKey: charge?.idempotencyKey ?? null,
      onUpload: (fraction) => store.progress.set(job.id, 'sending', fraction),
      onBodySent: () => {
        isBodySent = true;
        context.onSent();
        store.progress.set(job.id, 'at-service', null);
      },
      signal,
      guard: canContinue && {
        canContinue,
        onLastPiece: () => {
          isBodySent = true;
          context.onSent();
        },
      },
    });
    if (sent.kind === 'task') {
      return {
        kind: 'next',
        to: 'waiting',
        event: { kind: 'state', text: msg('pipeline.taken') },
        commit: () => {
          if (sharesTask(job, sent.taskId, context)) return { kind: 'uncertain', error: taskOfAnother };
          store.stepRuns.task(job.id, job.step, sent.taskId);
          store.stepRuns.requestIds(job.id, job.step, sent.ids.requestId, sent.ids.logId);
        },
      };
    }
    const answer = await saveResponse(sent.result, job.step, folder);
    return {
      kind: 'next',
      to: 'fetching',
      event: { kind: 'state', text: finishedWith(sent.network) },
      commit: () => {
        store.stepRuns.answered(job.id, job.step, answer);
        store.stepRuns.requestIds(job.id, job.step, sent.ids.requestId, sent.ids.logId);
      },
    };
  } catch (error) {
    if (error instanceof ServiceFailure) {
      // Only for the service's support: what the failure means for the photograph must not get lost over it.
      skipOnTrouble(store.stepRuns.requestIds)(job.id, job.step, error.requestId, error.logId);
      throw error;
    }
    if (!isBodySent && canContinue?.() === false) throw new StageEnd({ kind: 'back' });
    // What was not sent whole cannot have been taken. Of the rest nobody knows, or its answer could not be kept.
    if (isBodySent) throw new StageEnd(uncertainOutcome(signal.aborted ? 'CLOSED_WHILE_SENDING' : 'ANSWER_NOT_KEPT'));
    throw error;
  }
}

/** The service is done; which network cut the photograph out, where it says so, and why not a better one that is there. */
function finishedWith(use: NetworkUse | null): MessageDescriptor {
  const finished = msg('pipeline.finishedThere');
  if (use === null) return finished;
  const passedOver = use.passed_over.map((passed) => {
    const network = networkTitle(passed.network);
    if (passed.reason === 'broken') return msg('networks.broken', { network });
    const { needed, free } = passed;
    return msg('networks.tooLittleMemory', { network, needed: { decimalBytes: needed }, free: { decimalBytes: free } });
  });
  const network = networkOf(use.used)?.title;
  const used = network === undefined ? msg('networks.usedOwn') : msg('networks.used', { network });
  return joinMessages(finished, used, ...passedOver);
}

/** The step's parameters; the output form is left away where it is made here. */
function paramsToSend(job: Job, { localForm }: PreparedUpload): Step['params'] {
  const { params } = job.recipe.steps[job.step] as Step;
  const form = (operations[job.operation] as OperationSpec).outputForm;
  if (localForm === null || form === undefined) return params;
  return Object.fromEntries(Object.entries(params).filter(([name]) => name !== form));
}
