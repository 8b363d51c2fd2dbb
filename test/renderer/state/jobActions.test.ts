import { describe, expect, it } from 'vitest';
import { type JobState, jobStates, mayMove } from '../../../preload/contract/job.ts';
import { allowing, allows, type JobAction } from '../../../renderer/state/jobActions.ts';
import { errorOf, jobOf } from '../../helpers/window-data.ts';

/** What may be done in each state of a job that is not held and has one result. */
const table: Record<JobState, JobAction[]> = {
  queued: ['hold', 'first', 'last', 'cancel'],
  preparing: ['hold', 'cancel'],
  submitting: ['hold', 'cancel'],
  waiting: ['hold', 'cancel'],
  fetching: ['hold', 'cancel'],
  placing: ['hold', 'cancel'],
  done: ['again', 'remove'],
  failed: ['retry', 'remove'],
  cancelled: ['retry', 'remove'],
  uncertain: ['decide', 'remove'],
};
const actions: JobAction[] = ['decide', 'retry', 'again', 'hold', 'resume', 'first', 'last', 'cancel', 'remove'];

describe('allows', () => {
  it.each(jobStates.map((state) => [state] as const))('offers what makes sense for %s', (state) => {
    const job = jobOf(1, { state });
    expect(actions.filter((action) => allows(job, action)).sort()).toEqual([...table[state]].sort());
  });

  it('never offers a move that the table of transitions forbids', () => {
    for (const state of jobStates) {
      const job = jobOf(1, { state });
      if (allows(job, 'cancel')) expect(mayMove(state, 'cancelled')).toBe(true);
      if (allows(job, 'retry')) expect(mayMove(state, 'queued')).toBe(true);
      if (allows(job, 'decide')) expect(mayMove(state, 'queued') && mayMove(state, 'failed')).toBe(true);
    }
  });

  it('resumes what is held, and holds what is not', () => {
    const held = jobOf(1, { held: true });
    expect([allows(held, 'hold'), allows(held, 'resume')]).toEqual([false, true]);
  });

  it('shows results where there are some', () => {
    expect(allows(jobOf(1, { state: 'done', resultCount: 2 }), 'review')).toBe(true);
    expect(allows(jobOf(1, { state: 'done' }), 'review')).toBe(false);
  });
});

describe('allowing', () => {
  it('leaves out those it makes no sense for', () => {
    const jobs = [jobOf(1, { state: 'failed' }), jobOf(2), jobOf(3, { state: 'cancelled' })];
    expect(allowing(jobs, 'retry')).toEqual([1, 3]);
  });

  it('retries what was given up only where it is chosen by itself: it may be charged once more', () => {
    const given = jobOf(3, { state: 'cancelled', error: errorOf({ kind: 'uncertain', advice: 'decide' }) });
    expect(allowing([jobOf(1, { state: 'failed' }), given], 'retry')).toEqual([1]);
    expect(allowing([jobOf(1, { state: 'done' }), given], 'retry')).toEqual([]);
    expect(allowing([given], 'retry')).toEqual([3]);
    expect(allowing([given, jobOf(1, { state: 'failed' })], 'remove')).toEqual([3, 1]);
  });
});
