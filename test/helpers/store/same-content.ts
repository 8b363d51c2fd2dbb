/** Photographs with the same content: the first is the leader, the others follow. */
import { paperJob } from '../queue/queue-stage.ts';
import { recipe, type StoreStage } from './store-stage.ts';

export const drop = { title: 'dropped', origin: 'drop', folderId: null } as const;

/** One leader and two followers. */
export function three({ store }: StoreStage): [number, number, number] {
  const copy = (sourcePath: string) => paperJob('a', recipe, { sourcePath });
  const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe), copy('/b.jpg'), copy('/c.jpg')]);
  return jobIds as unknown as [number, number, number];
}

export const states = (stage: StoreStage, ids: readonly number[]) => ids.map((id) => stage.job(id).state);
