import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { everyPhotograph, type PhotographQuery } from '../../../../contract/review/list-queries.ts';
import { emptySelection, selectAll, selectOne } from '../../../../renderer/state/lists/selection.ts';
import { followChanges, photographList, useNewCount } from '../../../../renderer/state/review/photographList.ts';
import { setPhotographs, useReviewUi } from '../../../../renderer/state/review/reviewUi.ts';
import { ok, photographLists, stubBridge } from '../../../helpers/window/photograph-lists.ts';

/** A fake main process with photographs of batches; each closed stack shows its first photograph. */
let photographs: { readonly id: number; readonly batchId: number; readonly stackId: number }[];
/** Resolves on the test's command, and ends the reading of an order. */
let reading: Promise<void>;

const idsOf = ({ batchId, folded }: PhotographQuery): number[] =>
  photographs
    .filter((each) => (batchId === null || each.batchId === batchId) && (!folded || each.id === each.stackId))
    .map(({ id }) => id);
/** The first photograph represents its stack. */
const shownAs = (id: number) => photographs.find((each) => each.id === id)!.stackId;

const folded = { ...everyPhotograph, folded: true };
const inBatch = (batchId: number) => ({ ...folded, batchId });
const add = (batchId: number, ...ids: readonly number[]) =>
  photographs.push(...ids.map((id) => ({ id, batchId, stackId: id })));
const stack = (...ids: readonly number[]) => {
  photographs = photographs.map((each) => (ids.includes(each.id) ? { ...each, stackId: ids[0]! } : each));
};
/** Changes a photograph, and lets time pass. */
async function change(): Promise<void> {
  followChanges();
  await vi.advanceTimersByTimeAsync(5000);
}
const shown = () => {
  const { count, total } = photographList.now();
  return { count, total, isNew: useNewCount.getState().count };
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  photographs = [];
  reading = Promise.resolve();
  const lists = photographLists(idsOf);
  stubBridge({
    photographs: {
      ...lists,
      order: async (query: PhotographQuery) => {
        await reading;
        return lists.order(query);
      },
      place: (at: { revision: number; id: number }) => lists.place({ ...at, id: shownAs(at.id) }),
    },
    lists: { showPhotographs: () => ok(undefined) },
  });
  setPhotographs(emptySelection);
  useNewCount.setState({ count: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  useReviewUi.setState({ selection: emptySelection, isLoupe: false });
});

describe('photographs that arrived after the list was read', () => {
  it('are counted as photographs, including those in closed stacks', async () => {
    add(1, 1, 2, 3, 4);
    stack(1, 2, 3);
    await photographList.open(inBatch(1));
    expect(shown()).toEqual({ count: 2, total: 4, isNew: 0 });
    add(1, 5, 6, 7);
    stack(5, 6);
    await change();
    expect(shown()).toEqual({ count: 2, total: 4, isNew: 3 });
  });

  it('exclude photographs that only another list contains', async () => {
    add(1, 1, 2, 3);
    add(2, 4, 5, 6, 7, 8);
    await photographList.open(inBatch(1));
    const { promise, resolve } = Promise.withResolvers<void>();
    reading = promise;
    const opened = photographList.open(folded);
    await change();
    resolve();
    await opened;
    await change();
    expect(shown()).toEqual({ count: 8, total: 8, isNew: 0 });
  });
});

describe('stacks that are found while the list is shown', () => {
  beforeEach(async () => {
    add(1, 1, 2, 3, 4, 5);
    await photographList.open(inBatch(1));
  });

  it('are collapsed, and the active photograph stays active', async () => {
    setPhotographs(selectOne({ id: 5, place: 4 }));
    stack(1, 2, 3, 4);
    await change();
    expect(shown()).toEqual({ count: 2, total: 5, isNew: 0 });
    expect(useReviewUi.getState().selection.lead).toEqual({ id: 5, place: 1 });
  });

  it('are collapsed at once, after the last of them was found', async () => {
    stack(1, 2);
    followChanges();
    await vi.advanceTimersByTimeAsync(800);
    expect(shown()).toEqual({ count: 5, total: 5, isNew: 0 });
    stack(1, 2, 3, 4);
    await vi.advanceTimersByTimeAsync(700);
    expect(shown()).toEqual({ count: 5, total: 5, isNew: 0 });
    await vi.advanceTimersByTimeAsync(700);
    expect(shown()).toEqual({ count: 2, total: 5, isNew: 0 });
  });

  it('wait while several photographs are selected, or one is viewed', async () => {
    stack(1, 2, 3, 4);
    setPhotographs(selectAll(emptySelection));
    await change();
    expect(shown()).toEqual({ count: 5, total: 5, isNew: 0 });
    setPhotographs(selectOne({ id: 2, place: 1 }));
    useReviewUi.setState({ isLoupe: true });
    await change();
    expect(shown()).toEqual({ count: 5, total: 5, isNew: 0 });
    useReviewUi.setState({ isLoupe: false });
    await change();
    expect(shown()).toEqual({ count: 2, total: 5, isNew: 0 });
  });
});
