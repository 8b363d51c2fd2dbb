import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { queueCounts } from '../../../../../main/store/jobs/views/queue-counts.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

function awaited({ folder }: StoreStage, closed: readonly string[] = []) {
  const db = new Database(join(folder, 'burnish.db'), { readonly: true });
  try {
    return queueCounts(db).awaited(closed);
  } finally {
    db.close();
  }
}

test('paused jobs, alone or with their batch, are awaited from no service', ({ stage }) => {
  const { store } = stage;
  const [a, b] = stage.add('a', 'b', 'c') as [number, number, number];
  const [d] = stage.add('d', 'e') as [number, number];
  const { profileId } = stage.job(a);
  expect(awaited(stage)).toMatchObject({ openByService: [{ profileId, count: 5 }], onHold: 0, waitForPrice: [] });
  store.actions.setHeld([b], true);
  expect(awaited(stage)).toMatchObject({ openByService: [{ profileId, count: 4 }], onHold: 1, waitForPrice: [] });
  // Running jobs continue even if their batch is paused.
  stage.bring(d, 'waiting');
  store.batches.setHeld(stage.job(d).batchId, true);
  expect(awaited(stage)).toMatchObject({ openByService: [{ profileId, count: 3 }], onHold: 2, waitForPrice: [] });
  store.batches.setHeld(stage.job(a).batchId, true);
  expect(awaited(stage)).toMatchObject({ openByService: [{ profileId, count: 1 }], onHold: 4, waitForPrice: [] });
  store.actions.cancel([d]);
  expect(awaited(stage)).toMatchObject({ openByService: [], onHold: 4, waitForPrice: [] });
});

test('jobs that wait for an unavailable folder are awaited from no service', ({ stage }) => {
  const { store } = stage;
  const [a, b, c] = stage.add('a', 'b', 'c') as [number, number, number];
  const { profileId, outputFolder } = stage.job(a);
  const none = { openByService: [{ profileId, count: 3 }], onHold: 0, waitForFolder: [], waitForPrice: [] };
  expect(awaited(stage, ['/elsewhere'])).toEqual(none);
  // Results at a service are downloaded: the folder may be available by then.
  stage.bring(a, 'waiting');
  store.actions.setHeld([b], true);
  expect(awaited(stage, [outputFolder])).toEqual({
    openByService: [{ profileId, count: 1 }],
    onHold: 1,
    waitForFolder: [{ folder: outputFolder, count: 1 }],
    waitForPrice: [],
  });
  store.actions.cancel([c]);
  expect(awaited(stage, [outputFolder])).toMatchObject({ onHold: 1, waitForFolder: [] });
});
