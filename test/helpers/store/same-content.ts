/** Photographs with the same content: the first is the leader, the others follow. */
import type { NewJob } from '../../../main/store/index.ts';
import { paperJob } from '../queue/queue-stage.ts';
import { type IdsOf, recipe, type StoreStage } from './store-stage.ts';

export const drop = { title: 'dropped', origin: 'drop', folderId: null } as const;

/** Adds jobs as one batch; returns their ids. */
export const addJobs = <const Jobs extends readonly NewJob[]>({ store }: Pick<StoreStage, 'store'>, jobs: Jobs) =>
  store.jobs.add(drop, jobs).jobIds as unknown as IdsOf<Jobs>;

/** A photograph with the content of `three`, under another name. */
export const copy = (name: string, more: Partial<NewJob> = {}) =>
  paperJob('a', recipe, { sourcePath: `/${name}.jpg`, ...more });

/** One leader and two followers. */
export const three = (stage: StoreStage): [number, number, number] =>
  addJobs(stage, [paperJob('a', recipe), copy('b'), copy('c')]);

export const states = (stage: StoreStage, ids: readonly number[]) => ids.map((id) => stage.job(id).state);

/** The state of each job and the job that it follows, as in `queued after a`: by place, the first is `a`. */
export const group = (stage: StoreStage, ids: readonly number[]) =>
  ids.map((id) => {
    const { state, follows } = stage.job(id);
    return follows === null ? state : `${state} after ${'abcdefghijkl'[ids.indexOf(follows)] ?? follows}`;
  });
