/** Jobs: taking them in, reading them. Claims and moves are in job-moves.ts, the user's actions in job-actions.ts. */
import type { JobState } from '../../preload/contract/job.ts';
import { builtInProfileId } from '../../preload/contract/profile.ts';
import type { Recipe } from '../../preload/contract/recipe.ts';
import type { batches, NewBatch } from './batches.ts';
import type { StoreContext } from './context.ts';
import type { JobEvents } from './job-events.ts';
import { type Job, type JobRow, toJob } from './job-rows.ts';
import { recipeHash } from './recipe-hash.ts';

/** A photograph to be taken in. */
export interface NewJob {
  /** Absolute. */
  readonly sourcePath: string;
  /** Its folder below the dropped or watched one, '' at the top; repeated below the output folder when mirroring. */
  readonly relativeFolder: string;
  /** Absolute folder for results. */
  readonly outputFolder: string;
  /** SHA-256 of the content, hex. */
  readonly contentHash: string;
  readonly bytes: number;
  /** Size in px, upright. */
  readonly width: number;
  readonly height: number;
  readonly recipe: Recipe;
  /** Null = the recipe's own, else the built-in engine. */
  readonly profileId: string | null;
  readonly priority?: number;
}

export interface Added {
  /** Null when everything was skipped. */
  readonly batchId: number | null;
  readonly jobIds: readonly number[];
  /** Photographs from a watch folder that were taken in before. */
  readonly skipped: number;
}

export function jobs(context: StoreContext, batchTable: ReturnType<typeof batches>, events: JobEvents) {
  const { db, now, changes } = context;
  const insert = db.prepare(
    `INSERT INTO jobs (batch_id, origin, counter, source_path, relative_folder, output_folder, content_hash, bytes,
       width, height, recipe, recipe_hash, recipe_name, profile_id, step_count, operation, priority, position, created_at)
     VALUES (@batchId, @origin, @counter, @sourcePath, @relativeFolder, @outputFolder, @contentHash, @bytes,
       @width, @height, @recipe, @recipeHash, @recipeName, @profileId, @stepCount, @operation, @priority, @position, @at)
     ON CONFLICT (content_hash, recipe_hash) WHERE origin = 'watch' AND state NOT IN ('failed', 'cancelled') DO NOTHING`,
  );
  const lastCounter = db
    .prepare<[number], number>('SELECT coalesce(max(counter), 0) FROM jobs WHERE batch_id = ?')
    .pluck();
  const lastPosition = db.prepare<[], number>('SELECT coalesce(max(position), 0) FROM jobs').pluck();
  const one = db.prepare<[number], JobRow>('SELECT * FROM jobs WHERE id = ?');
  const inState = db.prepare<[JobState], JobRow>(
    'SELECT * FROM jobs WHERE state = ? AND removed_at IS NULL ORDER BY id',
  );
  const sameWork = db
    .prepare<[string, string], JobState>(
      'SELECT state FROM jobs WHERE content_hash = ? AND recipe_hash = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck();

  const addAll = db.transaction((batch: NewBatch | { readonly batchId: number }, items: readonly NewJob[]): Added => {
    const isNew = !('batchId' in batch);
    const batchId = isNew ? batchTable.create(batch) : batch.batchId;
    const origin = isNew ? batch.origin : batchTable.get(batchId)?.origin;
    if (origin === undefined) throw new Error(`There is no batch ${batchId}.`);
    let counter = lastCounter.get(batchId) ?? 0;
    let position = lastPosition.get() ?? 0;
    const jobIds: number[] = [];
    for (const item of items) {
      const { recipe } = item;
      const done = insert.run({
        batchId,
        origin,
        counter: counter + 1,
        sourcePath: item.sourcePath,
        relativeFolder: item.relativeFolder,
        outputFolder: item.outputFolder,
        contentHash: item.contentHash,
        bytes: item.bytes,
        width: item.width,
        height: item.height,
        recipe: JSON.stringify(recipe),
        recipeHash: recipeHash(recipe, item.outputFolder),
        recipeName: recipe.name,
        profileId: item.profileId ?? recipe.profileId ?? builtInProfileId,
        stepCount: recipe.steps.length,
        operation: recipe.steps[0]?.operation,
        priority: item.priority ?? 0,
        position: position + 1,
        at: now(),
      });
      if (done.changes === 0) continue;
      counter += 1;
      position += 1;
      jobIds.push(Number(done.lastInsertRowid));
    }
    events.addToAll(jobIds, { kind: 'made', text: 'Taken in.' });
    if (jobIds.length === 0 && isNew) batchTable.removeEmpty(batchId);
    return {
      batchId: jobIds.length === 0 ? null : batchId,
      jobIds,
      skipped: items.length - jobIds.length,
    };
  });

  return {
    /**
     * Takes photographs in, all or none, as a new batch or into one that is there. From a watch folder, a photograph
     * whose content went through the same recipe before (and did not fail and was not cancelled) is skipped.
     */
    add(batch: NewBatch | { readonly batchId: number }, items: readonly NewJob[]): Added {
      const added = addAll.immediate(batch, items);
      changes.list('batches');
      changes.jobs(added.jobIds);
      return added;
    },
    get(id: number): Job | null {
      const row = one.get(id);
      return row ? toJob(row) : null;
    },
    inState: (state: JobState): Job[] => inState.all(state).map(toJob),
    /**
     * The state of the newest job that did the same work, or null: lets a watch folder leave alone at start what failed
     * or was cancelled in an earlier run.
     */
    sameWork: (contentHash: string, recipe: Recipe, outputFolder: string): JobState | null =>
      sameWork.get(contentHash, recipeHash(recipe, outputFolder)) ?? null,
  };
}
