/** Creates jobs in a store without a queue that were sent to a paid service. */

import type { JobError } from '../../../contract/jobs/job.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { Job, NewJob } from '../../../main/store/index.ts';
import { paperJob } from '../queue/queue-stage.ts';
import { type IdsOf, recipe, type StoreStage } from './store-stage.ts';

/** An unknown service, whose requests may be charged. */
export const dear = 'dear';

export const failure: JobError = {
  kind: 'service',
  code: 'CODE',
  message: 'It went wrong.',
  advice: 'retry',
  requestId: null,
  logId: null,
};
export const lost: JobError = { ...failure, kind: 'uncertain', code: 'LOST', advice: 'decide' };

/** Photographs with the same content, one per file name, for the service `dear` unless `more` overrides it. */
export const copies = (names: readonly string[], more: Partial<NewJob> = {}, of: Recipe = recipe): NewJob[] =>
  names.map((name) => paperJob('same', of, { sourcePath: `/photographs/${name}.jpg`, profileId: dear, ...more }));

export function addCopies<const Names extends readonly string[]>(
  { store }: Pick<StoreStage, 'store'>,
  names: Names,
  more?: Partial<NewJob>,
  of?: Recipe,
): IdsOf<Names> {
  const batch = { title: names.join(), origin: 'drop', folderId: null } as const;
  return store.jobs.add(batch, copies(names, more, of)).jobIds as unknown as IdsOf<Names>;
}

/** A prepared upload of any photograph. */
export const preparedRun = {
  operation: 'portrait-background-removal',
  fitted: [],
  fit: { uploads: {} },
  uploadWidth: 1,
  uploadHeight: 1,
} as const;

/** Claims the job and marks it as being sent. */
export function send({ store, job }: StoreStage, id: number): Job {
  const { profileId, step } = job(id);
  store.actions.move([id], 'first');
  const claimed = store.moves.claim(profileId);
  if (claimed?.id !== id) throw new Error(`job ${id} could not be claimed`);
  store.stepRuns.prepared(id, step, { ...preparedRun, operation: claimed.operation });
  store.stepRuns.sending(id, step);
  store.moves.move(claimed, 'submitting');
  return job(id);
}

/** Sends the job and loses the response. */
export function lose(stage: StoreStage, id: number): void {
  stage.store.moves.move(send(stage, id), 'uncertain', { error: lost });
}

/** Loses the response to the job, and the user gives up. */
export function giveUp(stage: StoreStage, id: number): void {
  lose(stage, id);
  stage.store.actions.decide([id], 'give-up');
}

/** Claims the job and fails it before it is sent. */
export function fail(stage: StoreStage, id: number, error: JobError = failure): void {
  const { store } = stage;
  store.actions.move([id], 'first');
  const claimed = store.moves.claim(stage.job(id).profileId);
  if (claimed?.id !== id) throw new Error(`job ${id} could not be claimed`);
  store.moves.move(claimed, 'failed', { error });
}
