import { expect, test } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { canResume } from '../../../../main/pipeline/flow/start-jobs.ts';
import { jobError } from '../../../../main/pipeline/stage-outcome.ts';

const now = Date.UTC(2026, 0, 31);
const hour = 3600_000;
const good = { canStart: () => true, isUnavailable: false };
const paused = { canStart: () => false, isUnavailable: false };
const away = { canStart: () => true, isUnavailable: true };

const diskError = jobError('disk', 'ENOSPC', msg('pipeline.disk.full'), 'choose-folder');
const outputs = {
  letIn: (folder: string) => (folder === '/full' ? diskError : null),
  takes: (folder: string) => folder !== '/full',
};

test.for<[string, Partial<Parameters<typeof canResume>[0]>, Parameters<typeof canResume>[1], boolean]>([
  ['never put off', { state: 'fetching', runAfter: 0 }, good, true],
  ['due', { state: 'fetching', runAfter: now }, good, true],
  ['put off', { state: 'fetching', runAfter: now + 1 }, good, false],
  ['put off for two hours', { state: 'placing', runAfter: now + 2 * hour }, good, false],
  ['whose service pauses', { state: 'fetching', runAfter: 0 }, paused, false],
  ['whose service pauses, and which needs none', { state: 'placing', runAfter: 0 }, paused, true],
  ['whose service is out of reach, tried before', { state: 'fetching', runAfter: now - 1 }, away, false],
  ['whose service is out of reach, not tried yet', { state: 'fetching', runAfter: 0 }, away, true],
  ['whose service is out of reach, and which needs none', { state: 'placing', runAfter: now - 1 }, away, true],
  ['whose folder takes results', { state: 'placing', outputFolders: ['/out'] }, good, true],
  ['whose further folder takes none', { state: 'placing', outputFolders: ['/out', '/full'] }, good, false],
  ['whose folder takes none', { state: 'placing', outputFolders: ['/full'] }, good, false],
  [
    'whose folder takes none, and which is still to be fetched',
    { state: 'fetching', outputFolders: ['/full'] },
    good,
    true,
  ],
])('a job %s', ([, parked, lane, expected]) => {
  const job = { id: 1, state: 'fetching', runAfter: 0, outputFolders: [], ...parked } as const;
  expect(canResume(job, lane, outputs, now)).toBe(expected);
});
