/** Carries out what people do with jobs: one place for buttons, menus, shortcuts and the palette. */
import i18next from 'i18next';
import type { Decision } from '../../preload/contract/channels.ts';
import type { Undecided } from '../../preload/contract/job.ts';
import { ask } from '../bridge.ts';
import { confirm } from './confirm.ts';
import { doAgain } from './intake.ts';
import { allowing, type JobAction } from './jobActions.ts';
import { openReviewOfJob } from './reviewUi.ts';
import { currentData, takeIn } from './store.ts';

const jobsOf = (ids: Iterable<number>) => {
  const { jobs } = currentData();
  return [...ids].flatMap((id) => jobs.get(id) ?? []);
};

/** Does `action` with those of `ids` that it makes sense for; what cannot be undone is asked first. */
export async function doWithJobs(action: Exclude<JobAction, 'decide'>, all: Iterable<number>): Promise<void> {
  const ids = allowing(jobsOf(all), action);
  const first = ids[0];
  if (first === undefined) return;
  switch (action) {
    case 'review':
      return openReviewOfJob(first);
    case 'retry':
      return void (await ask('jobs.retry', { ids }));
    case 'again':
      return doAgain(ids);
    case 'hold':
    case 'resume':
      return void (await ask('jobs.setHeld', { ids, held: action === 'hold' }));
    case 'first':
    case 'last':
      return void (await ask('jobs.move', { ids, to: action }));
    case 'cancel':
      if (ids.length === 1) return void (await ask('jobs.cancel', { ids }));
      return confirmCancel(ids);
    case 'remove':
      return confirmRemove(ids);
    default:
      return action satisfies never;
  }
}

/** The user's word on these jobs; on several of them it is asked for once more. */
export function decide(ids: number[], decision: Decision): void {
  const go = () => void ask('jobs.decide', { ids, decision });
  if (ids.length === 1) go();
  else confirmDecision(ids.length, decision, go);
}

/**
 * The same on all jobs of one cause, also on those that the list does not hold. Where more have joined them than the user
 * was told of, it is asked for once more.
 */
export function decideCause({ cause, count }: Undecided, decision: Decision): void {
  const go = async (seen: number) => {
    const reply = await ask('jobs.decideCause', { cause, decision, seen });
    if (!reply.ok) return;
    const left = reply.value;
    const others = currentData().undecided.filter((each) => each.cause !== cause);
    takeIn({ undecided: left === null ? others : [left, ...others] });
    if (left !== null) confirmDecision(left.count, decision, () => void go(left.count));
  };
  if (count === 1) void go(1);
  else confirmDecision(count, decision, () => void go(count));
}

/** Everything that is not finished, after a question. */
export function cancelEverything(): void {
  const ids = allowing([...currentData().jobs.values()], 'cancel');
  if (ids.length > 0) confirmCancel(ids);
}

export async function retryAllFailed(): Promise<void> {
  const ids = [...currentData().jobs.values()].filter((job) => job.state === 'failed').map((job) => job.id);
  if (ids.length > 0) await ask('jobs.retry', { ids });
}

async function setQueuePaused(paused: boolean): Promise<void> {
  await ask('queue.setPaused', { paused });
}

export function togglePaused(): void {
  void setQueuePaused(!currentData().settings.paused);
}

function confirmCancel(ids: number[]): void {
  const { t } = i18next;
  confirm({
    title: t('queue.cancelAllTitle', { count: ids.length }),
    text: t('queue.cancelAllText'),
    yes: t('queue.cancelAllYes'),
    no: t('queue.cancelAllNo'),
    onYes: () => void ask('jobs.cancel', { ids }),
  });
}

function confirmDecision(count: number, decision: Decision, onYes: () => void): void {
  const { t } = i18next;
  const isAgain = decision === 'send-again';
  confirm({
    title: isAgain ? t('queue.decide.againTitle', { count }) : t('queue.decide.giveUpTitle', { count }),
    text: isAgain ? t('queue.decide.againText') : t('queue.decide.giveUpText'),
    yes: isAgain ? t('queue.decide.againYes') : t('queue.decide.giveUpYes'),
    no: t('queue.decide.no'),
    takesAway: !isAgain,
    onYes,
  });
}

function confirmRemove(ids: number[]): void {
  const { t } = i18next;
  confirm({
    title: t('queue.removeTitle', { count: ids.length }),
    text: t('queue.removeText'),
    yes: t('actions.remove'),
    no: t('actions.keep'),
    onYes: () => void ask('jobs.remove', { ids }),
  });
}
