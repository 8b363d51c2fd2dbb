/** What the user does to jobs: hold, cancel, retry, run again, remove, reorder, decide. Each is one transaction. */
import { type JobOrigin, type JobState, jobStates, mayMove, restingStates } from '../../preload/contract/job.ts';
import type { batches } from './batches.ts';
import type { StoreContext } from './context.ts';
import type { JobEvents } from './job-events.ts';
import { stateList } from './job-rows.ts';
import type { Added } from './jobs.ts';

/** How long a service keeps a task and its results, in ms (section "Limits" of the interface). */
export const taskLifetimeMs = 24 * 60 * 60 * 1000;

type Values = Readonly<Record<string, string | number | null>>;
type Touched = { id: number; state: JobState };

const chosen = 'id IN (SELECT value FROM json_each(@ids))';
const movableTo = (to: JobState) => stateList(jobStates.filter((state) => mayMove(state, to)));
const resting = stateList(restingStates);

export function jobActions(context: StoreContext, batchTable: ReturnType<typeof batches>, events: JobEvents) {
  const { db, now, changes } = context;

  const hold = statement(
    `UPDATE jobs SET held = @held WHERE ${chosen} AND state NOT IN (${resting}) RETURNING id, state`,
  );
  const find = statement(`SELECT id, state FROM jobs WHERE ${chosen}`);
  const inOrder = statement(
    `SELECT id, state FROM jobs WHERE ${chosen} AND state = 'queued' ORDER BY priority DESC, position, id`,
  );
  const openInBatch = statement(`SELECT id, state FROM jobs WHERE batch_id = @batchId AND state NOT IN (${resting})`);
  const cancelled = statement(
    `UPDATE jobs SET state = 'cancelled', lease = NULL, finished_at = @now
     WHERE ${chosen} AND state IN (${movableTo('cancelled')}) RETURNING id, state`,
  );
  // What failed after it was sent goes on at the service, where its task or results still are: that was paid already.
  const retried = statement(
    `UPDATE OR IGNORE jobs SET
       state = coalesce((
         SELECT CASE WHEN answer IS NOT NULL THEN 'fetching'
                     WHEN task_id IS NOT NULL AND finished_at IS NULL AND submitted_at > @now - ${taskLifetimeMs}
                       THEN 'waiting' END
         FROM step_runs WHERE job_id = jobs.id AND step_runs.step = jobs.step), 'queued'),
       attempts = 0, error = NULL, run_after = 0, finished_at = NULL, held = 0, removed_at = NULL
     WHERE ${chosen} AND state IN ('failed', 'cancelled') RETURNING id, state`,
  );
  const redirected = statement(
    `UPDATE jobs SET output_folder = @folder WHERE ${chosen} AND state IN ('queued', 'failed', 'cancelled') RETURNING id, state`,
  );
  const copied = statement(
    `INSERT INTO jobs (batch_id, origin, counter, source_path, relative_folder, output_folder, content_hash, bytes,
       width, height, recipe, recipe_hash, recipe_name, profile_id, step_count, operation, priority, position, created_at)
     SELECT @batchId, @origin, row_number() OVER (ORDER BY id), source_path, relative_folder, output_folder,
       content_hash, bytes, width, height, recipe, recipe_hash, recipe_name, profile_id, step_count,
       json_extract(recipe, '$.steps[0].operation'), priority,
       (SELECT max(position) FROM jobs) + row_number() OVER (ORDER BY id), @now
     FROM jobs WHERE ${chosen} ORDER BY id RETURNING id, state`,
  );
  const origin = db.prepare<[string], { origin: JobOrigin; title: string }>(
    `SELECT b.origin, b.title FROM jobs j JOIN batches b ON b.id = j.batch_id
     WHERE j.id IN (SELECT value FROM json_each(?)) ORDER BY j.id LIMIT 1`,
  );
  const hidden = statement(
    `UPDATE jobs SET removed_at = @now WHERE ${chosen} AND state IN (${resting}) RETURNING id, state`,
  );
  const ends = db.prepare<[], { first: number; last: number; top: number }>(
    `SELECT coalesce(min(position), 0) AS first, coalesce(max(position), 0) AS last,
       (SELECT coalesce(max(priority), 0) FROM jobs WHERE state = 'queued' AND removed_at IS NULL) AS top FROM jobs`,
  );
  const place = db.prepare('UPDATE jobs SET priority = coalesce(?, priority), position = ? WHERE id = ?');
  const sentAgain = statement(
    `UPDATE jobs SET state = 'queued', attempts = 0, error = NULL, run_after = 0, finished_at = NULL
     WHERE ${chosen} AND state = 'uncertain' RETURNING id, state`,
  );

  function statement(sql: string) {
    const prepared = db.prepare<[Values], Touched>(sql);
    return (ids: readonly number[], values: Values = {}): Touched[] =>
      prepared.all({ ids: JSON.stringify(ids), now: now(), ...values });
  }
  /** Makes one transaction of an action and tells of the jobs it touched. */
  function action<A extends unknown[]>(act: (...args: A) => readonly Touched[]) {
    const inOne = db.transaction(act);
    return (...args: A): number[] => {
      const ids = inOne.immediate(...args).map(({ id }) => id);
      changes.jobs(ids);
      return ids;
    };
  }
  const idsIn = (jobs: readonly Touched[], ...states: JobState[]) =>
    jobs.filter(({ state }) => states.includes(state)).map(({ id }) => id);

  function cancel(ids: readonly number[]): Touched[] {
    const before = new Map(find(ids).map(({ id, state }) => [id, state]));
    const done = cancelled(ids);
    for (const [was, text] of Object.entries(cancelWords)) {
      const those = done.filter(({ id }) => (before.get(id) ?? '') === was).map(({ id }) => id);
      events.addToAll(those, { kind: 'state', text });
    }
    return done;
  }
  function retry(ids: readonly number[]): Touched[] {
    const done = retried(ids);
    events.addToAll(idsIn(done, 'queued'), { kind: 'state', text: 'Queued again.' });
    events.addToAll(idsIn(done, 'waiting'), { kind: 'state', text: 'Asking the service for the result again.' });
    events.addToAll(idsIn(done, 'fetching'), { kind: 'state', text: 'Fetching the results again.' });
    return done;
  }

  const again = db.transaction((ids: readonly number[]): Added => {
    const first = origin.get(JSON.stringify(ids));
    if (!first) return { batchId: null, jobIds: [], skipped: 0 };
    // Asked for by hand: so not under the rule that a watch folder's photograph is taken in once.
    const by: JobOrigin = first.origin === 'watch' ? 'drop' : first.origin;
    const batchId = batchTable.create({ title: `${first.title}, again`, origin: by, folderId: null });
    const jobIds = copied(ids, { batchId, origin: by }).map(({ id }) => id);
    events.addToAll(jobIds, { kind: 'made', text: 'Taken in again.' });
    return { batchId, jobIds, skipped: 0 };
  });

  return {
    /** Holds jobs back (or lets them go on); one that runs is finished first. */
    setHeld: action((ids: readonly number[], held: boolean) => hold(ids, { held: held ? 1 : 0 })),
    /** Cancels what is not done; the queue sees it and stops the work. */
    cancel: action(cancel),
    cancelBatch: action((batchId: number) => cancel(openInBatch([], { batchId }).map(({ id }) => id))),
    /** Failed and cancelled jobs go on where they can without paying twice, else from the start of their step. */
    retry: action(retry),
    /** Other folder for results that could not be written; failed jobs go on with it, where they can without paying twice. */
    redirect: action((ids: readonly number[], folder: string) => {
      const done = redirected(ids, { folder });
      events.addToAll(
        done.map(({ id }) => id),
        { kind: 'notice', text: `Results go to ${folder} now.` },
      );
      retry(idsIn(done, 'failed'));
      return done;
    }),
    /** The same photographs through the same recipes once more, as a new batch. */
    again(ids: readonly number[]): Added {
      const added = again.immediate(ids);
      changes.jobs(added.jobIds);
      return added;
    },
    /** Takes jobs off the list, cancelling those that are not at rest. Their results stay. */
    remove: action((ids: readonly number[]) => {
      cancel(idsIn(find(ids), ...openStates));
      const gone = hidden(ids);
      changes.removedJobs(gone.map(({ id }) => id));
      return gone;
    }),
    /** Puts queued jobs at the head or the end of the queue, in the order they have among themselves. */
    move: action((ids: readonly number[], to: 'first' | 'last') => {
      const jobs = inOrder(ids);
      const { first, last, top } = ends.get() ?? { first: 0, last: 0, top: 0 };
      jobs.forEach(({ id }, index) => {
        if (to === 'first') place.run(top, first - jobs.length + index, id);
        else place.run(0, last + 1 + index, id);
      });
      return jobs;
    }),
    /** The user's word on jobs of which nobody knows whether the service took them. */
    decide: action((ids: readonly number[], decision: 'send-again' | 'give-up') => {
      const uncertain = idsIn(find(ids), 'uncertain');
      if (decision === 'give-up') return cancel(uncertain);
      const done = sentAgain(uncertain);
      events.addToAll(idsIn(done, 'queued'), { kind: 'state', text: 'Sent again, as you decided.' });
      return done;
    }),
  };
}

/** What the timeline says of a cancelled job, by the state it was in: for what was sent, that it may have been charged. */
const cancelWords: Readonly<Record<Exclude<JobState, 'done' | 'failed' | 'cancelled'>, string>> = {
  queued: 'Cancelled.',
  preparing: 'Cancelled.',
  submitting: 'Cancelled while it was being sent. The service may have taken and charged it all the same.',
  waiting: 'Cancelled while it was at the service, which may charge for it. "Retry" brings the result home.',
  fetching: 'Cancelled. The service has finished it; "Retry" brings the result home.',
  placing: 'Cancelled. The service has finished it; "Retry" writes the result.',
  uncertain: 'Given up. The service may have charged for it.',
};

const openStates = jobStates.filter((state) => !(restingStates as readonly JobState[]).includes(state));
