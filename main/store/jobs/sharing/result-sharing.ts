/**
 * The consequences of a job for others with the same content, by its status. One row covers its followers and new
 * jobs, so nothing is sent twice without approval.
 */
import type { JobError, JobState } from '../../../../contract/jobs/job.ts';

export interface SharingRow {
  readonly state: JobState;
  /** As JSON. */
  readonly error: string | null;
  readonly result_count: number;
  /** At the service or downloaded. */
  readonly paid: 0 | 1;
  readonly sent: 0 | 1;
  readonly charges: 0 | 1;
  /** Canceled despite a possible charge. */
  readonly given_up: 0 | 1;
}

/** `lead`: one of the followers is sent and leads the others. */
type FollowerFate = 'wait' | 'place' | 'same-end' | 'ask' | 'lead';

/** `lead`: the new job is sent. */
type NewcomerAction = 'follow' | 'follow-and-retry' | 'lead';

const table = {
  'under-way': { followers: 'wait', newcomer: 'follow' },
  'has-result': { followers: 'place', newcomer: 'follow' },
  /** Skipped by rule, without a charge. */
  'left-out': { followers: 'lead', newcomer: 'lead' },
  'failed-for-own-file': { followers: 'lead', newcomer: 'lead' },
  failed: { followers: 'same-end', newcomer: 'follow-and-retry' },
  uncertain: { followers: 'same-end', newcomer: 'follow' },
  /** Unsent, or at a free service. */
  cancelled: { followers: 'lead', newcomer: 'lead' },
  /** At a free service, after a step. */
  'cancelled-on-the-way': { followers: 'lead', newcomer: 'follow-and-retry' },
  'cancelled-when-sent': { followers: 'ask', newcomer: 'follow' },
  'cancelled-when-paid': { followers: 'ask', newcomer: 'follow-and-retry' },
  'given-up': { followers: 'ask', newcomer: 'follow' },
} as const satisfies Record<string, { readonly followers: FollowerFate; readonly newcomer: NewcomerAction }>;

export type SharingCase = keyof typeof table;

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

/** Failed for its file or folder, which does not affect other files. */
function isOfOwnFile(error: string | null): boolean {
  if (error === null) return false;
  const { kind, code } = JSON.parse(error) as JobError;
  return kind === 'disk' || code.startsWith('SOURCE_') || /^E[A-Z]+$/.test(code);
}
