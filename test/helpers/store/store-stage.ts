/** A store in a temporary folder, with a manual clock. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from 'vitest';
import type { JobState } from '../../../contract/jobs/job.ts';
import { type Job, type JobCounts, openStore, type Store } from '../../../main/store/index.ts';
import { paperJob, recipeOf } from '../queue/queue-stage.ts';
import { createManualClock, type ManualClock } from '../run/manual-clock.ts';
import { addNewDatabase } from './new-database.ts';
import { analysisOf } from './new-results.ts';

export const recipe = recipeOf('portrait-background-removal');

/** One id for each item, so that a list of known length can be destructured. */
export type IdsOf<Items extends readonly unknown[]> = { -readonly [Item in keyof Items]: number };

export interface StoreStage {
  readonly folder: string;
  readonly clock: ManualClock;
  readonly store: Store;
  /** Adds jobs with these names as one batch; returns their ids. */
  add<const Names extends readonly string[]>(...names: Names): IdsOf<Names>;
  /** Claims the job and moves it to `state` (not 'queued'). */
  bring(id: number, state: JobState): Job;
  /** Takes the job to its end, with a result. */
  finish(id: number): void;
  job(id: number): Job;
  /** Another connection to the same file, as in another process. */
  second(): Store;
}

/** The moves that lead to each state. */
const transitionPaths: Readonly<Record<Exclude<JobState, 'queued'>, readonly JobState[]>> = {
  preparing: [],
  submitting: ['submitting'],
  waiting: ['submitting', 'waiting'],
  fetching: ['submitting', 'fetching'],
  placing: ['submitting', 'fetching', 'placing'],
  done: ['submitting', 'fetching', 'placing', 'done'],
  failed: ['failed'],
  cancelled: ['cancelled'],
  uncertain: ['submitting', 'uncertain'],
};

export const noCounts: JobCounts = {
  queued: 0,
  preparing: 0,
  submitting: 0,
  waiting: 0,
  fetching: 0,
  placing: 0,
  done: 0,
  failed: 0,
  cancelled: 0,
  uncertain: 0,
};

export const test = base.extend<{ stage: StoreStage }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures a fixture needs from this pattern.
  stage: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'burnish-store-'));
    const clock = createManualClock();
    const open = () => openStore({ folder, now: clock.now });
    addNewDatabase(folder, clock.now);
    const stores = [open()];
    const [store] = stores as [Store];
    const job = (id: number): Job => {
      const found = store.jobs.get(id);
      if (found === null) throw new Error(`there is no job ${id}`);
      return found;
    };
    const bring = (id: number, state: JobState): Job => {
      store.actions.move([id], 'first');
      const claimed = store.moves.claim('built-in');
      if (claimed?.id !== id) throw new Error(`job ${id} could not be claimed`);
      if (state === 'queued') throw new Error('a claimed job is not queued');
      let hold: Pick<Job, 'id' | 'state' | 'lease'> = claimed;
      for (const next of transitionPaths[state]) hold = store.moves.move(hold, next);
      return job(id);
    };
    await use({
      folder,
      clock,
      store,
      add: <const Names extends readonly string[]>(...names: Names) =>
        store.jobs.add(
          { title: names.join(), origin: 'drop', folderId: null },
          names.map((name) => paperJob(name, recipe)),
        ).jobIds as unknown as IdsOf<Names>,
      bring,
      finish(id) {
        store.results.add(analysisOf(bring(id, 'placing'), { width: 1, height: 1 }));
        store.moves.move(job(id), 'done');
      },
      job,
      second() {
        const another = open();
        stores.push(another);
        return another;
      },
    });
    for (const each of stores) each.close();
    rmSync(folder, { recursive: true, force: true });
  },
});
