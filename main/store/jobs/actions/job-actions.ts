/** The user's actions on jobs. Each is one transaction and returns the ids of the changed jobs. */
import { finalStates } from '../../../../contract/jobs/job.ts';
import type { StoreContext } from '../../store-context.ts';
import type { JobEvents } from '../job-events.ts';
import type { Followers } from '../sharing/followers.ts';
import {
  type ActionContext,
  type ChangedJob,
  createActionContext,
  finalStatesSql,
  idsInStates,
  idsOf,
  isNamedLocalSql,
  isNamedSql,
} from './action-context.ts';
import { jobCancellation, openStates } from './cancel-jobs.ts';
import { jobDecisions } from './decide-jobs.ts';
import { jobRedirection } from './redirect-jobs.ts';
import { jobRetry } from './retry-jobs.ts';

export interface QueuePosition {
  readonly id: number;
  readonly priority: number;
  readonly position: number;
}

const holdSql = `UPDATE jobs SET held = @held
  WHERE ${isNamedLocalSql} AND held <> @held AND state NOT IN (${finalStatesSql}) RETURNING id, state`;

const removeSql = `UPDATE jobs SET removed_at = @now WHERE ${isNamedSql} AND state IN (${finalStatesSql})
  RETURNING id, state`;

const putBackSql = `UPDATE jobs SET removed_at = NULL WHERE ${isNamedSql} AND removed_at IS NOT NULL
  RETURNING id, state`;

const inOrderSql = `SELECT id, state FROM jobs WHERE ${isNamedLocalSql} AND state = 'queued'
  ORDER BY priority DESC, position, id`;

const positionsSql = 'SELECT id, priority, position FROM jobs WHERE id IN (SELECT value FROM json_each(?))';

const endsSql = `SELECT coalesce(min(position), 0) AS first, coalesce(max(position), 0) AS last,
  (SELECT coalesce(max(priority), 0) FROM jobs WHERE state = 'queued' AND removed_at IS NULL) AS top FROM jobs`;

export type JobActions = ReturnType<typeof jobActions>;

export function jobActions(store: StoreContext, events: JobEvents, followers: Followers) {
  const { db, changes } = store;
  const context = createActionContext(store, events, followers);
  const { studio, prepare, readStates } = context;
  const setHold = prepare(holdSql);
  const setRemoved = prepare(removeSql);
  const putBack = prepare(putBackSql);
  const cancellation = jobCancellation(context);
  const { retry, hurry } = jobRetry(context);
  const { redirect, redirectAll, sendTo } = jobRedirection(context, { retry });
  const { decide, decideCause } = jobDecisions(context, cancellation, { retry });
  const { places, place, move } = queueOrder(context);

  function action<A extends unknown[]>(act: (...args: A) => readonly ChangedJob[]) {
    const transaction = db.transaction(act);
    return (...args: A): number[] => {
      const ids = idsOf(transaction.immediate(...args));
      changes.jobs(ids);
      return ids;
    };
  }

  return {
    /** Holds or releases jobs. Running jobs are finished first. */
    setHeld: action((ids: readonly number[], isHeld: boolean) => {
      const changed = setHold(ids, { held: isHeld ? 1 : 0 });
      followers.settleFor(idsInStates(changed, 'queued'));
      return [...changed, ...studio.send(ids, isHeld ? 'hold' : 'go-on', 'queued')];
    }),
    /** Cancels jobs. The queue owner notices this and stops the work. */
    cancel: action(cancellation.cancel),
    cancelBatch: action(cancellation.cancelBatch),
    /**
     * Retries jobs without another charge if possible, else restarts their step. `isOne`: the user named a single
     * job, so include it even if given up.
     */
    retry: action(retry),
    /** Changes the output folder, and retries failed jobs unless the caller does so. */
    redirect: action(redirect),
    /** Redirects all outputs waiting for a folder. */
    redirectAll: action(redirectAll),
    /** Ends the backoff of these jobs (null = all) within 5 s. */
    hurry: action(hurry),
    /** Changes the service of unpaid jobs. They lead there until a retry finds a leader. */
    sendTo: action(sendTo),
    /** Has other stations process final jobs again. */
    workAgain: action((ids: readonly number[]) => studio.send(ids, 'again', ...finalStates)),
    /** Removes jobs from the list, keeping their results. Cancels open ones. */
    remove: action((ids: readonly number[]) => {
      cancellation.cancelLocal(idsInStates(readStates(ids), ...openStates));
      studio.send(ids, 'cancel', ...openStates);
      return setRemoved(ids);
    }),
    putBack: action((ids: readonly number[]) => putBack(ids)),
    places,
    place: action(place),
    /** Moves queued jobs, in their current order. */
    move: action(move),
    decide: action(decide),
    /**
     * Decides about all jobs with an error code (null = any). Does nothing if they outnumber `seen`, because each may
     * be charged again.
     */
    decideCause: action(decideCause),
  };
}

function queueOrder({ db, studio, prepare, readStates }: ActionContext) {
  const inOrder = prepare(inOrderSql);
  const positions = db.prepare<[string], QueuePosition>(positionsSql);
  const ends = db.prepare<[], { first: number; last: number; top: number }>(endsSql);
  const setPosition = db.prepare('UPDATE jobs SET priority = coalesce(?, priority), position = ? WHERE id = ?');

  return {
    places: (ids: readonly number[]): QueuePosition[] => positions.all(JSON.stringify(ids)),
    place(all: readonly QueuePosition[]): ChangedJob[] {
      for (const { id, priority, position } of all) setPosition.run(priority, position, id);
      return readStates(all.map(({ id }) => id));
    },
    move(ids: readonly number[], to: 'first' | 'last'): ChangedJob[] {
      const jobs = inOrder(ids);
      const { first, last, top } = ends.get() ?? { first: 0, last: 0, top: 0 };
      jobs.forEach(({ id }, index) => {
        if (to === 'first') setPosition.run(top, first - jobs.length + index, id);
        else setPosition.run(0, last + 1 + index, id);
      });
      return [...jobs, ...studio.send(ids, to, 'queued')];
    },
  };
}
