import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import type { Batch } from '../../../../contract/jobs/job.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { dataOf, withChanges } from '../../../../renderer/state/data/appData.ts';
import { currentData, useLoad } from '../../../../renderer/state/data/store.ts';
import { emptySelection } from '../../../../renderer/state/lists/selection.ts';
import { lookFirst, pickedProofs } from '../../../../renderer/state/processing/proofs.ts';
import { processPicked, reviewTarget, useReprocess } from '../../../../renderer/state/processing/reprocess.ts';
import { photographList } from '../../../../renderer/state/review/photographList.ts';
import { openPlace, useReviewUi } from '../../../../renderer/state/review/reviewUi.ts';
import { useUi } from '../../../../renderer/state/window/navigation.ts';
import { ok, photographLists, stubBridge } from '../../../helpers/window/photograph-lists.ts';
import { snapshotOf } from '../../../helpers/window/window-data.ts';

/** A batch of the fake main process, which adds photographs until the test ends it. */
const batchOf = (id: number, proofs: boolean): Batch => ({
  ...{ id, title: 'Card', origin: 'drop', folderId: null, createdAt: 0, held: false, proofs },
});
let picked: number;
let taken: PromiseWithResolvers<object>;
const publishBatches = (batches: readonly Batch[]) =>
  useLoad.setState({ data: withChanges(currentData(), { batches }) });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  picked = 0;
  taken = Promise.withResolvers();
  const photographs = { ...photographLists(() => []), count: () => ok(picked) };
  const intake = { lookFirst: async () => ({ ok: true, value: await taken.promise }) };
  stubBridge({ photographs, intake, desk: { showPhotographs: () => ok(undefined) } });
  useLoad.setState({ phase: 'ready', data: dataOf(snapshotOf({ batches: [batchOf(3, false)] })) }, true);
  openPlace({});
});
afterEach(() => {
  vi.useRealTimers();
  useReviewUi.setState({ query: everyPhotograph, selection: emptySelection, isLoupe: false });
  useReprocess.setState({ target: null });
  useUi.setState({ screen: 'queue' });
});

it('opens the batch once, as soon as it contains photographs', async () => {
  const looking = lookFirst('grant', 'skin-soft');
  // Another new batch has jobs, so it is not opened.
  publishBatches([batchOf(4, false), batchOf(3, false)]);
  expect(useReviewUi.getState().query.batchId).toBeNull();
  publishBatches([batchOf(5, true), batchOf(4, false), batchOf(3, false)]);
  expect([useReviewUi.getState().query.batchId, useUi.getState().screen]).toEqual([5, 'review']);
  // The user goes elsewhere while the rest is added, and stays there.
  openPlace({});
  taken.resolve({ batchId: 5, added: 800, known: 0, own: 0, refused: [], notes: [] });
  await looking;
  expect(useReviewUi.getState().query.batchId).toBeNull();
});

it('shows existing photographs in their batch', async () => {
  taken.resolve({ batchId: 3, added: 0, known: 2, own: 0, refused: [], notes: [] });
  await lookFirst('grant', 'skin-soft');
  expect(useReviewUi.getState().query.batchId).toBe(3);
});

it('continues with unprocessed picks, which have no recipe yet', async () => {
  publishBatches([batchOf(5, true)]);
  openPlace({ batchId: 5 });
  await processPicked();
  expect(useReprocess.getState().target).toBeNull();
  picked = 7;
  await processPicked();
  const on = { query: pickedProofs(5), except: [] };
  expect(useReprocess.getState().target).toEqual({ kind: 'photographs', on, count: 7, isFirst: true });
  expect(pickedProofs(5)).toMatchObject({ batchId: 5, flags: [1], unprocessed: true });
  await photographList.open({ ...everyPhotograph, batchId: 5 });
  expect(reviewTarget().isFirst).toBe(true);
  openPlace({});
  expect(reviewTarget().isFirst).toBe(false);
});
