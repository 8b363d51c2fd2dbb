import { describe, expect, it } from 'vitest';
import { dataOf, withChanges } from '../../../renderer/state/data.ts';
import { jobOf, snapshotOf } from '../../helpers/window-data.ts';

const data = dataOf(snapshotOf([jobOf(1), jobOf(2)]));

describe('withChanges', () => {
  it('replaces a job by its id and keeps the others', () => {
    const next = withChanges(data, { jobs: [jobOf(2, { state: 'done' })] });
    expect(next.jobs.get(2)?.state).toBe('done');
    expect(next.jobs.get(1)).toBe(data.jobs.get(1));
    expect(data.jobs.get(2)?.state).toBe('queued');
  });

  it('counts a new membership only when jobs come or go', () => {
    expect(withChanges(data, { jobs: [jobOf(2, { state: 'done' })] }).membership).toBe(data.membership);
    expect(withChanges(data, { jobs: [jobOf(3)] }).membership).toBe(data.membership + 1);
    expect(withChanges(data, { removedJobs: [1] }).membership).toBe(data.membership + 1);
    expect(withChanges(data, { removedJobs: [99] }).membership).toBe(data.membership);
  });

  it('takes in what is undecided, also when it has come to nothing', () => {
    const some = withChanges(data, { undecided: [{ cause: 'NO_ANSWER', message: 'No answer came.', count: 12 }] });
    expect(some.undecided).toHaveLength(1);
    expect(withChanges(some, { undecided: [] }).undecided).toEqual([]);
  });

  it('removes jobs', () => {
    expect([...withChanges(data, { removedJobs: [1, 99] }).jobs.keys()]).toEqual([2]);
  });

  it('keeps what is absent or undefined, by identity', () => {
    const next = withChanges(data, { throughput: { perMinute: 3, leftMs: 5, total: 2, finished: 1 } });
    expect(next.throughput.perMinute).toBe(3);
    expect(next.jobs).toBe(data.jobs);
    expect(next.settings).toBe(data.settings);
    const withGap: object = { settings: undefined };
    expect(withChanges(data, withGap).settings).toBe(data.settings);
  });

  it('gives batches whose results changed a new version, again and again', () => {
    const once = withChanges(data, { resultsOf: [7] });
    const twice = withChanges(once, { resultsOf: [7, 8] });
    expect(once.resultsVersion.get(7)).toBe(1);
    expect(twice.resultsVersion.get(7)).toBe(2);
    expect(twice.resultsVersion.get(8)).toBe(1);
    expect(withChanges(twice, {}).resultsVersion).toBe(twice.resultsVersion);
  });

  it('gives the same when a change is applied that the snapshot holds already', () => {
    const again = withChanges(data, { jobs: [jobOf(1), jobOf(2)] });
    expect([...again.jobs.values()]).toEqual([...data.jobs.values()]);
    expect(again.membership).toBe(data.membership);
  });
});
