/** All writes to running jobs, checked against the transition table and the lease. */
import { randomUUID } from 'node:crypto';
import { canTransition, type JobState, runningStates } from '../../../../contract/jobs/job.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { QueueContext } from '../../store-context.ts';
import { IllegalMove } from '../../store-errors.ts';
import { parseMessage } from '../../stored-messages.ts';
import type { JobEvents } from '../job-events.ts';
import { analyses, type Job, type JobLease, stateList } from '../job-rows.ts';
import type { Followers } from '../sharing/followers.ts';
import { jobClaims } from './job-claims.ts';
import { jobTransition, type MoveDetails } from './job-transition.ts';

/** At the service or before placing, without a lease. */
export interface ParkedJob {
  readonly id: number;
  readonly profileId: string;
  readonly state: 'waiting' | 'fetching' | 'placing';
  readonly runAfter: number;
  readonly failures: number;
  /** Reason of the last failure. */
  readonly message: Message | null;
  /** Empty unless results are ready. */
  readonly outputFolders: readonly string[];
}

/** A waiting job is at the service. */
const needsWorker = (state: JobState) => state !== 'waiting' && (runningStates as readonly JobState[]).includes(state);

const parkedSql = `SELECT id, profile_id AS profileId, state, run_after AS runAfter,
    coalesce(json_extract(failures, '$.' || state), 0) AS failures, json_extract(error, '$.message') AS message,
    iif(state = 'placing' AND step = step_count - 1 AND operation NOT IN (${stateList(analyses)}),
      (SELECT json_group_array(DISTINCT folder) FROM (SELECT output_folder AS folder UNION ALL
        SELECT further.value ->> 'folder' FROM json_each(recipe, '$.alsoAs') further) WHERE folder IS NOT NULL), NULL) AS folders
  FROM jobs
  WHERE state IN ('waiting', 'fetching', 'placing') AND removed_at IS NULL AND lease IS NULL
  ORDER BY priority DESC, position, id`;

type ParkedRow = Omit<ParkedJob, 'outputFolders' | 'message'> & { message: string | null; folders: string | null };

export function jobMoves(context: QueueContext, events: JobEvents, followers: Followers) {
  const { db, lightly } = context;
  const parked = db.prepare<[], ParkedRow>(parkedSql);
  const lease = db.prepare<[number], string | null>('SELECT lease FROM jobs WHERE id = ?').pluck();
  const transition = jobTransition(context, events, followers);
  const inTransaction = db.transaction(transition);
  const change = (...move: Parameters<typeof transition>) => lightly(() => inTransaction(...move));

  return {
    ...jobClaims(context, transition),
    /** Moves a job. It keeps its lease if the new state needs a worker. @throws LostLease, IllegalMove */
    move(hold: JobLease, to: JobState, details: MoveDetails = {}): Job {
      if (!canTransition(hold.state, to)) throw new IllegalMove(hold.state, to);
      return change(hold, to, needsWorker(to) ? hold.lease : null, details);
    },
    /** Releases the lease in the same state. */
    park: (hold: JobLease, details: MoveDetails = {}): Job => change(hold, hold.state, null, details),
    /** Leases a parked job. @throws LostLease */
    takeUp(id: number, state: Exclude<ParkedJob['state'], 'waiting'>): Job {
      return change({ id, state, lease: null }, state, randomUUID(), {});
    },
    /** Returns parked jobs in queue order. */
    parked: (): ParkedJob[] =>
      parked.all().map(({ folders, ...job }) => ({
        ...job,
        message: parseMessage(job.message),
        outputFolders: folders === null ? [] : (JSON.parse(folders) as string[]),
      })),
    leaseOf: (id: number): string | null => lease.get(id) ?? null,
  };
}
