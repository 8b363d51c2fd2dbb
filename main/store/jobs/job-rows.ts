/** Rows of the table `jobs`, and jobs as the pipeline sees them. */
import QuickLRU from 'quick-lru';
import type { JobError, JobOrigin, JobState } from '../../../contract/jobs/job.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { type Recipe, storedRecipe } from '../../../contract/recipes/recipe.ts';

export interface JobRow {
  id: number;
  batch_id: number;
  origin: JobOrigin;
  counter: number;
  source_path: string;
  relative_folder: string;
  output_folder: string;
  content_hash: string;
  picture_hash: string | null;
  bytes: number;
  width: number;
  height: number;
  recipe: string;
  recipe_hash: string;
  target_hash: string;
  turn: number;
  follows: number | null;
  recipe_name: string;
  profile_id: string;
  step: number;
  step_count: number;
  operation: OperationId;
  state: JobState;
  held: 0 | 1;
  priority: number;
  position: number;
  run_after: number;
  attempts: number;
  failures: string;
  lease: string | null;
  error: string | null;
  result_count: number;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  removed_at: number | null;
  photograph_id: number | null;
  station: string | null;
  shared_id: number | null;
  fence: number | null;
  perils: number;
}

/** Failures of each stage. */
export type Failures = Readonly<Partial<Record<JobState, number>>>;

export interface Job {
  readonly id: number;
  readonly batchId: number;
  readonly counter: number;
  /** Absolute. */
  readonly sourcePath: string;
  /** Folder below the dropped or watched one, '' at the top. Mirroring repeats it in the output folder. */
  readonly relativeFolder: string;
  /** Absolute, without mirrored subfolders. */
  readonly outputFolder: string;
  /** SHA-256, hex. */
  readonly contentHash: string;
  readonly bytes: number;
  /** Size in px, upright. */
  readonly width: number;
  readonly height: number;
  /** The recipe when the job was added. */
  readonly recipe: Recipe;
  readonly profileId: string;
  /** Index in `recipe.steps`. */
  readonly step: number;
  readonly operation: OperationId;
  readonly state: JobState;
  readonly attempts: number;
  /** Failures since the step began or the user retried. */
  readonly failures: Failures;
  readonly runAfter: number;
  readonly error: JobError | null;
  readonly lease: string | null;
  /** Time of removal from the list, ms since 1970. */
  readonly removedAt: number | null;
  /** The leader. */
  readonly follows: number | null;
  readonly photographId: number | null;
  /** Whether it belongs to a studio, and was claimed here. */
  readonly isShared: boolean;
  /** Crashes in a row while its pictures were read or made. */
  readonly crashes: number;
}

/** The right to write a job. The lease is null without a worker. */
export interface JobLease {
  readonly id: number;
  readonly state: JobState;
  readonly lease: string | null;
}

/** Cached, because batches share a recipe. */
const recipes = new QuickLRU<string, Recipe>({ maxSize: 100 });

function recipeOf(text: string): Recipe {
  const recipe = recipes.get(text) ?? storedRecipe(text);
  recipes.set(text, recipe);
  return recipe;
}

export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    batchId: row.batch_id,
    counter: row.counter,
    sourcePath: row.source_path,
    relativeFolder: row.relative_folder,
    outputFolder: row.output_folder,
    contentHash: row.content_hash,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    recipe: recipeOf(row.recipe),
    profileId: row.profile_id,
    step: row.step,
    operation: row.operation,
    state: row.state,
    attempts: row.attempts,
    failures: JSON.parse(row.failures) as Failures,
    runAfter: row.run_after,
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
    lease: row.lease,
    removedAt: row.removed_at,
    follows: row.follows,
    photographId: row.photograph_id,
    isShared: row.fence !== null,
    crashes: row.perils,
  };
}

/** Operations with data instead of files as results. */
export const analyses: readonly OperationId[] = Object.values(operations).flatMap(({ id, restore }) =>
  restore === 'coordinates' ? id : [],
);

/** Formats an SQL list of constants. */
export function stateList(states: readonly (JobState | OperationId)[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}
