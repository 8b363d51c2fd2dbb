import { describe, expect, it } from 'vitest';
import {
  canTransition,
  finalStates,
  isGivenUp,
  type JobError,
  type JobState,
  jobStates,
  needsOtherRecipe,
  runningStates,
  transitions,
} from '../../../contract/jobs/job.ts';

describe('transitions', () => {
  it('lead only to existing states, and never to the same one', () => {
    for (const from of jobStates) {
      for (const to of transitions[from]) {
        expect(jobStates).toContain(to);
        expect(to).not.toBe(from);
      }
    }
  });

  it('leave every state (done only to be inspected again), and reach every state', () => {
    expect(jobStates.filter((state) => transitions[state].length === 0)).toEqual([]);
    expect(transitions.done).toEqual(['queued']);
    const reached = new Set(jobStates.flatMap((state) => transitions[state]));
    expect(jobStates.filter((state) => !reached.has(state))).toEqual([]);
  });

  it('lead from every running state to failed, cancelled and back to queued', () => {
    for (const state of runningStates)
      expect(['queued', 'failed', 'cancelled'].filter((to) => !canTransition(state, to as 'queued'))).toEqual([]);
  });

  it('allow uncertain from every state that is not final', () => {
    expect(jobStates.filter((state) => canTransition(state, 'uncertain'))).toEqual(['queued', ...runningStates]);
  });

  it('divide the states into queued, running and final', () => {
    expect(['queued', ...runningStates, ...finalStates].sort()).toEqual([...jobStates].sort());
  });
});

const error = (advice: JobError['advice']): JobError => ({
  ...{ kind: 'uncertain', code: 'X', message: 'X', requestId: null, logId: null },
  advice,
});

it.each<[JobState, JobError | null, boolean]>([
  ['cancelled', error('decide'), true],
  ['cancelled', error('retry'), false],
  ['cancelled', null, false],
  ['uncertain', error('decide'), false],
])('a job that is %s with %j counts as given up: %s', (state, fault, expected) => {
  expect(isGivenUp({ state, error: fault })).toBe(expected);
});

it.each<[JobState, JobError | null, boolean]>([
  ['failed', error('edit-recipe'), true],
  ['failed', { ...error('replace-file'), code: 'NO_FACE' }, true],
  ['failed', { ...error('replace-file'), code: 'UNUSABLE_FILE' }, false],
  ['failed', { ...error('replace-file'), code: 'SOURCE_MISSING' }, false],
  ['failed', error('open-services'), false],
  ['queued', error('edit-recipe'), false],
  ['failed', null, false],
])('another recipe helps a job that is %s with %j: %s', (state, fault, expected) => {
  expect(needsOtherRecipe({ state, error: fault })).toBe(expected);
});
