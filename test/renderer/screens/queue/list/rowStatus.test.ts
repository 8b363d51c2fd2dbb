import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import type { JobSummary } from '../../../../../contract/jobs/job.ts';
import { type ServiceStatus, serviceStatus } from '../../../../../contract/services/service-status.ts';
import { rowStatus } from '../../../../../renderer/screens/queue/list/rowStatus.ts';
import { errorOf, jobOf } from '../../../../helpers/window/window-data.ts';

const now = 1_000_000;
const wordsOf = (change: Partial<JobSummary>, service?: ServiceStatus, isPaused = false) =>
  rowStatus(jobOf(1, change), now, i18next.t, service, isPaused);
const [ready, slowed, noKey] = [
  serviceStatus({ condition: 'ready', message: null }),
  serviceStatus({ condition: 'slowed', message: 'It asked us to slow down; next try in 20 s.' }),
  serviceStatus({ condition: 'no-key', message: null }),
];
const progress = (activity: NonNullable<JobSummary['progress']>['activity'], fraction: number | null, since = now) => ({
  activity,
  fraction,
  since,
});

describe('rowStatus', () => {
  const cases: [Partial<JobSummary>, string][] = [
    [{}, 'waiting for its turn'],
    [{ held: true }, 'paused'],
    [{ attempts: 2, error: errorOf() }, 'waiting to retry'],
    [{ step: 1, stepCount: 2 }, 'step 2 of 2: waiting for its turn'],
    [{ runAfter: now + 19_200 }, 'waiting 20 s'],
    [
      { runAfter: now + 20_000, error: errorOf({ message: 'the service asked us to slow down' }) },
      'waiting 20 s: the service asked us to slow down',
    ],
    [{ elsewhere: { station: null } }, 'waiting in the studio'],
    [{ elsewhere: { station: 'Desk 2' } }, 'at Desk 2'],
    [{ elsewhere: { station: 'Desk 2' }, held: true }, 'paused'],
    [{ elsewhere: { station: 'Desk 2' }, state: 'done' }, 'done'],
    [{ elsewhere: null }, 'waiting for its turn'],
    [{ state: 'preparing' }, 'getting ready'],
    [{ state: 'submitting', progress: progress('sending', 0.62) }, 'sending 62%'],
    [{ state: 'submitting' }, 'sending'],
    [{ state: 'waiting', progress: progress('at-service', null, now - 8_000) }, 'at the service, 8 s'],
    [{ state: 'waiting' }, 'at the service, 0 s'],
    [{ state: 'waiting', error: errorOf({ message: 'The task can’t be read.' }) }, 'The task can’t be read.'],
    [{ state: 'fetching', progress: progress('receiving', 0.4) }, 'receiving 40%'],
    [{ state: 'placing', step: 1, stepCount: 3 }, 'step 2 of 3: writing the result'],
    [{ state: 'done' }, 'done'],
    [{ state: 'done', startedAt: now - 4_000, finishedAt: now, resultCount: 1 }, 'done in 4 s'],
    [{ state: 'done', startedAt: now - 999, finishedAt: now, resultCount: 1 }, 'done in under 1 s'],
    [{ error: errorOf({ message: '“a.heic” cannot be opened.' }) }, '“a.heic” cannot be opened.'],
    [{ state: 'done', startedAt: now - 4_000, finishedAt: now, resultCount: 3 }, 'done in 4 s, 3 results'],
    [{ state: 'failed', error: errorOf({ message: 'The file is broken.' }) }, 'The file is broken.'],
    [{ state: 'failed' }, 'Processing failed.'],
    [{ state: 'uncertain' }, 'waiting for your decision'],
    [{ state: 'uncertain', error: errorOf() }, 'waiting for your decision'],
    [{ state: 'cancelled' }, 'canceled'],
    [{ follows: 7 }, 'waiting for an identical photograph, which is sent only once'],
    [{ follows: 7, held: true }, 'paused'],
    [
      { state: 'fetching', runAfter: now + 240_000, error: errorOf({ message: 'No connection.' }) },
      'the result cannot be fetched yet; next try in 4 min',
    ],
    [
      { state: 'fetching', step: 1, stepCount: 2, runAfter: now + 9_000, error: errorOf() },
      'step 2 of 2: the result cannot be fetched yet; next try in 9 s',
    ],
    [
      { state: 'placing', runAfter: now + 30_000, error: errorOf({ message: 'The disk is full.' }) },
      'The disk is full. Next try in 30 s.',
    ],
    [{ state: 'placing', runAfter: now, error: errorOf({ message: 'The disk is full.' }) }, 'writing the result'],
    [{ state: 'fetching', runAfter: now + 9_000 }, 'receiving'],
  ];
  it.each(cases)('%o: %s', (change, text) => {
    expect(wordsOf(change).text).toBe(text);
  });

  it('shows a local problem in the color of jobs that wait for the user, and counts down', () => {
    const later = { runAfter: now + 30_000, error: errorOf() };
    expect(wordsOf({ state: 'placing', ...later })).toMatchObject({ tone: 'stuck', bar: undefined, ticking: true });
    expect(wordsOf({ state: 'fetching', ...later })).toMatchObject({ tone: 'quiet', bar: undefined, ticking: true });
  });

  it.each<[Partial<JobSummary>, string]>([
    [{}, 'paused'],
    [{ runAfter: now + 20_000 }, 'paused'],
    [{ state: 'waiting' }, 'at the service, 0 s'],
    [{ error: errorOf() }, 'It is broken.'],
  ])('shows no countdown of %j while the queue or its batch is paused', (change, text) => {
    expect(wordsOf(change, undefined, true).text).toBe(text);
  });

  const preparing = (since: number) => ({ state: 'preparing', progress: progress('preparing', null, since) }) as const;
  const slowedText = 'waiting: The service asked Burnish to slow down.';
  it.each<[Partial<JobSummary>, ServiceStatus, string]>([
    [{}, slowed, slowedText],
    [{}, noKey, 'waiting: The service has no key yet.'],
    [{}, ready, 'waiting for its turn'],
    [{ held: true }, slowed, 'paused'],
    [{ state: 'preparing' }, slowed, 'getting ready'],
    [preparing(now - 4_000), slowed, 'getting ready'],
    [preparing(now - 6_000), slowed, slowedText],
    [preparing(now - 6_000), ready, 'getting ready'],
  ])('names the service that a job waits for: %j at $state', (change, service, text) => {
    expect(wordsOf(change, service).text).toBe(text);
  });

  it('moves no bar if no service can be processing the job', () => {
    const still = { text: 'waiting: The service has no key yet.', tone: 'quiet', bar: undefined, ticking: false };
    for (const state of ['submitting', 'waiting', 'fetching'] as const)
      expect(wordsOf({ state }, noKey), state).toEqual(still);
    expect(wordsOf({ state: 'waiting', progress: progress('at-service', null) }, noKey)).toEqual(still);

    // Downloading needs no key.
    expect(wordsOf({ state: 'fetching', progress: progress('receiving', 0.4) }, noKey)).toMatchObject({ bar: 0.4 });
    expect(wordsOf({ state: 'placing' }, noKey)).toMatchObject({ text: 'writing the result', tone: 'running' });
  });

  it.each<[Partial<JobSummary>, boolean]>([
    [{ state: 'waiting' }, true],
    [{ runAfter: now + 5_000 }, true],
    [{ state: 'submitting' }, false],
    [{ runAfter: now - 1 }, false],
  ])('counts seconds only if the text contains them: %j', (change, isTicking) => {
    expect(wordsOf(change).ticking).toBe(isTicking);
  });

  it.each<[Partial<JobSummary>, number | null | undefined]>([
    [{}, undefined],
    [{ state: 'done' }, undefined],
    [{ state: 'submitting', progress: progress('sending', 0.62) }, 0.62],
    [{ state: 'waiting' }, null],
  ])('has a bar only for running jobs, with an end only if it is known: %j', (change, bar) => {
    expect(wordsOf(change).bar).toBe(bar);
  });
});
