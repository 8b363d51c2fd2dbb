import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { queueCounts } from '../../../../main/store/jobs/queue-counts.ts';
import { type StoreStage, test } from '../../../helpers/store-stage.ts';

function awaited({ folder }: StoreStage) {
  const db = new Database(join(folder, 'burnish.db'), { readonly: true });
  try {
    return queueCounts(db).awaited();
  } finally {
    db.close();
  }
}

test('what is paused, by itself or with its batch, is awaited of no service', ({ stage }) => {
  const { store } = stage;
  const [a, b] = stage.add('a', 'b', 'c') as [number, number, number];
  const [d] = stage.add('d', 'e') as [number, number];
  const { profileId } = stage.job(a);
  expect(awaited(stage)).toEqual({ openByService: [{ profileId, count: 5 }], onHold: 0 });
  store.actions.setHeld([b], true);
  expect(awaited(stage)).toEqual({ openByService: [{ profileId, count: 4 }], onHold: 1 });
  // What runs goes on, also in a batch that is paused.
  stage.bring(d, 'waiting');
  store.batches.setHeld(stage.job(d).batchId, true);
  expect(awaited(stage)).toEqual({ openByService: [{ profileId, count: 3 }], onHold: 2 });
  store.batches.setHeld(stage.job(a).batchId, true);
  expect(awaited(stage)).toEqual({ openByService: [{ profileId, count: 1 }], onHold: 4 });
  store.actions.cancel([d]);
  expect(awaited(stage)).toEqual({ openByService: [], onHold: 4 });
});
