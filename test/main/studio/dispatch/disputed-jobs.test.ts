/** A heartbeat races with the end of its job, so the response reports no owner: a real database, no stations. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { createDisputedJobs } from '../../../../main/studio/dispatch/disputed-jobs.ts';
import { openShares } from '../../../../main/studio/shares/share-paths.ts';
import { postgresForFile } from '../../../helpers/studio/studio-tests.ts';
import { addClaimedJob, openWorkStage, type WorkStage, type WorkStation } from '../../../helpers/studio/studio-work.ts';

const postgres = postgresForFile();
let stage: WorkStage;
let folder: string;
let stationOne: WorkStation;
let stationTwo: WorkStation;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-settled-'));
  stage = await openWorkStage(postgres());
  [stationOne, stationTwo] = [await stage.station('one'), await stage.station('two')];
  store = openStore({ folder });
});
afterEach(async () => {
  store.close();
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

const lostJobs = () =>
  createDisputedJobs({ store, work: stationOne.work, shares: openShares([]), abortJob: () => undefined });

/** A job that station one has claimed and completed, before the studio knows. */
async function doneHere() {
  const recipe = starterRecipes.find(({ steps }) => steps.length === 1)!;
  await stationOne.work.offer([stage.item('a', { recipe })]);
  const taken = await stationOne.claimOne();
  const id = addClaimedJob(store, taken, { recipe, profileId: 'account' });
  let hold = store.moves.claim('account')!;
  for (const to of ['submitting', 'fetching', 'placing', 'done'] as const) hold = store.moves.move(hold, to) as never;
  return { id, taken };
}

test('a job that ended here is not considered another station’s', async () => {
  const { id, taken } = await doneHere();
  await stationOne.work.settle(taken, { state: 'done', error: null, results: [] });
  expect((await stationOne.beat([taken])).lost).toHaveLength(1);
  await lostJobs().handle(id);
  expect(store.shared.of(id)).toMatchObject({ state: 'done', fence: taken.fence });
});

test('a job that has been restarted elsewhere since is considered another station’s', async () => {
  const { id, taken } = await doneHere();
  await stationOne.work.settle(taken, { state: 'done', error: null, results: [] });
  expect(await stationTwo.overview.applyToIdleJobs([taken.id], 'again')).toBe(1);
  await lostJobs().handle(id);
  expect(store.shared.of(id)).toBe(null);
});

test('a job that ended here after its lease is reopened, and its result is sent again', async () => {
  const { id, taken } = await doneHere();
  await stationOne.work.requestSend(taken, 0);
  await stationOne.work.recordAttempt(taken, 0, 'answered', null);
  for (const { id: entry } of store.shared.outbox(10)) store.shared.heard(entry);
  await stage.rows(`UPDATE burnish.stations SET heard_at = '-infinity' WHERE id = $1`, [stationOne.id]);
  await stationTwo.work.recoverLostJobs();

  await lostJobs().handle(id);

  const { fence = 0, state } = store.shared.of(id) ?? {};
  expect([state, fence > taken.fence]).toEqual(['done', true]);
  expect(store.shared.outbox(10)).toMatchObject([{ fence }]);
});
