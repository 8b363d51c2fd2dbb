import { expect, it } from 'vitest';
import { givenUpLines, isGivenUp } from '../../../main/cli/given-up.ts';
import type { JobError, JobState } from '../../../preload/contract/job.ts';

const error = (advice: JobError['advice']): JobError => ({
  ...{ kind: 'uncertain', code: 'X', message: 'X', requestId: null, logId: null },
  advice,
});

it.each<[JobState, JobError | null, boolean]>([
  ['cancelled', error('decide'), true],
  ['cancelled', error('retry'), false],
  ['cancelled', null, false],
  ['uncertain', error('decide'), false],
])('a job that is %s with %j is given up: %s', (state, fault, expected) => {
  expect(isGivenUp({ state, error: fault })).toBe(expected);
});

it.each([
  [[], []],
  [
    [{ id: 7, sourcePath: '/a.jpg' }],
    ['One photograph was given up and may have been charged.', '/a.jpg (job 7): given up.'],
  ],
  [
    [
      { id: 7, sourcePath: '/a.jpg' },
      { id: 9, sourcePath: '/b.jpg' },
    ],
    [
      '2 photographs were given up and may have been charged.',
      '/a.jpg (job 7): given up.',
      '/b.jpg (job 9): given up.',
    ],
  ],
])('%j is told in words', (jobs, lines) => {
  expect(givenUpLines(jobs)).toEqual(lines);
});
