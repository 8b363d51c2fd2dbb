import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { offersNow } from '../../../../renderer/screens/review/export/exportSheet.ts';
import { dataOf } from '../../../../renderer/state/data/appData.ts';
import { useLoad } from '../../../../renderer/state/data/store.ts';
import { emptySelection, selectOne } from '../../../../renderer/state/lists/selection.ts';
import {
  applyClientPicks,
  applyImportedPicks,
  importPicks,
  useClientPicks,
} from '../../../../renderer/state/review/clientPicks.ts';
import { photographList } from '../../../../renderer/state/review/photographList.ts';
import { useReviewUi } from '../../../../renderer/state/review/reviewUi.ts';
import { ok, photographLists, stubBridge } from '../../../helpers/window/photograph-lists.ts';
import { snapshotOf } from '../../../helpers/window/window-data.ts';

/** A fake main process that lists three photographs, two of them picked by clients. */
const follow = vi.fn(async (_asked: object) => ({ ok: true as const, value: 2 }));
const imported = { answer: 7, toPick: 2, rejected: 1, toUnpick: 3 };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  follow.mockClear();
  const photographs = {
    ...photographLists(() => [1, 2, 3]),
    count: ({ pickedByClient }: { pickedByClient: boolean }) => ok(pickedByClient ? 2 : 0),
  };
  const gallery = { follow, importPicks: () => ok(imported) };
  stubBridge({ gallery, photographs, desk: { showPhotographs: () => ok(undefined) } });
  useLoad.setState({ phase: 'ready', data: dataOf(snapshotOf()) }, true);
  await photographList.open({ ...everyPhotograph, folded: true, pickedByClient: true });
});
afterEach(() => {
  vi.useRealTimers();
  useReviewUi.setState({ selection: emptySelection, isLoupe: false });
  useClientPicks.setState({ picks: null });
});

it('imported picks can be adopted once', async () => {
  const plan = { title: 'Spring', standing: 'first' } as never;
  useClientPicks.setState({ picks: { id: 'x', name: 'Choices.json', plan, imported: null } });
  await importPicks();
  expect(useClientPicks.getState().picks?.imported).toEqual(imported);
  await applyImportedPicks('takeOver');
  expect(follow).toHaveBeenLastCalledWith({ command: 'takeOver', on: { answer: 7 } });
  expect(useClientPicks.getState().picks?.imported).toEqual({ ...imported, toPick: 0, rejected: 0 });
  await applyImportedPicks('unpickRest');
  expect(useClientPicks.getState().picks?.imported).toMatchObject({ toUnpick: 0 });
});

it('the commands apply to the listed photographs, and the rest includes those that the filter of clients’ picks hides', async () => {
  await applyClientPicks('takeOver');
  const query = { ...everyPhotograph, pickedByClient: true };
  expect(follow).toHaveBeenLastCalledWith({ command: 'takeOver', on: { query, except: [] } });
  await applyClientPicks('unpickRest');
  expect(follow).toHaveBeenLastCalledWith({ command: 'unpickRest', on: { query: everyPhotograph, except: [] } });
  const singleSelection = selectOne({ id: 2, place: 1 });
  useReviewUi.setState({ selection: { ...singleSelection, ids: new Set([2, 3]) } });
  await applyClientPicks('takeOver');
  expect(follow).toHaveBeenLastCalledWith({ command: 'takeOver', on: { ids: [2, 3] } });
  useReviewUi.setState({ isLoupe: true });
  await applyClientPicks('takeOver');
  expect(follow).toHaveBeenLastCalledWith({ command: 'takeOver', on: { ids: [2] } });
});

it('offers an export of clients’ picks', async () => {
  await photographList.open(everyPhotograph);
  expect((await offersNow()).map(({ key, count }) => [key, count])).toEqual([
    ['client', 2],
    ['all', 3],
  ]);
});
