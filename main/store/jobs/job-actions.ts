/** What the user does to jobs: hold, cancel, retry, remove, reorder, decide. Each is one transaction. */

import type { JobDecision } from '../../../contract/app/action-reports.ts';
import { canTransition, finalStates, type JobError, type JobState, jobStates } from '../../../contract/jobs/job.ts';
import { type MessageKey, msg } from '../../../contract/messages/message.ts';
import { minPollIntervalMs } from '../../../contract/services/task-limits.ts';
import type { StoreContext } from '../store-context.ts';
import { canChargeSql, hasTaskToAskSql, isGivenUp, isPaid, isSkippedSql } from './charge-sql.ts';
import { sameWork } from './find-same-work.ts';
import type { Followers } from './followers.ts';
import type { JobEvents } from './job-events.ts';
import { stateList } from './job-rows.ts';
import { isLocalSql } from './mirrored-jobs.ts';
import { redirectAdditionalOutputs } from './redirect-outputs.ts';
import type { StudioCommand } from './studio-sync.ts';
import { uncertainElsewhere } from './uncertain-elsewhere.ts';

/** Code of the error of a job whose paid image of an earlier step is gone: sent again, it begins at the first step. */
export const stepImageMissingCode = 'STEP_IMAGE_GONE';

const cancelledWhileSending: JobError = {
  kind: 'uncertain',
  code: 'CANCELLED_WHILE_SENDING',
  message: msg('store.cancelled.sending'),
  advice: 'decide',
  requestId: null,
  logId: null,
};

/** Where a job stands in the queue. */
export interface QueuePosition {
  readonly id: number;
  readonly priority: number;
  readonly position: number;
}

type Values = Readonly<Record<string, string | number | null>>;
type Touched = { id: number; state: JobState };

const named = 'id IN (SELECT value FROM json_each(@ids))';
/** What is done to jobs is done to this computer's own; for those of others there is a word to the studio. */
const chosen = `${named} AND ${isLocalSql('jobs')}`;
const movableTo = (to: JobState) => stateList(jobStates.filter((state) => canTransition(state, to)));
const resting = stateList(finalStates);

export type JobActions = ReturnType<typeof jobActions>;

