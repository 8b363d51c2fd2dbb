import { describe, expect, it } from 'vitest';
import { dataOf, withChanges } from '../../../../renderer/state/data/appData.ts';
import { jobOf, noTally, snapshotOf } from '../../../helpers/window/window-data.ts';

const data = dataOf(snapshotOf());

describe('withChanges', () => {
  it('adopts pending decisions, even an empty list', () => {
    const some = withChanges(data, { undecided: [{ cause: 'NO_ANSWER', message: 'No answer came.', count: 12 }] });
    expect(some.undecided).toHaveLength(1);
    expect(withChanges(some, { undecided: [] }).undecided).toEqual([]);
  });

  it('keeps absent or undefined parts, by identity', () => {
    const next = withChanges(data, { tally: { ...noTally, all: 3 } });
    expect(next.tally.all).toBe(3);
    expect(next.settings).toBe(data.settings);
    const withGap: object = { settings: undefined };
    expect(withChanges(data, withGap).settings).toBe(data.settings);
  });

  it('counts the changes of jobs and of photographs separately', () => {
    const jobs = withChanges(data, { jobsChanged: true });
    expect([jobs.jobsVersion, jobs.photographsVersion]).toEqual([1, 0]);
    const both = withChanges(jobs, { jobsChanged: true, photographsChanged: true });
    expect([both.jobsVersion, both.photographsVersion]).toEqual([2, 1]);
    expect(withChanges(both, {}).jobsVersion).toBe(2);
  });

  it('leaves rows to the lists', () => {
    expect(withChanges(data, { jobs: [jobOf(1)] })).toEqual(data);
  });
});
