/**
 * Decides what jobs with the same content share: a table with one row for each status of the job that was sent. One row
 * covers its followers and new jobs, so nothing is sent twice without the user's approval.
 */
import type { JobError, JobState } from '../../../../contract/jobs/job.ts';

/** The part of a job that matters to others with the same content. */
export interface SharingRow {
  readonly state: JobState;
  /** As JSON. */
  readonly error: string | null;
  readonly result_count: number;
  /** Part of it is paid, at the service or downloaded. */
  readonly paid: 0 | 1;
  /** It has been sent at least once. */
  readonly sent: 0 | 1;
  /** Its service charges. */
  readonly charges: 0 | 1;
  /** Canceled although it may have been charged. */
  readonly given_up: 0 | 1;
}

/**
 * The followers keep waiting, are placed from its result, end the same way, each need the user's decision, or are sent
 * under one of them as the new leader.
 */
export type FollowerFate = 'wait' | 'place' | 'same-end' | 'ask' | 'lead';

/** A new job follows, follows while the leader is retried, or is sent. */
export type NewcomerAction = 'follow' | 'follow-and-retry' | 'lead';

const table = {
  'under-way': { followers: 'wait', newcomer: 'follow' },
  'has-result': { followers: 'place', newcomer: 'follow' },
  /** Done without a result, by the rule "skip", and without a charge. */
  'left-out': { followers: 'lead', newcomer: 'lead' },
  'failed-for-own-file': { followers: 'lead', newcomer: 'lead' },
  failed: { followers: 'same-end', newcomer: 'follow-and-retry' },
  uncertain: { followers: 'same-end', newcomer: 'follow' },
  /** Not sent yet, or at a free service. */
  cancelled: { followers: 'lead', newcomer: 'lead' },
  /** At a free service, with a finished step. */
  'cancelled-on-the-way': { followers: 'lead', newcomer: 'follow-and-retry' },
  'cancelled-when-sent': { followers: 'ask', newcomer: 'follow' },
  'cancelled-when-paid': { followers: 'ask', newcomer: 'follow-and-retry' },
  'given-up': { followers: 'ask', newcomer: 'follow' },
} as const satisfies Record<string, { readonly followers: FollowerFate; readonly newcomer: NewcomerAction }>;

export type SharingCase = keyof typeof table;

/** Returns the status of a job as a leader, and its consequences. */
export function sharingCase(row: SharingRow): (typeof table)[SharingCase] & { readonly is: SharingCase } {
  const is = caseOf(row);
  return { is, ...table[is] };
}

function caseOf(row: SharingRow): SharingCase {
  switch (row.state) {
    case 'done':
      return row.result_count === 0 && !(row.sent && row.charges) ? 'left-out' : 'has-result';
    case 'failed':
      return row.paid === 0 && isOfOwnFile(row.error) ? 'failed-for-own-file' : 'failed';
    case 'uncertain':
      return 'uncertain';
    case 'cancelled':
      return cancelledCaseOf(row);
    default:
      return 'under-way';
  }
}

function cancelledCaseOf({ charges, given_up, paid, sent }: SharingRow): SharingCase {
  if (!charges) return paid && !given_up ? 'cancelled-on-the-way' : 'cancelled';
  if (given_up) return 'given-up';
  if (paid) return 'cancelled-when-paid';
  return sent ? 'cancelled-when-sent' : 'cancelled';
}

/** Whether a job failed because of its file or folder, which does not affect another file with the same content. */
function isOfOwnFile(error: string | null): boolean {
  if (error === null) return false;
  const { kind, code } = JSON.parse(error) as JobError;
  return kind === 'disk' || code.startsWith('SOURCE_') || /^E[A-Z]+$/.test(code);
}