export function jobActions({ db, now, changes }: StoreContext, events: JobEvents, followers: Followers) {
  const hold = statement(
    `UPDATE jobs SET held = @held WHERE ${chosen} AND held <> @held AND state NOT IN (${resting}) RETURNING id, state`,
  );
  const find = statement(`SELECT id, state FROM jobs WHERE ${chosen}`);
  const inOrder = statement(
    `SELECT id, state FROM jobs WHERE ${chosen} AND state = 'queued' ORDER BY priority DESC, position, id`,
  );
  const elsewhere = statement(`SELECT id, state FROM jobs WHERE ${named} AND NOT ${isLocalSql('jobs')}`);
  const addWord = db.prepare('INSERT INTO studio_words (shared_id, word) SELECT shared_id, ? FROM jobs WHERE id = ?');
  const openInBatch = statement(`SELECT id, state FROM jobs WHERE batch_id = @batchId AND state NOT IN (${resting})`);
  const cancelled = statement(
    `UPDATE jobs SET state = 'cancelled', lease = NULL, finished_at = @now
     WHERE ${chosen} AND state IN (${movableTo('cancelled')}) RETURNING id, state`,
  );
  // Its answer is not waited for any more, so nobody will know whether it was charged: as with what was given up.
  const unaccounted = statement(
    `UPDATE jobs SET error = @error WHERE ${chosen} AND ${canChargeSql} AND (state = 'submitting' OR (
       state IN ('queued', 'preparing') AND EXISTS (SELECT 1 FROM ledger WHERE job_id = jobs.id AND outcome = 'open')))
     RETURNING id, state`,
  );
  // Two statements: a choice between them in one would read the whole table for a single job.
  const hurry = (condition: string) =>
    statement(
      `UPDATE jobs SET run_after = min(run_after, @now + ${minPollIntervalMs}), failures = '{}'
       WHERE ${condition} AND state IN ('queued', 'fetching', 'placing') AND lease IS NULL AND run_after > 0
       RETURNING id, state`,
    );
  const hurried = hurry(chosen);
  const allHurried = hurry('TRUE');
  // What failed after it was sent goes on at the service, where its task or results still are: that was paid already.
  const retried = statement(
    `UPDATE OR IGNORE jobs SET
       state = coalesce((
         SELECT CASE WHEN answer IS NOT NULL THEN 'fetching'
                     WHEN task_id IS NOT NULL AND finished_at IS NULL THEN 'waiting' END
         FROM step_runs WHERE job_id = jobs.id AND step_runs.step = jobs.step), 'queued'),
       attempts = 0, failures = '{}', error = NULL, run_after = 0, finished_at = NULL, held = 0, removed_at = NULL, perils = 0
     WHERE ${chosen} AND (state IN ('failed', 'cancelled') OR ${isSkippedSql}) RETURNING id, state`,
  );
  const redirected = statement(
    `UPDATE OR IGNORE jobs SET output_folder = @folder, target_hash = target_hash(recipe, @folder), run_after = 0,
       failures = '{}', lease = NULL
     WHERE ${chosen} AND (state IN ('queued', 'failed', 'cancelled', 'uncertain', 'waiting', 'placing')
       OR (state = 'fetching' AND lease IS NULL)) RETURNING id, state`,
  );
  // The job it followed stays where it is, and no longer concerns it.
  const sent = statement(
    `UPDATE OR IGNORE jobs SET profile_id = @profileId, follows = NULL, step = 0,
       operation = json_extract(recipe, '$.steps[0].operation')
     WHERE ${chosen} AND state IN ('queued', 'failed', 'cancelled')
     RETURNING id, state`,
  );
  const unsent = db.prepare(
    'UPDATE step_runs SET submitted_at = NULL WHERE job_id IN (SELECT value FROM json_each(?))',
  );
  const notGivenUp = statement(`SELECT id, state FROM jobs WHERE ${chosen} AND NOT ${isGivenUp('jobs')}`);
  // What is asked for again brings along the job whose result it waits for, but for one that was given up.
  const leadersToo = statement(
    `SELECT id, state FROM jobs WHERE ${chosen}
       OR id IN (SELECT follows FROM jobs WHERE ${chosen} AND state IN ('failed', 'cancelled')) AND NOT ${isGivenUp('jobs')}`,
  );
  /** The uncertain ones of these, of the jobs they follow, and of those that follow the same. */
  const undecided = statement(
    `SELECT id, state FROM jobs WHERE state = 'uncertain' AND (${chosen}
       OR id IN (SELECT follows FROM jobs WHERE ${chosen})
       OR follows IN (SELECT value FROM json_each(@ids))
       OR follows IN (SELECT follows FROM jobs WHERE ${chosen} AND follows IS NOT NULL))`,
  );
  const ofCause = statement(
    `SELECT id, state FROM jobs WHERE state = 'uncertain' AND removed_at IS NULL
       AND (@cause IS NULL OR json_extract(error, '$.code') = @cause)`,
  );
  /** Queued jobs that follow one that will bring nothing more, by that one. */
  const stranded = db.prepare<[string], { follows: number; ids: string; paid: 0 | 1 }>(
    `SELECT jobs.follows, json_group_array(jobs.id) AS ids,
       leader.state <> 'done' AND ${isPaid('leader')} AND NOT ${isGivenUp('leader')} AS paid
     FROM jobs JOIN jobs AS leader ON leader.id = jobs.follows
     WHERE jobs.id IN (SELECT value FROM json_each(?)) AND leader.state IN ('done', 'failed', 'cancelled')
     GROUP BY jobs.follows`,
  );
  const hidden = statement(
    `UPDATE jobs SET removed_at = @now WHERE ${named} AND state IN (${resting}) RETURNING id, state`,
  );
  const listed = statement(
    `UPDATE jobs SET removed_at = NULL WHERE ${named} AND removed_at IS NOT NULL RETURNING id, state`,
  );
  const placesOf = db.prepare<[string], QueuePosition>(
    'SELECT id, priority, position FROM jobs WHERE id IN (SELECT value FROM json_each(?))',
  );
  const ends = db.prepare<[], { first: number; last: number; top: number }>(
    `SELECT coalesce(min(position), 0) AS first, coalesce(max(position), 0) AS last,
       (SELECT coalesce(max(priority), 0) FROM jobs WHERE state = 'queued' AND removed_at IS NULL) AS top FROM jobs`,
  );
  const place = db.prepare('UPDATE jobs SET priority = coalesce(?, priority), position = ? WHERE id = ?');
  // Whoever was removed is shown again: it goes on with the others of its group.
  const sentAgain = statement(
    `UPDATE jobs SET state = 'queued', attempts = 0, failures = '{}', run_after = 0, finished_at = NULL, removed_at = NULL, perils = 0,
       step = iif(json_extract(error, '$.code') = '${stepImageMissingCode}', 0, step),
       operation = iif(json_extract(error, '$.code') = '${stepImageMissingCode}',
         json_extract(recipe, '$.steps[0].operation'), operation),
       error = NULL
     WHERE ${chosen} AND state = 'uncertain' RETURNING id, state`,
  );

  const askable = `state = 'uncertain' AND ${hasTaskToAskSql}`;
  const waitAgain = statement(
    `UPDATE jobs SET state = 'waiting', failures = '{}', error = NULL, run_after = 0, finished_at = NULL, removed_at = NULL, perils = 0
     WHERE ${chosen} AND ${askable} RETURNING id, state`,
  );
  const requeueFollowers = statement(
    `UPDATE jobs SET state = 'queued', failures = '{}', error = NULL, run_after = 0, finished_at = NULL, removed_at = NULL
     WHERE state = 'uncertain' AND follows IN (SELECT value FROM json_each(@ids)) RETURNING id, state`,
  );
  const reopenedCharges = db.prepare(
    `UPDATE ledger SET outcome = 'open' WHERE id IN (SELECT max(id) FROM ledger
       WHERE job_id IN (SELECT value FROM json_each(?)) GROUP BY job_id) AND outcome = 'uncertain' AND decision IS NULL`,
  );

  /** The earlier tasks and answers no longer count, from the step at which the jobs begin again. */
  const spent = db.prepare<[{ ids: string; now: number }]>(
    `UPDATE step_runs SET answer = NULL, finished_at = coalesce(finished_at, @now)
     WHERE job_id IN (SELECT value FROM json_each(@ids))
       AND step >= (SELECT jobs.step FROM jobs WHERE jobs.id = step_runs.job_id)`,
  );

  const same = sameWork(db);
  const askIfUncertainElsewhere = uncertainElsewhere({ db, now }, events);

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

  /** A word to the studio on those that other stations have: which these are. It is done there, and seen here then. */
  function notifyListeners(ids: readonly number[], word: StudioCommand, ...states: JobState[]): Touched[] {
    const those = elsewhere(ids).filter(({ state }) => states.includes(state));
    for (const { id } of those) addWord.run(word, id);
    return those;
  }
  function cancel(ids: readonly number[]): Touched[] {
    const remoteJobs = [
      ...notifyListeners(ids, 'cancel', ...openStates),
      ...notifyListeners(ids, 'give-up', 'uncertain'),
    ];
    return [...cancelOwn(ids), ...remoteJobs];
  }
  function cancelOwn(ids: readonly number[]): Touched[] {
    const before = new Map(find(ids).map(({ id, state }) => [id, state]));
    unaccounted(ids, { error: JSON.stringify(cancelledWhileSending) });
    const done = cancelled(ids);
    for (const [was, key] of Object.entries(cancelSentences)) {
      const those = done.filter(({ id }) => (before.get(id) ?? '') === was).map(({ id }) => id);
      events.addToAll(those, { kind: 'state', text: { key } });
    }
    for (const { id } of done) followers.settle(id);
    return done;
  }
  function retry(ids: readonly number[], isOne = ids.length === 1): Touched[] {
    const remoteJobs = notifyListeners(ids, 'retry', 'failed', 'cancelled');
    // What was given up is sent again only where it is named by itself.
    const meant = isOne ? ids : notGivenUp(ids).map(({ id }) => id);
    const done = retried(leadersToo(meant).map(({ id }) => id));
    events.addToAll(idsIn(done, 'queued'), { kind: 'state', text: msg('store.job.queuedAgain') });
    events.addToAll(idsIn(done, 'waiting'), { kind: 'state', text: msg('store.job.askedAgain') });
    events.addToAll(idsIn(done, 'fetching'), { kind: 'state', text: msg('store.job.fetchedAgain') });
    const revived = followOthers(idsIn(done, 'queued'));
    for (const id of idsIn(done, 'queued')) if (askIfUncertainElsewhere(id)) followers.settle(id);
    followers.settleFor(idsIn(done, 'queued'));
    return [...done, ...revived, ...remoteJobs];
  }
  /** What another job has done by now, or is about to, is not sent as well: the same as for a new job (jobs.ts). */
  function followOthers(ids: readonly number[]): Touched[] {
    return ids.flatMap((id) => {
      const leader = same.otherLeader(id);
      if (leader === null) return [];
      followers.join(id, leader.id);
      return leader.canRevive ? retry([leader.id]) : [];
    });
  }
  /** Queries the tasks that are known, and lets the followers of these jobs wait again. */
  function askAgain(ids: readonly number[]): Touched[] {
    const waiting = waitAgain(ids);
    const waitingIds = waiting.map(({ id }) => id);
    reopenedCharges.run(JSON.stringify(waitingIds));
    events.addToAll(waitingIds, { kind: 'state', text: msg('store.job.askedAgain') });
    return [...waiting, ...requeueFollowers(waitingIds)];
  }
  function decide(ids: readonly number[], decision: JobDecision): Touched[] {
    if (decision === 'ask-again') return askAgain(undecided(ids).map(({ id }) => id));
    const remoteJobs = notifyListeners(ids, decision, 'uncertain');
    const uncertain = undecided(ids).map(({ id }) => id);
    if (decision === 'give-up') return [...cancelOwn(uncertain), ...remoteJobs];
    const done = sentAgain(uncertain);
    const requeued = idsIn(done, 'queued');
    spent.run({ ids: JSON.stringify(requeued), now: now() });
    // Where the result they waited for is paid, it is brought home after all; where it cannot come any more, one of them goes
    // through the service itself.
    for (const { follows, ids: group, paid } of stranded.all(JSON.stringify(requeued))) {
      if (paid === 1) retry([follows]);
      else followers.promote(JSON.parse(group) as number[]);
    }
    events.addToAll(requeued, { kind: 'state', text: msg('store.job.sentAgain') });
    followers.promoteOverHeld(requeued);
    return [...done, ...remoteJobs];
  }

  const waitingFor = db
    .prepare<[string], number>(
      `SELECT id FROM jobs WHERE state IN ('queued', 'waiting', 'fetching', 'placing') AND removed_at IS NULL
         AND output_folder = ?`,
    )
    .pluck();
  const movedFurther = redirectAdditionalOutputs(db, events);
  function redirect(ids: readonly number[], folder: string, shouldRetry = true) {
    const done = redirected(ids, { folder });
    events.addToAll(
      done.map(({ id }) => id),
      { kind: 'notice', text: msg('store.job.redirected', { folder }) },
    );
    if (shouldRetry) retry(idsIn(done, 'failed'));
    return done;
  }

  return {
    /** Holds jobs back (or lets them go on); one that runs is finished first. */
    setHeld: action((ids: readonly number[], isHeld: boolean) => {
      const done = hold(ids, { held: isHeld ? 1 : 0 });
      followers.settleFor(idsIn(done, 'queued'));
      return [...done, ...notifyListeners(ids, isHeld ? 'hold' : 'go-on', 'queued')];
    }),
    /** Cancels what is not done; the queue sees it and stops the work. */
    cancel: action(cancel),
    cancelBatch: action((batchId: number) => cancel(openInBatch([], { batchId }).map(({ id }) => id))),
    /**
     * Failed and cancelled jobs go on where they can without paying twice, else from the start of their step. Of several,
     * those that were given up are left out: sending them again is a decision. `isOne`: the user named one, and not more of
     * which these are a part.
     */
    retry: action(retry),
    /**
     * Other folder for results that could not be written; failed jobs go on with it, where they can without paying twice
     * (unless `shouldRetry` says that the caller does that).
     */
    redirect: action(redirect),
    /** The same for all that wait to be sent for this folder, or to be written there. */
    redirectAll: action((from: string, folder: string) => {
      const further = movedFurther(from, folder);
      const done = redirect(waitingFor.all(from), folder);
      const both = new Set(done.map(({ id }) => id));
      return [...done, ...further.filter(({ id }) => !both.has(id))];
    }),
    /** Tries at once (in 5 s at most) what was put off after a failure: these jobs, or null = all. */
    hurry: action((ids: readonly number[] | null) => (ids === null ? allHurried([]) : hurried(ids))),
    /**
     * Another service for jobs of which nothing is paid at the old one. They lead there until they are tried again, which
     * looks for others with the same content; of those that followed them, one leads the others where they are.
     */
    sendTo: action((ids: readonly number[], profileId: string) => {
      const done = sent(ids, { profileId });
      unsent.run(JSON.stringify(done.map(({ id }) => id)));
      for (const { id } of done) followers.promoteSuccessor(id);
      return done;
    }),
    /** Has other stations do what they have finished once more. */
    workAgain: action((ids: readonly number[]) => notifyListeners(ids, 'again', ...finalStates)),
    /** Takes jobs off the list, cancelling those that are not at rest. Their results stay. */
    remove: action((ids: readonly number[]) => {
      cancelOwn(idsIn(find(ids), ...openStates));
      notifyListeners(ids, 'cancel', ...openStates);
      return hidden(ids);
    }),
    /** Puts jobs back on the list that were taken off it. */
    putBack: action((ids: readonly number[]) => listed(ids)),
    /** Where jobs stand in the queue, for `place`. */
    places: (ids: readonly number[]): QueuePosition[] => placesOf.all(JSON.stringify(ids)),
    /** Puts jobs where they stood. */
    place: action((positions: readonly QueuePosition[]) => {
      for (const { id, priority, position } of positions) place.run(priority, position, id);
      return find(positions.map(({ id }) => id));
    }),
    /** Puts queued jobs at the head or the end of the queue, in the order they have among themselves. */
    move: action((ids: readonly number[], to: 'first' | 'last') => {
      const jobs = inOrder(ids);
      const { first, last, top } = ends.get() ?? { first: 0, last: 0, top: 0 };
      jobs.forEach(({ id }, index) => {
        if (to === 'first') place.run(top, first - jobs.length + index, id);
        else place.run(0, last + 1 + index, id);
      });
      return [...jobs, ...notifyListeners(ids, to, 'queued')];
    }),
    /** The user's word on jobs of which nobody knows whether the service took them; with each, on those that share its result. */
    decide: action(decide),
    /**
     * The same for all jobs of one cause (the code of their error); null = whatever the cause. Where there are more of them
     * than the `seen` that the user was told of, nothing is done: they may be paid for once more.
     */
    decideCause: action((cause: string | null, decision: JobDecision, seen?: number) => {
      const ids = ofCause([], { cause }).map(({ id }) => id);
      return ids.length > (seen ?? ids.length) ? [] : decide(ids, decision);
    }),
  };
}

/** What the timeline says of a cancelled job, by the state it was in: for what was sent, that it may have been charged. */
const cancelSentences: Readonly<Record<Exclude<JobState, 'done' | 'failed' | 'cancelled'>, MessageKey>> = {
  queued: 'store.cancelled.unsent',
  preparing: 'store.cancelled.unsent',
  submitting: 'store.cancelled.sending',
  waiting: 'store.cancelled.atService',
  fetching: 'store.cancelled.finished',
  placing: 'store.cancelled.home',
  uncertain: 'store.cancelled.givenUp',
};

const openStates = jobStates.filter((state) => !(finalStates as readonly JobState[]).includes(state));
