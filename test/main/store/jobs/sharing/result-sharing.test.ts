import { expect, it } from 'vitest';
import type { JobError } from '../../../../../contract/jobs/job.ts';
import { type SharingRow, sharingCase } from '../../../../../main/store/jobs/sharing/result-sharing.ts';
import { failure } from '../../../../helpers/store/sent-jobs.ts';

const unsent: SharingRow = { state: 'queued', error: null, result_count: 0, paid: 0, sent: 0, charges: 1, given_up: 0 };
const sent = { ...unsent, sent: 1 } as const;
const free = { charges: 0 } as const;
const errorOf = (error: Partial<JobError>) => JSON.stringify({ ...failure, ...error });

it.each<[SharingRow, string, string, string]>([
  [unsent, 'under-way', 'wait', 'follow'],
  [{ ...sent, state: 'waiting' }, 'under-way', 'wait', 'follow'],
  [{ ...sent, state: 'done', result_count: 1 }, 'has-result', 'place', 'follow'],
  // Paid without a result: sending it again would cost again.
  [{ ...sent, state: 'done' }, 'has-result', 'place', 'follow'],
  [{ ...unsent, state: 'done' }, 'left-out', 'lead', 'lead'],
  [{ ...sent, ...free, state: 'done' }, 'left-out', 'lead', 'lead'],
  [{ ...unsent, state: 'failed', error: errorOf({ code: 'SOURCE_MISSING' }) }, 'failed-for-own-file', 'lead', 'lead'],
  [{ ...unsent, state: 'failed', error: errorOf({ kind: 'disk', code: 'X' }) }, 'failed-for-own-file', 'lead', 'lead'],
  [{ ...unsent, state: 'failed', error: errorOf({ code: 'ENOSPC' }) }, 'failed-for-own-file', 'lead', 'lead'],
  // A paid result is worth downloading again, whatever was wrong with the disk.
  [{ ...sent, paid: 1, state: 'failed', error: errorOf({ code: 'ENOSPC' }) }, 'failed', 'same-end', 'follow-and-retry'],
  [{ ...sent, state: 'failed', error: errorOf({}) }, 'failed', 'same-end', 'follow-and-retry'],
  [{ ...sent, state: 'uncertain' }, 'uncertain', 'same-end', 'follow'],
  [{ ...unsent, state: 'cancelled' }, 'cancelled', 'lead', 'lead'],
  [{ ...sent, ...free, state: 'cancelled' }, 'cancelled', 'lead', 'lead'],
  [{ ...sent, ...free, paid: 1, state: 'cancelled' }, 'cancelled-on-the-way', 'lead', 'follow-and-retry'],
  [{ ...sent, state: 'cancelled' }, 'cancelled-when-sent', 'ask', 'follow'],
  [{ ...sent, paid: 1, state: 'cancelled' }, 'cancelled-when-paid', 'ask', 'follow-and-retry'],
  [{ ...sent, given_up: 1, state: 'cancelled' }, 'given-up', 'ask', 'follow'],
  [{ ...sent, paid: 1, given_up: 1, state: 'cancelled' }, 'given-up', 'ask', 'follow'],
  [{ ...sent, ...free, given_up: 1, state: 'cancelled' }, 'cancelled', 'lead', 'lead'],
])('%j is %s: its followers %s, a new job will %s', (row, is, followers, newcomer) => {
  expect(sharingCase(row)).toEqual({ is, followers, newcomer });
});
