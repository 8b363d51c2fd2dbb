import { describe, expect, it } from 'vitest';
import { jobStates } from '../../../preload/contract/job.ts';
import { countsOf, createSorter, filterOf, type Jobs, type SortKey, shownOf } from '../../../renderer/state/jobView.ts';
import { jobOf } from '../../helpers/window-data.ts';

const mapOf = (...jobs: ReturnType<typeof jobOf>[]): Jobs => new Map(jobs.map((job) => [job.id, job]));

describe('countsOf', () => {
  it('counts every state under one filter, and all', () => {
    const counts = countsOf(jobStates.map((state, index) => jobOf(index + 1, { state })));
    expect(counts).toEqual({ all: 10, queued: 1, running: 5, done: 1, failed: 1, uncertain: 1, cancelled: 1 });
  });

  it('knows a filter for every state', () => {
    expect(Object.keys(filterOf).sort()).toEqual([...jobStates].sort());
  });
});

describe('createSorter', () => {
  const jobs = mapOf(
    jobOf(1, { state: 'done', finishedAt: 100, name: 'img10.jpg', bytes: 5 }),
    jobOf(2, { state: 'queued', position: 9, name: 'img9.jpg', bytes: 50, createdAt: 5 }),
    jobOf(3, { state: 'queued', position: 3, name: 'IMG1.jpg', bytes: 7, createdAt: 9 }),
    jobOf(4, { state: 'waiting', name: 'b.jpg', bytes: 1 }),
    jobOf(5, { state: 'failed', finishedAt: 50, name: 'a.jpg', bytes: 2 }),
    jobOf(6, { state: 'done', finishedAt: 200, name: 'c.jpg', bytes: 3 }),
    jobOf(7, { state: 'queued', position: 20, priority: 1, name: 'd.jpg', bytes: 4 }),
    jobOf(8, { state: 'uncertain', name: 'e.jpg', bytes: 6 }),
  );
  const cases: [SortKey, number[]][] = [
    ['activity', [4, 8, 5, 7, 3, 2, 6, 1]],
    ['order', [7, 1, 3, 4, 5, 6, 8, 2]],
    ['name', [5, 4, 6, 7, 8, 3, 2, 1]],
    ['size', [2, 3, 8, 1, 7, 6, 5, 4]],
  ];
  it.each(cases)('sorts by %s', (key, order) => {
    expect(createSorter()(jobs, 0, key)).toEqual(order);
  });

  it('keeps a lasting order until jobs come or go', () => {
    const sorted = createSorter();
    const first = sorted(jobs, 0, 'name');
    expect(sorted(new Map(jobs), 0, 'name')).toBe(first);
    expect(sorted(mapOf(jobOf(1)), 1, 'name')).toEqual([1]);
  });

  it('never keeps an order that depends on states', () => {
    const sorted = createSorter();
    expect(sorted(mapOf(jobOf(1), jobOf(2)), 0, 'activity')).toEqual([1, 2]);
    expect(sorted(mapOf(jobOf(1), jobOf(2, { state: 'waiting' })), 0, 'activity')).toEqual([2, 1]);
  });
});

describe('shownOf', () => {
  const jobs = mapOf(
    jobOf(1, { name: 'Anna.jpg', recipeName: 'Skin, soft', state: 'failed' }),
    jobOf(2, { name: 'anna-2.jpg', recipeName: 'Portrait cutout', batchId: 2 }),
    jobOf(3, { name: 'tom.jpg', recipeName: 'Portrait cutout', state: 'waiting' }),
  );
  const order = [3, 2, 1];
  it.each([
    [{ filter: 'all', text: '', batchId: null }, [3, 2, 1]],
    [{ filter: 'failed', text: '', batchId: null }, [1]],
    [{ filter: 'running', text: '', batchId: null }, [3]],
    [{ filter: 'all', text: ' ANNA ', batchId: null }, [2, 1]],
    [{ filter: 'all', text: 'cutout anna', batchId: null }, [2]],
    [{ filter: 'all', text: '', batchId: 2 }, [2]],
    [{ filter: 'done', text: 'anna', batchId: 2 }, []],
  ] as const)('%o shows %o', (shown, ids) => {
    expect(shownOf(jobs, order, shown)).toEqual(ids);
  });

  it('leaves out what has gone', () => {
    expect(shownOf(jobs, [9, 1], { filter: 'failed', text: '', batchId: null })).toEqual([1]);
  });
});
