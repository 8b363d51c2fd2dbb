import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import type { JobSummary } from '../../../../../contract/jobs/job.ts';
import { type ServiceStatus, serviceStatus } from '../../../../../contract/services/service-status.ts';
import { rowStatus } from '../../../../../renderer/screens/queue/list/rowStatus.ts';
import { errorOf, jobOf } from '../../../../helpers/window/window-data.ts';

const now = 1_000_000;
const wordsOf = (change: Partial<JobSummary>) => rowStatus(jobOf(1, change), now, i18next.t);
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

  it('shows no countdown while the queue or its batch is paused', () => {
    const words = (change: Partial<JobSummary>) => rowStatus(jobOf(1, change), now, i18next.t, undefined, true).text;
    expect(words({})).toBe('paused');
    expect(words({ runAfter: now + 20_000 })).toBe('paused');
    expect(words({ state: 'waiting' })).toBe('at the service, 0 s');
    expect(words({ error: errorOf() })).toBe('It is broken.');
  });

  it('names the service that a job waits for', () => {
    const ready = serviceStatus({ condition: 'ready', message: null });
    const slowed = serviceStatus({ condition: 'slowed', message: 'It asked us to slow down; next try in 20 s.' });
    const words = (change: Partial<JobSummary>, service: ServiceStatus) =>
      rowStatus(jobOf(1, change), now, i18next.t, service).text;
    expect(words({}, slowed)).toBe('waiting: The service asked Burnish to slow down.');
    expect(words({}, serviceStatus({ condition: 'no-key', message: null }))).toBe(
      'waiting: The service has no key yet.',
    );
    expect(words({}, ready)).toBe('waiting for its turn');
    expect(words({ held: true }, slowed)).toBe('paused');
    const preparing = (since: number) =>
      ({ state: 'preparing', progress: progress('preparing', null, since) }) as const;
    expect(words({ state: 'preparing' }, slowed)).toBe('getting ready');
    expect(words(preparing(now - 4_000), slowed)).toBe('getting ready');
    expect(words(preparing(now - 6_000), slowed)).toBe('waiting: The service asked Burnish to slow down.');
    expect(words(preparing(now - 6_000), ready)).toBe('getting ready');
  });

  it('moves no bar if no service can be processing the job', () => {
    const noKey = serviceStatus({ condition: 'no-key', message: null });
    const words = (change: Partial<JobSummary>) => rowStatus(jobOf(1, change), now, i18next.t, noKey);
    const still = { text: 'waiting: The service has no key yet.', tone: 'quiet', bar: undefined, ticking: false };
    for (const state of ['submitting', 'waiting', 'fetching'] as const) expect(words({ state }), state).toEqual(still);
    expect(words({ state: 'waiting', progress: progress('at-service', null) })).toEqual(still);
    // Downloading needs no key.
    expect(words({ state: 'fetching', progress: progress('receiving', 0.4) })).toMatchObject({ bar: 0.4 });
    expect(words({ state: 'placing' })).toMatchObject({ text: 'writing the result', tone: 'running' });
  });

  it('counts seconds only if the text contains them', () => {
    expect(wordsOf({ state: 'waiting' }).ticking).toBe(true);
    expect(wordsOf({ runAfter: now + 5_000 }).ticking).toBe(true);
    expect(wordsOf({ state: 'submitting' }).ticking).toBe(false);
    expect(wordsOf({ runAfter: now - 1 }).ticking).toBe(false);
  });

  it('has a bar only for running jobs, with an end only if it is known', () => {
    expect(wordsOf({}).bar).toBeUndefined();
    expect(wordsOf({ state: 'done' }).bar).toBeUndefined();
    expect(wordsOf({ state: 'submitting', progress: progress('sending', 0.62) }).bar).toBe(0.62);
    expect(wordsOf({ state: 'waiting' }).bar).toBeNull();
  });
});
