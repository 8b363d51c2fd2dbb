import { describe, expect, it } from 'vitest';
import { canTransition, type JobState, jobStates } from '../../../../contract/jobs/job.ts';
import type { ChoiceTally } from '../../../../contract/review/list-queries.ts';
import { allowed, allows, type JobAction } from '../../../../renderer/screens/queue/jobActions.ts';
import { errorOf, jobOf } from '../../../helpers/window/window-data.ts';

/** Actions in each state of a job that is not held and has one result. */
const table: Record<JobState, JobAction[]> = {
  queued: ['with', 'hold', 'first', 'last', 'cancel'],
  preparing: ['with', 'hold', 'cancel'],
  submitting: ['with', 'hold', 'cancel'],
  waiting: ['with', 'hold', 'cancel'],
  fetching: ['with', 'hold', 'cancel'],
  placing: ['with', 'hold', 'cancel'],
  done: ['with', 'again', 'remove'],
  failed: ['with', 'retry', 'remove'],
  cancelled: ['with', 'retry', 'remove'],
  uncertain: ['with', 'decide', 'remove'],
};
const actions: JobAction[] = [
  ...(['decide', 'retry', 'again', 'with', 'hold'] as const),
  ...(['resume', 'first', 'last', 'cancel', 'remove'] as const),
];

describe('allows', () => {
  it.each(jobStates.map((state) => [state] as const))('offers the useful actions for %s', (state) => {
    const job = jobOf(1, { state });
    expect(actions.filter((action) => allows(job, action)).sort()).toEqual([...table[state]].sort());
  });

  it('never offers a transition that the table of transitions forbids', () => {
    for (const state of jobStates) {
      const job = jobOf(1, { state });
      if (allows(job, 'cancel')) expect(canTransition(state, 'cancelled')).toBe(true);
      if (allows(job, 'retry')) expect(canTransition(state, 'queued')).toBe(true);
      if (allows(job, 'decide')) expect(canTransition(state, 'queued') && canTransition(state, 'failed')).toBe(true);
    }
  });

  it('resumes only held jobs, and holds only others', () => {
    const held = jobOf(1, { held: true });
    expect([allows(held, 'hold'), allows(held, 'resume')]).toEqual([false, true]);
  });

  it('shows results only if there are any', () => {
    expect(allows(jobOf(1, { state: 'done', resultCount: 2 }), 'review')).toBe(true);
    expect(allows(jobOf(1, { state: 'done' }), 'review')).toBe(false);
  });
});

it('never offers to retry a permanent failure while its file is unchanged', () => {
  const error = errorOf({ code: 'UNUSABLE_FILE', advice: 'replace-file' });
  expect(allows(jobOf(1, { state: 'failed', error }), 'retry')).toBe(false);
  expect(allows(jobOf(1, { state: 'failed', error: { ...error, code: 'SOURCE_MISSING' } }), 'retry')).toBe(true);
  expect(allows(jobOf(1, { state: 'cancelled', error }), 'retry')).toBe(true);
  // Retrying is possible after the file was replaced.
  expect(allows(jobOf(1, { state: 'failed', error }), 'retry', true)).toBe(true);
});

describe('allowed', () => {
  const chosen = (states: ChoiceTally['states'], change: Partial<ChoiceTally> = {}): ChoiceTally => ({
    count: Object.values(states).reduce((sum, n) => sum + n, 0),
    bytes: 0,
    states,
    held: 0,
    givenUp: 0,
    forGood: 0,
    ...change,
  });

  it('counts the jobs that an action applies to, consistent with the check of a single job', () => {
    for (const state of jobStates) {
      for (const action of actions) {
        const count = allowed(chosen({ [state]: 7 }), action);
        expect(count, `${action} of ${state}`).toBe(allows(jobOf(1, { state }), action) ? 7 : 0);
      }
    }
  });

  it('holds the jobs that are not held, and resumes the rest', () => {
    const some = chosen({ queued: 5, waiting: 1, done: 3 }, { held: 2 });
    expect([allowed(some, 'hold'), allowed(some, 'resume')]).toEqual([4, 2]);
  });

  it('retries an abandoned job only if it is the only one chosen, because it may be charged again', () => {
    expect(allowed(chosen({ cancelled: 1 }, { givenUp: 1 }), 'retry')).toBe(1);
    expect(allowed(chosen({ cancelled: 1, failed: 1 }, { givenUp: 1 }), 'retry')).toBe(1);
    expect(allowed(chosen({ cancelled: 1, done: 1 }, { givenUp: 1 }), 'retry')).toBe(0);
    expect(allowed(chosen({ failed: 5 }, { forGood: 2 }), 'retry')).toBe(3);
  });
});
