/** Photographs to add, the keys that identify their work, and the outcome of adding them. */
import type { JobError } from '../../../../contract/jobs/job.ts';
import type { MessageDescriptor } from '../../../../contract/messages/message.ts';
import { type Recipe, storedRecipe } from '../../../../contract/recipes/recipe.ts';
import type { Decision } from '../../../../contract/review/photo-decision.ts';
import { builtInProfileId } from '../../../../contract/services/profile.ts';
import type { FileIdentity } from '../../../files/file-identity.ts';
import { firstOutputHash, renderingHash, targetHash, workHash } from '../../job-identity.ts';
import type { Job, JobRow } from '../job-rows.ts';
import type { FileMatch, JobKeys } from '../sharing/find-same-work.ts';

/** A photograph to add. */
export interface NewJob
  extends Pick<
    Job,
    'sourcePath' | 'relativeFolder' | 'outputFolder' | 'contentHash' | 'bytes' | 'width' | 'height' | 'recipe'
  > {
  /** Hash of the picture without its metadata (hex); null or absent = content hash only. */
  readonly pictureHash?: string | null;
  /** Null = the recipe's profile, else the built-in engine. */
  readonly profileId: string | null;
  readonly priority?: number;
  /** Identity of the source file, regardless of its name. */
  readonly identity?: FileIdentity | null;
  /** Reference images by path. */
  readonly references?: ReadonlyMap<string, FileIdentity | null>;
  /** Adds it even if the same work was done before. */
  readonly again?: boolean;
  /** Was finished before, but its result is missing. */
  readonly resultGone?: boolean;
  /** Modification time of the file, ms since 1970. */
  readonly changedAt?: number;
  /** Capture time (ms since 1970); null or absent if unknown. */
  readonly takenAt?: number | null;
  /** Decisions of another program or station, for a photograph that is new here. */
  readonly decision?: Pick<Decision, 'flag' | 'stars' | 'label'> & {
    /** Text of a label that has no color here. */
    readonly foreignLabel?: string;
  };
  /** Event for the timeline. */
  readonly note?: MessageDescriptor;
  /** A problem with the file. The list shows it at once; the job fails with it as soon as it runs. */
  readonly problem?: JobError;
}

export interface AddOptions {
  /** Resumes work that was tried before (the default), or skips it. */
  readonly known?: 'go-on' | 'pass';
  /** Makes missing results again instead of only counting them. */
  readonly remakeMissing?: boolean;
  /** Whether files made before an edit of the recipe count; by default, they are made again. */
  readonly beforeEdit?: FileMatch;
}

/** Outcome of adding photographs, by their jobs. */
export interface AddOutcome {
  /** Null when no new job was made. */
  readonly batchId: number | null;
  readonly jobIds: readonly number[];
  /** Existing jobs that resume or are in progress. */
  readonly resumed: readonly number[];
  /** Existing jobs that wait for the user's decision. */
  readonly undecided: readonly number[];
  /** Existing jobs that are done, given up, or skipped by `known: 'pass'`. */
  readonly finished: readonly number[];
  /** Number of these whose results are missing. */
  readonly resultsGone: number;
  /** Number of photographs that got no new job. */
  readonly skipped: number;
}

/** The job that a photograph got or already had. */
export interface AddedJob {
  readonly kind: 'new' | 'resumed' | 'undecided' | 'finished';
  readonly id: number;
  /** Its results are missing. */
  readonly isGone: boolean;
}

/** Identifies the work on a file. */
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

/** Cached because thousands of photographs share a recipe. Recipes are never changed in place. */
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
