import { expect } from 'vitest';
import { queueCounts } from '../../../../../main/store/jobs/views/queue-counts.ts';
import { withDatabase } from '../../../../helpers/store/own-folder.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const awaited = ({ folder }: StoreStage, closed: readonly string[] = []) =>
  withDatabase(folder, (db) => queueCounts(db).awaited(closed));
const open = (count: number, onHold = 0) => ({
  ...{ openByService: [{ profileId: 'built-in', count }], onHold },
  ...{ waitForFolder: [], waitForPrice: [] },
});

test('paused jobs, alone or with their batch, are awaited from no service', ({ stage }) => {
  const { actions, batches } = stage.store;
  const [a, b] = stage.add('a', 'b', 'c');
  const [d] = stage.add('d', 'e');
  expect(awaited(stage)).toEqual(open(5));
  actions.setHeld([b], true);
  expect(awaited(stage)).toEqual(open(4, 1));

  // Running jobs continue even if their batch is paused.
  stage.bring(d, 'waiting');
  batches.setHeld(stage.job(d).batchId, true);
  expect(awaited(stage)).toEqual(open(3, 2));
  batches.setHeld(stage.job(a).batchId, true);
  expect(awaited(stage)).toEqual(open(1, 4));
  actions.cancel([d]);
  expect(awaited(stage)).toEqual({ ...open(0, 4), openByService: [] });
});

test('jobs that wait for an unavailable folder are awaited from no service', ({ stage }) => {
  const { actions } = stage.store;
  const [a, b, c] = stage.add('a', 'b', 'c');
  const { outputFolder: folder } = stage.job(a);
  expect(awaited(stage, ['/elsewhere'])).toEqual(open(3));

  // Results at a service are downloaded: the folder may be available by then.
  stage.bring(a, 'waiting');
  actions.setHeld([b], true);
  expect(awaited(stage, [folder])).toEqual({ ...open(1, 1), waitForFolder: [{ folder, count: 1 }] });
  actions.cancel([c]);
  expect(awaited(stage, [folder])).toMatchObject({ onHold: 1, waitForFolder: [] });
});
