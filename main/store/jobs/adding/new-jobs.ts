/** Photographs to add, and the outcome. */
import type { JobError } from '../../../../contract/jobs/job.ts';
import type { MessageDescriptor } from '../../../../contract/messages/message.ts';
import { type Recipe, storedRecipe } from '../../../../contract/recipes/recipe.ts';
import type { Decision } from '../../../../contract/review/photo-decision.ts';
import { builtInProfileId } from '../../../../contract/services/profile.ts';
import type { FileIdentity } from '../../../files/file-identity.ts';
import { firstOutputHash, renderingHash, targetHash, workHash } from '../../job-identity.ts';
import type { Job, JobRow } from '../job-rows.ts';
import type { FileMatch, JobKeys } from '../sharing/find-same-work.ts';

export interface NewJob
  extends Pick<
    Job,
    'sourcePath' | 'relativeFolder' | 'outputFolder' | 'contentHash' | 'bytes' | 'width' | 'height' | 'recipe'
  > {
  /** Hash (hex) without metadata; null or absent = content hash only. */
  readonly pictureHash?: string | null;
  /** Null = the recipe's profile, else the built-in engine. */
  readonly profileId: string | null;
  readonly priority?: number;
  /** Recognizes the source under other names. */
  readonly identity?: FileIdentity | null;
  readonly references?: ReadonlyMap<string, FileIdentity | null>;
  /** Adds it despite existing jobs. */
  readonly again?: boolean;
  /** The job is done, but its result is missing. */
  readonly resultGone?: boolean;
  /** File modification time, ms since 1970. */
  readonly changedAt?: number;
  /** Capture time (ms since 1970); null or absent if unknown. */
  readonly takenAt?: number | null;
  /** Decisions made elsewhere, used for new photographs. */
  readonly decision?: Pick<Decision, 'flag' | 'stars' | 'label'> & {
    /** A label without a color here. */
    readonly foreignLabel?: string;
  };
  readonly note?: MessageDescriptor;
  /** A problem with the file, listed at once. The job fails with it when it runs. */
  readonly problem?: JobError;
}

export interface AddOptions {
  /** Whether to resume or skip work tried before. */
  readonly known?: 'go-on' | 'pass';
  readonly remakeMissing?: boolean;
  /** Whether the trial of the batch does not hold it. */
  readonly isReleased?: boolean;
  /** Whether files made before an edit count (default: no). */
  readonly beforeEdit?: FileMatch;
}

export interface AddOutcome {
  /** Null if no job is new. */
  readonly batchId: number | null;
  readonly jobIds: readonly number[];
  readonly resumed: readonly number[];
  /** Waiting for the user's decision. */
  readonly undecided: readonly number[];
  /** Done, given up, or skipped. */
  readonly finished: readonly number[];
  /** Number of those without results. */
  readonly resultsGone: number;
  readonly skipped: number;
}

export interface AddedJob {
  readonly kind: 'new' | 'resumed' | 'undecided' | 'finished';
  readonly id: number;
  readonly isGone: boolean;
}

export type WorkOnFile = Pick<
  NewJob,
  'contentHash' | 'pictureHash' | 'sourcePath' | 'recipe' | 'outputFolder' | 'profileId'
>;

export function jobKeys({
  contentHash,
  pictureHash = null,
  sourcePath,
  recipe,
  outputFolder,
  profileId,
}: WorkOnFile): JobKeys {
  return {
    contentHash,
    pictureHash,
    sourcePath,
    ...recipeKeys(recipe, outputFolder),
    recipeId: recipe.id,
    profileId: profileId ?? recipe.profileId ?? builtInProfileId,
  };
}

type RecipeKeys = Pick<JobKeys, 'recipeHash' | 'targetHash' | 'placeHash' | 'renderingHash'>;

/** Cached per recipe. Recipes are never changed in place. */
const knownKeys = new WeakMap<Recipe, { readonly outputFolder: string; readonly keys: RecipeKeys }>();

function recipeKeys(recipe: Recipe, outputFolder: string): RecipeKeys {
  const known = knownKeys.get(recipe);
  if (known?.outputFolder === outputFolder) return known.keys;
  const keys = {
    recipeHash: workHash(recipe),
    targetHash: targetHash(recipe, outputFolder),
    placeHash: firstOutputHash(recipe, outputFolder),
    renderingHash: renderingHash(recipe),
  };
  knownKeys.set(recipe, { outputFolder, keys });
  return keys;
}

export function toNewJob(row: JobRow): NewJob {
  return {
    sourcePath: row.source_path,
    relativeFolder: row.relative_folder,
    outputFolder: row.output_folder,
    contentHash: row.content_hash,
    pictureHash: row.picture_hash,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    recipe: storedRecipe(row.recipe),
    profileId: row.profile_id,
    priority: row.priority,
  };
}
