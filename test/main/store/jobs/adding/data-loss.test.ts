import { describe, expect } from 'vitest';
import type { NewJob } from '../../../../../main/store/index.ts';
import { recordDataLoss } from '../../../../../main/store/jobs/adding/data-loss.ts';
import { paperJob } from '../../../../helpers/queue/queue-stage.ts';
import { withDatabase } from '../../../../helpers/store/own-folder.ts';
import { addJobs, states } from '../../../../helpers/store/same-content.ts';
import { recipe, type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const day = 24 * 60 * 60 * 1000;

function loseRows({ folder, clock }: StoreStage, age = 0): void {
  withDatabase(folder, (db) => recordDataLoss(db, clock.now() - age));
}
/** A photograph for a service that charges. */
const photograph = (name: string, more: Partial<NewJob> = {}) => paperJob(name, recipe, { profileId: 'dear', ...more });

describe('after the list lost photographs', () => {
  test('one that may be among them waits for a decision if the service charges', ({ stage }) => {
    loseRows(stage);
    const [before, after] = [{ changedAt: stage.clock.now() - day }, { changedAt: stage.clock.now() + 1000 }];
    const ids = addJobs(stage, [
      photograph('old', before),
      photograph('of unknown age'),
      photograph('new', after),
      photograph('free', { ...before, profileId: 'built-in' }),
      photograph('requested again', { ...before, again: true }),
    ]);
    expect(states(stage, ids)).toEqual(['uncertain', 'uncertain', 'queued', 'queued', 'queued']);
    expect(stage.store.views.undecided()).toMatchObject([{ cause: 'DATABASE_DAMAGED', count: 2 }]);
  });

  test('one of the same content shares the decision, and both continue when the user approves', ({ stage }) => {
    loseRows(stage);
    const first = addJobs(stage, [photograph('a', { changedAt: stage.clock.now() - day })]);
    const copy = addJobs(stage, [photograph('a', { sourcePath: '/copy.jpg', changedAt: stage.clock.now() + 1 })]);
    expect(states(stage, [...first, ...copy])).toEqual(['uncertain', 'uncertain']);

    stage.store.actions.decideCause('DATABASE_DAMAGED', 'send-again');
    expect(states(stage, [...first, ...copy])).toEqual(['queued', 'queued']);
  });

  test('none needs a decision a month later', ({ stage }) => {
    loseRows(stage, 31 * day);
    expect(states(stage, addJobs(stage, [photograph('a')]))).toEqual(['queued']);
  });
});
