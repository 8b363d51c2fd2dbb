/** Carries out what people do with jobs: one place for buttons, menus, shortcuts and the palette. */
import i18next from 'i18next';
import { ask } from '../bridge.ts';
import { confirm } from './confirm.ts';
import { report } from './intake.ts';
import { allowing, allows, type JobAction } from './jobActions.ts';
import { openReviewOfJob } from './reviewUi.ts';
import { currentData } from './store.ts';

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
    case 'again': {
      const reply = await ask('jobs.again', { ids });
      if (reply.ok) report(reply.value);
      return;
    }
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

export async function decide(ids: number[], decision: 'send-again' | 'give-up'): Promise<void> {
  await ask('jobs.decide', { ids, decision });
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

export async function setQueuePaused(paused: boolean): Promise<void> {
  await ask('queue.setPaused', { paused });
}

export function togglePaused(): void {
  void setQueuePaused(!currentData().settings.paused);
}

/** True where something of `ids` allows `action`. */
export function anyAllows(ids: Iterable<number>, action: JobAction): boolean {
  return jobsOf(ids).some((job) => allows(job, action));
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
