import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PagedList, pageLength } from '../../../../renderer/state/lists/pagedList.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}

/** Creates a fake list in main, which changes its order and, if `forgets`, forgets earlier orders. */
function stage(length: number) {
  let order = Array.from({ length }, (_, index) => index + 1);
  const orders = new Map<number, readonly number[]>();
  const requests: string[] = [];
  const shown: number[][] = [];
  let isDown = false;
  const rowsOf = (ids: readonly number[]) => ids.map((id): Row => ({ id, name: `row ${id}` }));
  const list = new PagedList<string, Row>(
    {
      head: async (query) => {
        requests.push(`head ${query}`);
        return isDown ? null : { rows: rowsOf(order.slice(0, 120)), isComplete: order.length <= 120 };
      },
      order: async () => {
        if (isDown) return null;
        orders.set(orders.size + 1, order);
        return { revision: orders.size, count: order.length, total: order.length };
      },
      rows: async (revision, from, to) => {
        requests.push(`rows ${from}-${to}`);
        const ids = orders.get(revision);
        return ids ? rowsOf(ids.slice(from, to)) : null;
      },
      ids: async (revision, from, to) => orders.get(revision)?.slice(from, to) ?? null,
      place: async (revision, id) => orders.get(revision)?.indexOf(id) ?? null,
      show: (ids) => void shown.push([...ids]),
    },
    'all',
  );
  return {
    list,
    asked: requests,
    shown,
    reorder: (next: number[]) => {
      order = next;
    },
    forget: () => orders.clear(),
    breakDown: () => {
      isDown = true;
    },
  };
}

describe('a list of any length', () => {
  beforeEach(() => void vi.useRealTimers());

  it('shows its start, then its length, and rows in view', async () => {
    const { list } = stage(10_000);
    await list.open('all');
    expect(list.now()).toMatchObject({ phase: 'ready', count: 10_000, isCounted: true });
    expect(list.now().rows.get(0)?.id).toBe(1);
    expect(list.now().rows.get(5000)).toBeUndefined();
    list.see(5000, 5020);
    await vi.waitFor(() => expect(list.now().rows.get(5010)?.id).toBe(5011));
  });

  it('is counted at once, or after another query was read', async () => {
    const { list } = stage(10_000);
    await list.open('all');
    void list.refresh();
    await list.counted();

    void list.open('failed');
    expect(list.now().isCounted).toBe(false);
    await list.counted();

    expect(list.now()).toMatchObject({ query: 'failed', isCounted: true, count: 10_000 });
  });

  it('keeps its position if the same list is reopened, and starts over with another', async () => {
    const { list, asked } = stage(10_000);
    await list.open('all');
    list.see(5000, 5020);
    await vi.waitFor(() => expect(list.now().rows.has(5010)).toBe(true));
    const counts: number[] = [];
    list.use.subscribe(({ count }) => counts.push(count));
    asked.length = 0;
    await list.open('all');
    expect(new Set(counts)).toEqual(new Set([10_000]));
    expect(list.now().rows.get(5010)?.id).toBe(5011);
    expect([asked.includes('head all'), list.isAtStart()]).toEqual([false, false]);
    await list.open('other');
    expect([asked.includes('head other'), list.isAtStart()]).toEqual([true, true]);
  });

  it('keeps unchanged rows, so that nothing on the screen is redrawn', async () => {
    const { list } = stage(1000);
    await list.open('all');
    const before = [...list.now().rows.values()];
    await list.open('all');
    list.update([{ id: 1, name: 'row 1' }]);
    expect([...list.now().rows.values()].slice(0, before.length).every((row, index) => row === before[index])).toBe(
      true,
    );
    list.update([{ id: 1, name: 'other' }]);
    expect(list.now().rows.get(0)).toEqual({ id: 1, name: 'other' });
    expect(list.now().rows.get(1)).toBe(before[1]);
  });

  it('requests a page once, however often it is viewed', async () => {
    const { list, asked } = stage(10_000);
    await list.open('all');
    asked.length = 0;
    for (let times = 0; times < 5; times += 1) list.see(6000, 6010);
    await vi.waitFor(() => expect(list.now().rows.has(6005)).toBe(true));
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('keeps a bounded number of rows', async () => {
    const { list } = stage(100_000);
    await list.open('all');
    for (let at = 0; at < 20_000; at += pageLength) {
      list.see(at, at + pageLength);
      await vi.waitFor(() => expect(list.now().rows.has(at + 5)).toBe(true));
    }
    expect(list.now().rows.size).toBeLessThan(4000);
  });

  it('reads a changed list without showing it empty, rows in view together with their order', async () => {
    const { list, reorder } = stage(1000);
    await list.open('all');
    const seen: (number | undefined)[] = [];
    list.use.subscribe(({ rows, count }) => seen.push(count === 0 ? undefined : rows.get(0)?.id));
    reorder([77, ...Array.from({ length: 999 }, (_, index) => index + 1)]);
    await list.refresh();
    expect(new Set(seen)).toEqual(new Set([77]));
  });

  it('reads the list again if main has forgotten its order', async () => {
    const { list, forget, asked } = stage(10_000);
    await list.open('all');
    forget();
    asked.length = 0;
    list.see(7000, 7010);
    await vi.waitFor(() => expect(list.now().rows.has(7005)).toBe(true));
  });

  it('ignores the response to an earlier query', async () => {
    const { list, reorder } = stage(50);
    const early = list.open('all');
    reorder([9]);
    await Promise.all([list.open('other'), early]);
    expect(list.now()).toMatchObject({ query: 'other', count: 1 });
  });

  it('updates rows in place, and returns the position of a row', async () => {
    const { list } = stage(10_000);
    await list.open('all');
    list.update([
      { id: 3, name: 'changed' },
      { id: 9000, name: 'not here' },
    ]);
    expect(list.now().rows.get(2)?.name).toBe('changed');
    expect(await list.placeOf(3)).toBe(2);
    expect(await list.placeOf(9000)).toBe(8999);
    expect(await list.placeOf(99_999)).toBeNull();
    expect(await list.idAt(9999)).toBe(10_000);
    expect(await list.idsBetween(9, 7)).toEqual([8, 9, 10]);
    expect(await list.idsBetween(0, 9999)).toHaveLength(10_000);
  });

  it('reports the rows in view', async () => {
    const { list, shown } = stage(200);
    await list.open('all');
    list.see(10, 13);
    await vi.waitFor(() => expect(shown.at(-1)).toEqual([11, 12, 13]));
  });

  it('keeps its rows if it cannot be read again, and reports the failure if it is empty', async () => {
    const { list, breakDown } = stage(10);
    await list.open('all');
    breakDown();
    await list.refresh();
    expect(list.now()).toMatchObject({ phase: 'ready', count: 10 });
    await list.open('other');
    expect(list.now().phase).toBe('failed');
  });

  it('is read to its end once for any number of callers', async () => {
    const { list, reorder } = stage(3);
    await list.open('all');
    const first = list.refresh();
    reorder([2]);
    void list.refresh();
    await first;
    expect(list.now()).toMatchObject({ count: 1 });
    expect(list.now().rows.get(0)?.id).toBe(2);
  });
});
