/** Stage 2: sends the upload. The database records this before the first byte. */
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Step } from '../../../contract/recipes/recipe.ts';
import { type NetworkUse, networkOf, networkTitle } from '../../../contract/services/networks.ts';
import { pinnedFileAt } from '../../imaging/container/pinned-files.ts';
import type { Submitted } from '../../service/client.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import { type Job, skipOnTrouble, taskOfAnotherCode } from '../../store/index.ts';
import { jobError, type Outcome, StageEnd } from '../stage-outcome.ts';
import type { PreparedUpload, StageContext } from './stage-types.ts';
import { saveResponse } from './work/save-response.ts';
import { stepRunOf } from './work/step-run.ts';

export function uncertainOutcome(code: string): Outcome {
  return { kind: 'uncertain', error: jobError('uncertain', code, msg('pipeline.answerLost'), 'decide') };
}

const sharedTaskError = jobError('uncertain', taskOfAnotherCode, msg('pipeline.task.ofAnother'), 'decide');

/**
 * If another photograph has the same task, no result can be trusted. Neither continues automatically at a paid
 * service.
 * @returns whether another job has the task
 */
function resolveSharedTask(job: Job, taskId: string, { store, canCharge }: StageContext): boolean {
  const otherRuns = store.stepRuns.withSameTask(job.id, job.step, taskId);
  for (const { hold, step, isAwaited, hasSameContent } of otherRuns) {
    if (hasSameContent) continue;
    store.changes.jobs([hold.id]);
    const event = { kind: 'error', text: sharedTaskError.message } as const;
    if (isAwaited && !canCharge) {
      // Repeating both is free.
      store.stepRuns.spent(hold.id, step);
      store.moves.move(hold, 'queued', { event });
    } else if (isAwaited) {
      store.moves.move(hold, 'uncertain', { error: sharedTaskError, event });
    } else {
      store.events.add(hold.id, { kind: 'error', text: msg('pipeline.task.givenTwice') });
    }
  }
  return otherRuns.length > 0;
}

/** Whether the service cannot have taken the upload: it rejected it, or got only a part. */
export function wasRejected(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'retry':
    case 'wait':
    case 'stop':
    case 'closed':
    case 'back':
      return true;
    case 'fail':
      // A rejection is not charged, but an empty result is.
      return outcome.error.code !== 'RESULT_EMPTY';
    default:
      return false;
  }
}

/** @throws StageEnd, ServiceFailure */
export async function submit(job: Job, context: StageContext): Promise<Outcome> {
  const { store, folder, signal, guard: canContinue } = context;
  const run = stepRunOf(job, store);
  const prepared = run?.fit;
  if (!prepared) return { kind: 'back' };
  // A lost station sent the upload.
  if (run.taskId !== null) return waitingOutcome();
  const { client } = await context.service();
  const charge = store.ledger.open(job.id);
  // The key belongs to the account that it was reserved for.
  if (charge?.accountId != null && charge.accountId !== client.accountId) return { kind: 'back' };
  let isBodySent = false;
  const noteBodySent = () => {
    isBodySent = true;
    context.onSent();
  };
  try {
    const sent = await client.submit({
      operation: job.operation,
      params: paramsToSend(job, prepared),
      files: filesToSend(prepared),
      scratch: folder.scratch,
      idempotencyKey: charge?.idempotencyKey ?? null,
      onUpload: (fraction) => store.progress.set(job.id, 'sending', fraction),
      onBodySent: () => {
        noteBodySent();
        store.progress.set(job.id, 'at-service', null);
      },
      signal,
      guard: canContinue && { canContinue, onLastPiece: noteBodySent },
    });
    context.onAnswered();
    return sent.kind === 'task' ? taskOutcome(job, sent, context) : await resultOutcome(job, sent, context);
  } catch (error) {
    if (error instanceof ServiceFailure) {
      // The ids are only for support. Trouble with them must not hide the failure.
      skipOnTrouble(store.stepRuns.requestIds)(job.id, job.step, error.requestId, error.logId);
      throw error;
    }
    if (!isBodySent && canContinue?.() === false) throw new StageEnd({ kind: 'back' });
    // A complete upload may have been taken, or its response could not be stored.
    if (isBodySent) throw new StageEnd(uncertainOutcome(signal.aborted ? 'CLOSED_WHILE_SENDING' : 'ANSWER_NOT_KEPT'));
    throw error;
  }
}

type SentTask = Extract<Submitted, { kind: 'task' }>;
type SentResult = Extract<Submitted, { kind: 'result' }>;

function waitingOutcome(commit?: () => Outcome | undefined): Outcome {
  const event = { kind: 'state', text: msg('pipeline.taken') } as const;
  return { kind: 'next', to: 'waiting', event, ...(commit ? { commit } : {}) };
}

function taskOutcome(job: Job, { taskId, ids }: SentTask, context: StageContext): Outcome {
  const { stepRuns } = context.store;
  return waitingOutcome(() => {
    if (resolveSharedTask(job, taskId, context)) return { kind: 'uncertain', error: sharedTaskError };
    stepRuns.task(job.id, job.step, taskId);
    stepRuns.requestIds(job.id, job.step, ids.requestId, ids.logId);
    return undefined;
  });
}

async function resultOutcome(
  job: Job,
  { result, ids, network }: SentResult,
  { store: { stepRuns }, folder, hold }: StageContext,
): Promise<Outcome> {
  const response = await saveResponse(result, job.step, folder, hold);
  return {
    kind: 'next',
    to: 'fetching',
    event: { kind: 'state', text: networkMessage(network) },
    commit: () => {
      stepRuns.answered(job.id, job.step, response, ids);
    },
  };
}

function filesToSend({ uploads }: PreparedUpload): Record<string, string | Buffer> {
  return Object.fromEntries(
    Object.entries(uploads).map(([field, { path }]) => [field, pinnedFileAt(path)?.bytes ?? path]),
  );
}

/** Names the network that was used, and why better ones were not. */
function networkMessage(use: NetworkUse | null): MessageDescriptor {
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

function paramsToSend(job: Job, { localForm }: PreparedUpload): Step['params'] {
  const { params } = job.recipe.steps[job.step] as Step;
  const form = (operations[job.operation] as OperationSpec).outputForm;
  if (localForm === null || form === undefined) return params;
  return Object.fromEntries(Object.entries(params).filter(([name]) => name !== form));
}
