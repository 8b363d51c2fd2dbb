/** Jobs that other stations of the studio have, as rows beside this computer's own: shown, looked for and decided about, and never worked on here. */

import { finalStates, type JobError, type JobOrigin, type JobState } from '../../../contract/jobs/job.ts';
import { type Message, msg } from '../../../contract/messages/message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';
import { protectedOriginals } from '../results/protected-originals.ts';
import type { results } from '../results/results.ts';
import type { Photographs } from '../review/photographs/photographs.ts';
import type { QueueContext } from '../store-context.ts';
import { serializeMessage } from '../stored-messages.ts';
import type { JobEvents } from './job-events.ts';
import type { SharedPathRow, SharedPaths } from './shared-paths.ts';

/** SQL, of a row of `jobs` (or another name for it): it is this computer's to work on. */
export const isLocalSql = (job: string): string => `${job}.station IS NULL`;

/** A shared job as it stands in the studio; all paths absolute, or `share://…` for what lies in a share that is not set up here. */
export interface MirroredJob {
  readonly sharedId: number;
  readonly fence: number;
  readonly batch: {
    readonly sharedId: number;
    readonly title: Message;
    readonly station: string;
    readonly person: string;
    readonly createdAt: number;
  };
  readonly counter: number;
  readonly origin: JobOrigin;
  /** As all stations know it. */
  readonly place: { readonly share: string; readonly path: string };
  readonly sourcePath: string;
  readonly relativeFolder: string;
  readonly outputFolder: string;
  readonly contentHash: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly takenAt: number | null;
  /** What its file said of it when it was added. */
  readonly decision: Pick<Decision, 'flag' | 'stars' | 'label'> | null;
  readonly recipe: Recipe;
  readonly profileId: string;
  readonly state: Extract<JobState, 'queued' | 'preparing' | 'done' | 'failed' | 'cancelled' | 'uncertain'>;
  readonly held: boolean;
  readonly priority: number;
  /** That has it or has finished it; '' = none. */
  readonly station: string;
  readonly error: JobError | null;
  /** ms since 1970, by this computer's clock. */
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly files: readonly {
    readonly element: string;
    readonly output: number;
    readonly path: string;
    readonly width: number;
    readonly height: number;
    readonly bytes: number;
  }[];
  /** All paths above, and those of the recipe, that are in a share which is set up here. */
  readonly paths: readonly SharedPathRow[];
}

interface KnownRow {
  readonly id: number;
  readonly fence: number | null;
  readonly state: JobState;
  readonly station: string | null;
  readonly removedAt: number | null;
}

interface Tables {
  readonly events: JobEvents;
  readonly photographs: Photographs;
  readonly results: Pick<ReturnType<typeof results>, 'add'>;
  readonly sharedPaths: SharedPaths;
}

