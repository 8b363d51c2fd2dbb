/**
 * What a job has to share with others of the same content: a table with one row for each way it can stand. Jobs that wait for it
 * and new jobs are decided by the same row, so that nothing is sent twice without the user's word.
 */
import type { JobError, JobState } from '../../../contract/jobs/job.ts';

/** A job as far as others of the same content are concerned. */
export interface SharingRow {
  readonly state: JobState;
  /** As JSON. */
  readonly error: string | null;
  readonly result_count: number;
  /** Something of it is paid already, at the service or at home. */
  readonly paid: 0 | 1;
  /** It has been sent at least once. */
  readonly sent: 0 | 1;
  /** Its service charges. */
  readonly charges: 0 | 1;
  /** Cancelled in the knowledge that it may have been charged. */
  readonly given_up: 0 | 1;
}

/**
 * Jobs that wait for it: they wait on; are placed from its result; come to the same end; are the user's to decide, each by
 * itself; or one of them goes through the service, and leads the others.
 */
export type FollowerFate = 'wait' | 'place' | 'same-end' | 'ask' | 'lead';

/** A new job: it follows; it follows, and the job is tried again; or it goes through the service itself. */
export type NewcomerAction = 'follow' | 'follow-and-retry' | 'lead';

const table = {
  'under-way': { followers: 'wait', newcomer: 'follow' },
  'has-result': { followers: 'place', newcomer: 'follow' },
  /** Done without a result, by the rule "skip", and nothing was paid. */
  'left-out': { followers: 'lead', newcomer: 'lead' },
  'failed-for-own-file': { followers: 'lead', newcomer: 'lead' },
  failed: { followers: 'same-end', newcomer: 'follow-and-retry' },
  uncertain: { followers: 'same-end', newcomer: 'follow' },
  /** Before it was sent, or at a service that is free. */
  cancelled: { followers: 'lead', newcomer: 'lead' },
  /** At a service that is free, with a step that is done. */
  'cancelled-on-the-way': { followers: 'lead', newcomer: 'follow-and-retry' },
  'cancelled-when-sent': { followers: 'ask', newcomer: 'follow' },
  'cancelled-when-paid': { followers: 'ask', newcomer: 'follow-and-retry' },
  'given-up': { followers: 'ask', newcomer: 'follow' },
} as const satisfies Record<string, { readonly followers: FollowerFate; readonly newcomer: NewcomerAction }>;

export type SharingCase = keyof typeof table;

/** How a job stands, and what that means to others of the same content. */
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

/** True where a job failed for its own file or folder, which says nothing about another file with the same content. */
function isOfOwnFile(error: string | null): boolean {
  if (error === null) return false;
  const { kind, code } = JSON.parse(error) as JobError;
  return kind === 'disk' || code.startsWith('SOURCE_') || /^E[A-Z]+$/.test(code);
}
