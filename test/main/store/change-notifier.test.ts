import { describe, expect, it } from 'vitest';
import { createChanges, type StoreChange } from '../../../main/store/change-notifier.ts';
import { test } from '../../helpers/store/store-stage.ts';

describe('changes', () => {
  it('are reported once for everything that happened in one turn', async () => {
    const changes = createChanges();
    const reportedChanges: StoreChange[] = [];
    const end = changes.subscribe((change) => reportedChanges.push(change));
    changes.jobs([1, 2]);
    changes.jobs([2, 3]);
    changes.run(3);
    changes.run(4);
    changes.photographs([7]);
    changes.list('recipes');
    expect(reportedChanges).toEqual([]);
    await null;
    expect(reportedChanges).toHaveLength(1);
    expect(reportedChanges[0]).toEqual({
      jobs: new Set([1, 2, 3, 4]),
      jobsByOthers: new Set([1, 2, 3]),
      photographs: new Set([7]),
      lists: new Set(['recipes']),
      foreign: false,
    });
    end();
    changes.foreign();
    await null;
    expect(reportedChanges).toHaveLength(1);
  });

  it('made by a listener are reported in the next turn', async () => {
    const changes = createChanges();
    const reportedJobIds: number[][] = [];
    changes.subscribe(({ jobs }) => {
      reportedJobIds.push([...jobs]);
      if (reportedJobIds.length === 1) changes.jobs([2]);
    });
    changes.jobs([1]);
    await null;
    await null;
    expect(reportedJobIds).toEqual([[1], [2]]);
  });

  test('are not reported once the store is closed, because it cannot be read', async ({ stage: { store } }) => {
    let changeCount = 0;
    await null;
    store.changes.subscribe(() => {
      changeCount += 1;
      store.views.counts();
    });
    store.settings.save({ appearance: 'dark' });
    store.close();
    await null;
    expect([changeCount, store.readForeignChanges()]).toEqual([0, false]);
  });

  test('of another process are noticed', async ({ stage }) => {
    const { store } = stage;
    const secondStore = stage.second();
    const foreign: boolean[] = [];
    store.changes.subscribe((change) => foreign.push(change.foreign));
    store.settings.save({ appearance: 'dark' });
    expect(store.readForeignChanges()).toBe(false);
    secondStore.settings.save({ appearance: 'light' });
    expect(store.readForeignChanges()).toBe(true);
    expect(store.readForeignChanges()).toBe(false);
    await null;
    expect(foreign).toEqual([true]);
    expect(store.settings.read().appearance).toBe('light');
  });
});
