/** Actions on jobs, for buttons, menus, shortcuts and the palette. */
import i18next from 'i18next';
import type { JobDecision } from '../../../contract/app/action-reports.ts';
import type { JobSummary, UncertainGroup } from '../../../contract/jobs/job.ts';
import type { ChoiceTally, JobChoice } from '../../../contract/review/list-queries.ts';
import { request } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';
import { applyChanges, currentData } from '../../state/data/store.ts';
import { emptySelection, sizeOf, toChoice } from '../../state/lists/selection.ts';
import { reprocess } from '../../state/processing/intake.ts';
import { moveOriginalsOfJobs } from '../../state/processing/originals.ts';
import { openReprocess } from '../../state/processing/reprocess.ts';
import { everyJob, jobList } from '../../state/queue/jobList.ts';
import { setSelection, useQueueUi } from '../../state/queue/queueUi.ts';
import { openReviewOfJob } from '../../state/review/reviewUi.ts';
import { currentKey } from '../../state/settings/keymap.ts';
import { confirm } from '../../state/window/confirmDialog.ts';
import { allowed, allows, type JobAction } from './jobActions.ts';

/** Runs `action` on the `count` jobs of `on` that it applies to, and confirms first if it cannot be undone. */
export async function doWithJobs(
  action: Exclude<JobAction, 'decide' | 'review'>,
  on: JobChoice,
  count: number,
): Promise<void> {
  if (count === 0) return;
  switch (action) {
    case 'retry':
      return void (await request('jobs.retry', { on }));
    case 'again':
      return reprocess(on, true);
    case 'with':
      return openReprocess({ kind: 'jobs', on, count });
    case 'originals':
      return moveOriginalsOfJobs(on);
    case 'hold':
    case 'resume':
      return void (await request('jobs.setHeld', { on, held: action === 'hold' }));
    case 'first':
    case 'last':
      return void (await request('jobs.move', { on, to: action }));
    case 'cancel':
      if (count === 1) return void (await request('jobs.cancel', { on }));
      return confirmCancel(on, count);
    case 'remove':
      return removeFromList(on);
    default:
      return action satisfies never;
  }
}

async function readSelection(): Promise<{ readonly on: JobChoice; readonly tally: ChoiceTally } | null> {
  const { selection } = useQueueUi.getState();
  const { count, query } = jobList.now();
  if (sizeOf(selection, count) === 0) return null;
  const on = toChoice(selection, query);
  const reply = await request('jobs.sum', { on });
  return reply.ok ? { on, tally: reply.value } : null;
}

export async function doWithSelected(action: Exclude<JobAction, 'decide' | 'review'>): Promise<void> {
  const selected = await readSelection();
  if (selected) await doWithJobs(action, selected.on, allowed(selected.tally, action));
}

export async function decideSelected(decision: JobDecision): Promise<void> {
  const selected = await readSelection();
  const count = selected ? allowed(selected.tally, 'decide') : 0;
  if (selected && count > 0) decide(selected.on, count, decision);
}

export const doWithJob = (action: Exclude<JobAction, 'decide'>, job: JobSummary, isSourceFixed = false): void => {
  if (!allows(job, action, isSourceFixed)) return;
  if (action === 'review') void openReviewOfJob(job.id);
  else void doWithJobs(action, { ids: [job.id] }, 1);
};

/** Decides about jobs. Several are confirmed first. */
export function decide(on: JobChoice, count: number, decision: JobDecision): void {
  const send = () => void request('jobs.decide', { on, decision });
  if (count === 1 || decision === 'ask-again') send();
  else confirmDecision(count, decision, send);
}

/** Decides about all jobs of one cause, listed or not, and confirms again if their number has grown. */
export function decideCause({ cause, count }: UncertainGroup, decision: JobDecision): void {
  const send = async (seen: number) => {
    const reply = await request('jobs.decideCause', { cause, decision, seen });
    if (!reply.ok) return;
    const left = reply.value;
    const otherGroups = currentData().undecided.filter((each) => each.cause !== cause);
    applyChanges({ undecided: left === null ? otherGroups : [left, ...otherGroups] });
    if (left !== null && decision !== 'ask-again') confirmDecision(left.count, decision, () => void send(left.count));
  };
  if (count === 1 || decision === 'ask-again') void send(count);
  else confirmDecision(count, decision, () => void send(count));
}

export function cancelEverything(): void {
  const { queued, running } = currentData().tally;
  if (queued + running > 0) confirmCancel({ query: everyJob, except: [] }, queued + running);
}

export async function retryAllFailed(): Promise<void> {
  if (currentData().tally.failed > 0)
    await request('jobs.retry', { on: { query: { ...everyJob, filter: 'failed' }, except: [] } });
}

async function setQueuePaused(isPaused: boolean): Promise<void> {
  await request('queue.setPaused', { paused: isPaused });
}

export function togglePaused(): void {
  void setQueuePaused(!currentData().settings.paused);
}

function confirmCancel(on: JobChoice, count: number): void {
  const { t } = i18next;
  confirm({
    title: t('queue.cancelAllTitle', { count }),
    text: t('queue.cancelAllText'),
    yes: t('queue.cancelAllYes'),
    no: t('queue.cancelAllNo'),
    onYes: () => void request('jobs.cancel', { on }),
  });
}

function confirmDecision(count: number, decision: JobDecision, onYes: () => void): void {
  const { t } = i18next;
  const isAgain = decision === 'send-again';
  confirm({
    title: isAgain ? t('queue.decide.againTitle', { count }) : t('queue.decide.giveUpTitle', { count }),
    text: isAgain ? t('queue.decide.againText') : t('queue.decide.giveUpText'),
    yes: isAgain ? t('queue.decide.againYes') : t('queue.decide.giveUpYes'),
    no: t('queue.decide.no'),
    isDestructive: !isAgain,
    onYes,
  });
}

/** Removes finished jobs from the list. This can be undone, so it is not confirmed. */
export async function removeFromList(on: JobChoice): Promise<void> {
  const reply = await request('jobs.remove', { on });
  if (!reply.ok || reply.value === 0) return;
  setSelection(emptySelection);
  notify({
    tone: 'info',
    text: () => i18next.t('queue.removed', { count: reply.value, keys: currentKey('app.undo') }),
  });
}
