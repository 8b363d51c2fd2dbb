import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { recordDataLoss } from '../../../../../main/store/jobs/adding/data-loss.ts';
import { paperJob } from '../../../../helpers/queue/queue-stage.ts';
import { recipe, type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const day = 24 * 60 * 60 * 1000;

/** Returns the states of photographs added after the list lost some; `changedAt` in ms before the loss. */
function statesAfterLoss(
  { store, clock, folder, job }: StoreStage,
  items: readonly { name: string; before?: number; profileId?: string; again?: boolean }[],
) {
  const db = new Database(join(folder, 'burnish.db'));
  recordDataLoss(db, clock.now());
  db.close();
  const jobs = items.map(({ name, before, profileId = 'dear', again = false }) =>
    paperJob(name, recipe, {
      ...{ profileId, again },
      ...(before === undefined ? {} : { changedAt: clock.now() - before }),
    }),
  );
  const { jobIds } = store.jobs.add({ title: 'after', origin: 'drop', folderId: null }, jobs);
  return jobIds.map((id) => job(id).state);
}

describe('after the list lost photographs', () => {
  test('one that may be among them waits for a decision if the service charges', ({ stage }) => {
    const states = statesAfterLoss(stage, [
      { name: 'old', before: day },
      { name: 'it is unknown' },
      { name: 'new', before: -1000 },
      { name: 'free', before: day, profileId: 'built-in' },
      { name: 'asked for once more', before: day, again: true },
    ]);
    expect(states).toEqual(['uncertain', 'uncertain', 'queued', 'queued', 'queued']);
    expect(stage.store.views.undecided()).toMatchObject([{ cause: 'DATABASE_DAMAGED', count: 2 }]);
  });

  test('one of the same content shares the decision, and both continue when the user approves', ({ stage }) => {
    const states = statesAfterLoss(stage, [{ name: 'a', before: day }]);
    const { jobIds } = stage.store.jobs.add({ title: 'copy', origin: 'drop', folderId: null }, [
      paperJob('a', recipe, {
        sourcePath: '/photographs/copy.jpg',
        profileId: 'dear',
        changedAt: stage.clock.now() + 1,
      }),
    ]);
    const copy = jobIds[0] as number;
    expect([...states, stage.job(copy).state]).toEqual(['uncertain', 'uncertain']);
    stage.store.actions.decideCause('DATABASE_DAMAGED', 'send-again');
    expect(stage.store.views.counts()).toMatchObject({ queued: 2, uncertain: 0 });
  });

  test('none needs a decision a month later', ({ stage }) => {
    const db = new Database(join(stage.folder, 'burnish.db'));
    recordDataLoss(db, stage.clock.now() - 31 * day);
    db.close();
    const { jobIds } = stage.store.jobs.add({ title: 'later', origin: 'drop', folderId: null }, [
      paperJob('a', recipe, { profileId: 'dear' }),
    ]);
    expect(stage.job(jobIds[0] as number).state).toBe('queued');
  });
});
