/** The rows of a mirrored job: batch, job, share path and files. */
import type { JobError, JobOrigin, JobState } from '../../../../contract/jobs/job.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import type { Decision } from '../../../../contract/review/photo-decision.ts';
import { protectedOriginals } from '../../results/protected-originals.ts';
import type { results } from '../../results/results.ts';
import type { Photographs } from '../../review/photographs/photographs.ts';
import type { StoreContext } from '../../store-context.ts';
import { serializeMessage } from '../../stored-messages.ts';
import type { SharedPathRow } from './shared-paths.ts';
import { studioBatches } from './studio-outbox.ts';

/** Paths are absolute, or `share://…` if the share is not set up here. */
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
  /** As all stations name it. */
  readonly place: { readonly share: string; readonly path: string };
  readonly sourcePath: string;
  readonly relativeFolder: string;
  readonly outputFolder: string;
  readonly contentHash: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly takenAt: number | null;
  /** The decision in its file when it was added. */
  readonly decision: Pick<Decision, 'flag' | 'stars' | 'label'> | null;
  readonly recipe: Recipe;
  readonly profileId: string;
  readonly state: Extract<JobState, 'queued' | 'preparing' | 'done' | 'failed' | 'cancelled' | 'uncertain'>;
  readonly held: boolean;
  readonly priority: number;
  /** The station that has or finished it; '' = none. */
  readonly station: string;
  readonly error: JobError | null;
  /** ms since 1970, by the local clock. */
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
  /** The paths above and in the recipe whose share is set up here. */
  readonly paths: readonly SharedPathRow[];
}

export interface MirrorTables {
  readonly photographs: Photographs;
  readonly results: Pick<ReturnType<typeof results>, 'add'>;
}

/** The hash hides the job from searches for the same work. */
const insertSql = `INSERT INTO jobs (shared_id, batch_id, origin, counter, source_path, relative_folder, output_folder,
    content_hash, bytes, width, height, recipe, recipe_hash, recipe_name, profile_id, step_count, operation, priority, position,
    created_at, photograph_id, station)
  VALUES (@sharedId, @batchId, @origin, @counter, @sourcePath, @relativeFolder, @outputFolder, @contentHash,
    @bytes, @width, @height, @recipe, 'shared:' || @sharedId, @recipeName, @profileId, @stepCount, @operation, @priority,
    @position, @createdAt, @photographId, '')`;

const updateSql = `UPDATE jobs SET recipe_hash = 'shared:' || @sharedId, fence = NULL, follows = NULL, state = @state,
    held = @held, priority = @priority, station = @station, error = @error, started_at = @startedAt, finished_at = @finishedAt,
    lease = NULL, run_after = 0, attempts = 0, failures = '{}', step = iif(@state = 'done', step_count - 1, 0),
    removed_at = iif(station IS NULL OR @finishedAt IS NULL, NULL, removed_at)
  WHERE id = @id`;

const addBatchSql =
  'INSERT INTO batches (title, origin, folder_id, created_at, station, person) VALUES (?, ?, NULL, ?, ?, ?)';

const addPlaceSql = `INSERT INTO studio_photographs (photograph_id, share, path)
  SELECT photograph_id, @share, @path FROM jobs WHERE id = @id AND photograph_id IS NOT NULL ON CONFLICT DO NOTHING`;

const removeOtherFilesSql = `DELETE FROM results WHERE job_id = ? AND version = 0 AND kind = 'image'
  AND element NOT IN (SELECT value FROM json_each(?))`;

/** Removes the preview of an earlier result. */
const removeOldPreviewSql = `DELETE FROM kept_previews WHERE subject = 'result' AND subject_id IN (SELECT id FROM results
  WHERE job_id = @id AND version = 0 AND kind = 'image' AND element = @element AND (path, bytes) IS NOT (@path, @bytes))`;

export function mirroredRows({ db, changes }: StoreContext, { photographs, results: resultTable }: MirrorTables) {
  const originals = protectedOriginals({ db });
  const studioBatch = studioBatches(db);
  const addBatch = db.prepare(addBatchSql);
  const setAdder = db.prepare('UPDATE batches SET station = ?, person = ? WHERE id = ? AND station IS NULL');
  const anyOfBatch = db.prepare<[number], number>('SELECT 1 FROM jobs WHERE batch_id = ? LIMIT 1').pluck();
  const lastPosition = db.prepare<[], number>('SELECT coalesce(max(position), 0) FROM jobs').pluck();
  const insert = db.prepare(insertSql);
  const update = db.prepare(updateSql);
  const addPlace = db.prepare(addPlaceSql);
  const batchIdOf = db.prepare<[number], number>('SELECT batch_id FROM jobs WHERE id = ?').pluck();
  const removeOtherFiles = db.prepare(removeOtherFilesSql);
  const removeOldPreview = db.prepare(removeOldPreviewSql);

  function batchFor({ batch, origin }: MirroredJob): number {
    const existingId = studioBatch.batchOf(batch.sharedId);
    if (existingId !== null) {
      setAdder.run(batch.station, batch.person, existingId);
      // A batch without jobs is not listed.
      if (anyOfBatch.get(existingId) === undefined) changes.list('batches');
      return existingId;
    }
    const title = serializeMessage(batch.title);
    const { lastInsertRowid } = addBatch.run(title, origin, batch.createdAt, batch.station, batch.person);
    const id = Number(lastInsertRowid);
    studioBatch.keepBatch(batch.sharedId, id);
    changes.list('batches');
    return id;
  }

  return {
    /** Adds a queued row without a station. */
    insert(job: MirroredJob): number {
      const { recipe, decision, ...photograph } = job;
      const { lastInsertRowid } = insert.run({
        ...job,
        batchId: batchFor(job),
        recipe: JSON.stringify(recipe),
        recipeName: recipe.name,
        stepCount: recipe.steps.length,
        operation: recipe.steps.at(-1)?.operation,
        position: (lastPosition.get() ?? 0) + 1,
        photographId: photographs.findOrCreate(decision === null ? photograph : { ...photograph, decision }),
      });
      originals.add(job.sourcePath, null);
      return Number(lastInsertRowid);
    },
    update(id: number, job: MirroredJob): void {
      const { held, error } = job;
      update.run({ ...job, id, held: held ? 1 : 0, error: error === null ? null : JSON.stringify(error) });
    },
    addPlace: (id: number, { place }: MirroredJob): void => void addPlace.run({ id, ...place }),
    setAdder: (id: number, { batch }: MirroredJob): void =>
      void setAdder.run(batch.station, batch.person, batchIdOf.get(id)),
    putFiles(id: number, { recipe, files }: MirroredJob): void {
      const batchId = batchIdOf.get(id) ?? 0;
      const step = recipe.steps.length - 1;
      const operation = recipe.steps[step]?.operation;
      const results = files.filter(({ output }) => output === 0);
      removeOtherFiles.run(id, JSON.stringify(results.map(({ element }) => element)));
      for (const { element, path, width, height, bytes } of results) {
        removeOldPreview.run({ id, element, path, bytes });
        if (operation === undefined) continue;
        const further = files.filter((file) => file.element === element && file.output > 0);
        const file = { element: element === '' ? null : element, path, width, height, bytes, box: null, further };
        resultTable.add({ jobId: id, batchId, step, operation, kind: 'image', ...file });
      }
    },
  };
}