export function mirroredJobs(
  { db, changes, lightly }: QueueContext,
  { events, photographs, results: resultTable, sharedPaths }: Tables,
) {
  const originalFiles = protectedOriginals({ db });
  const known = db.prepare<[number], KnownRow>(
    'SELECT id, fence, state, station, removed_at AS removedAt FROM jobs WHERE shared_id = ?',
  );
  const batchOf = db.prepare<[number], number>('SELECT batch_id FROM studio_batches WHERE shared_id = ?').pluck();
  const addBatch = db.prepare(
    'INSERT INTO batches (title, origin, folder_id, created_at, station, person) VALUES (?, ?, NULL, ?, ?, ?)',
  );
  const keepBatch = db.prepare('INSERT OR REPLACE INTO studio_batches (shared_id, batch_id) VALUES (?, ?)');
  const signBatch = db.prepare('UPDATE batches SET station = ?, person = ? WHERE id = ? AND station IS NULL');
  const lastPosition = db.prepare<[], number>('SELECT coalesce(max(position), 0) FROM jobs').pluck();
  // By a hash of its own it is found by nobody who looks for the same work here.
  const insert = db.prepare(
    `INSERT INTO jobs (shared_id, batch_id, origin, counter, source_path, relative_folder, output_folder, content_hash, bytes, width,
       height, recipe, recipe_hash, recipe_name, profile_id, step_count, operation, priority, position, created_at, photograph_id, station)
     VALUES (@sharedId, @batchId, @origin, @counter, @sourcePath, @relativeFolder, @outputFolder, @contentHash, @bytes, @width,
       @height, @recipe, 'shared:' || @sharedId, @recipeName, @profileId, @stepCount, @operation, @priority, @position, @createdAt,
       @photographId, '')`,
  );
  const update = db.prepare(
    `UPDATE jobs SET recipe_hash = 'shared:' || @sharedId, fence = NULL, follows = NULL, state = @state, held = @held, priority = @priority, station = @station,
       error = @error, started_at = @startedAt, finished_at = @finishedAt, lease = NULL, run_after = 0, attempts = 0, failures = '{}',
       step = iif(@state = 'done', step_count - 1, 0),
       removed_at = iif(station IS NULL OR @finishedAt IS NULL, NULL, removed_at)
     WHERE id = @id`,
  );
  const putPlace = db.prepare(
    `INSERT INTO studio_photographs (photograph_id, share, path)
     SELECT photograph_id, @share, @path FROM jobs WHERE id = @id AND photograph_id IS NOT NULL ON CONFLICT DO NOTHING`,
  );
  const otherFiles = db.prepare(
    `DELETE FROM results WHERE job_id = ? AND version = 0 AND kind = 'image' AND element NOT IN (SELECT value FROM json_each(?))`,
  );
  const otherPicture = db.prepare(
    `DELETE FROM kept_previews WHERE subject = 'result' AND subject_id IN (SELECT id FROM results
       WHERE job_id = @id AND version = 0 AND kind = 'image' AND element = @element AND (path, bytes) IS NOT (@path, @bytes))`,
  );
  const unsure = db
    .prepare<[], number>(
      `SELECT shared_id FROM jobs INDEXED BY jobs_lost WHERE shared_id IS NOT NULL AND fence IS NULL AND station IS NULL AND NOT (state = 'done' AND removed_at IS NULL)`,
    )
    .pluck();
  const open = db
    .prepare<[number, number], number>(
      `SELECT shared_id FROM jobs INDEXED BY jobs_elsewhere WHERE station IS NOT NULL AND state IN ('queued', 'preparing', 'failed', 'uncertain')
         AND shared_id > ? ORDER BY shared_id LIMIT ?`,
    )
    .pluck();
  const clear = db.prepare('DELETE FROM jobs WHERE station IS NOT NULL');
  const clearBatches = db.prepare(
    `DELETE FROM batches WHERE id IN (SELECT batch_id FROM studio_batches) AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id)`,
  );
  const anyUnheard = db.prepare<[number], number>('SELECT 1 FROM studio_outbox WHERE job_id = ? LIMIT 1').pluck();
  const removed = db
    .prepare<[number], number>('DELETE FROM jobs WHERE shared_id = ? AND station IS NOT NULL RETURNING id')
    .pluck();
  const renamed = db.prepare('UPDATE jobs SET id = @to WHERE id = @from');
  const eventsRenamed = db.prepare('UPDATE job_events SET job_id = @to WHERE job_id = @from');
  const elsewhere = db
    .prepare<[string], number>(
      'SELECT id FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND station IS NOT NULL',
    )
    .pluck();

  function batchFor({ batch, origin }: MirroredJob): number {
    const existingId = batchOf.get(batch.sharedId);
    if (existingId !== undefined) {
      signBatch.run(batch.station, batch.person, existingId);
      return existingId;
    }
    const title = serializeMessage(batch.title);
    const made = addBatch.run(title, origin, batch.createdAt, batch.station, batch.person);
    const id = Number(made.lastInsertRowid);
    keepBatch.run(batch.sharedId, id);
    changes.list('batches');
    return id;
  }

  function insertOne(job: MirroredJob): KnownRow {
    const { recipe, decision, ...photograph } = job;
    const done = insert.run({
      ...job,
      batchId: batchFor(job),
      recipe: JSON.stringify(recipe),
      recipeName: recipe.name,
      stepCount: recipe.steps.length,
      operation: recipe.steps.at(-1)?.operation,
      position: (lastPosition.get() ?? 0) + 1,
      photographId: photographs.findOrCreate(decision === null ? photograph : { ...photograph, decision }),
    });
    originalFiles.add(job.sourcePath, null);
    return { id: Number(done.lastInsertRowid), fence: null, state: 'queued', station: null, removedAt: null };
  }

  function putFiles(id: number, batchId: number, { recipe, files }: MirroredJob): void {
    const step = recipe.steps.length - 1;
    const operation = recipe.steps[step]?.operation;
    const own = files.filter(({ output }) => output === 0);
    otherFiles.run(id, JSON.stringify(own.map(({ element }) => element)));
    for (const { element, path, width, height, bytes } of own) {
      // Done anew: what was kept of the result before is a picture of another one.
      otherPicture.run({ id, element, path, bytes });
      const further = files.filter((file) => file.element === element && file.output > 0);
      if (operation !== undefined)
        resultTable.add({
          ...{ jobId: id, batchId, step, operation, kind: 'image', element: element === '' ? null : element },
          ...{ path, width, height, bytes, box: null, further },
        });
    }
  }

  const batchIdOf = db.prepare<[number], number>('SELECT batch_id FROM jobs WHERE id = ?').pluck();

  function applyOne(job: MirroredJob): number | null {
    const before = known.get(job.sharedId);
    if (before !== undefined && before.fence !== null && !isTakenBack(before, job)) {
      putPlace.run({ id: before.id, ...job.place });
      signBatch.run(job.batch.station, job.batch.person, batchIdOf.get(before.id));
      return null;
    }
    // Placed here while somebody else had it: `withdrawSeconds` says which result stands.
    if (before?.state === 'done' && before.fence === null && before.station === null && before.removedAt === null)
      return null;
    sharedPaths.add(job.paths);
    const { id, state, station } = before ?? insertOne(job);
    const { held, error } = job;
    update.run({ ...job, id, held: held ? 1 : 0, error: error === null ? null : JSON.stringify(error) });
    putPlace.run({ id, ...job.place });
    if (job.state === 'done') putFiles(id, batchIdOf.get(id) ?? 0, job);
    if (job.station !== '' && job.station !== station && job.state !== 'preparing')
      events.add(id, { kind: 'state', text: msg('studio.job.endedAt', { station: job.station }) });
    return before === undefined || state !== job.state || station !== job.station ? id : null;
  }
  /** It had come to rest here, and was begun anew elsewhere since; what was read before it came here says nothing. */
  const isTakenBack = ({ id, fence, state }: KnownRow, job: MirroredJob) =>
    job.fence > (fence ?? 0) &&
    (finalStates as readonly JobState[]).includes(state) &&
    anyUnheard.get(id) === undefined;
  const applyAll = db.transaction((jobs: readonly MirroredJob[]) => jobs.map(applyOne));

  return {
    /**
     * Writes how shared jobs stand; those that this computer has by its own right stay as they are. In one transaction, which does not wait for
     * the disk: what a power cut takes of it is read again.
     */
    apply(jobs: readonly MirroredJob[]): void {
      changes.jobs(lightly(() => applyAll.immediate(jobs)).flatMap((id) => id ?? []));
    },
    /** Shared jobs (ids of the studio's) that others have taken over, of which nothing was heard since. */
    unsure: (): number[] => unsure.all(),
    /** Those that are not over as far as is known here, above an id, lowest first. */
    open: (above: number, limit: number): number[] => open.all(above, limit),
    /**
     * This computer has the job now: what was shown of it makes way for what `make` puts in its place (a new job's id, or null), which is
     * shown as the same one. In the caller's transaction.
     */
    takeOver(sharedId: number, make: () => number | null): void {
      const before = removed.get(sharedId);
      const made = make();
      if (before === undefined || made === null) return;
      db.pragma('defer_foreign_keys = ON');
      renamed.run({ from: made, to: before });
      eventsRenamed.run({ from: made, to: before });
      changes.jobs([before]);
    },
    /** Of these jobs, the ones that others have. */
    among: (ids: readonly number[]): number[] => elsewhere.all(JSON.stringify(ids)),
    /** Forgets all that others have: it is read anew, or not shown any more. What this computer did itself stays. */
    clear: db.transaction((): void => {
      clear.run();
      clearBatches.run();
      changes.foreign();
    }),
  };
}

export type MirroredJobs = ReturnType<typeof mirroredJobs>;
