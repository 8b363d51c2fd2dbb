/** Photographs as they are taken in, what tells their work apart, and what became of them. */

import type { JobError } from '../../../contract/jobs/job.ts';
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import { type Recipe, storedRecipe } from '../../../contract/recipes/recipe.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import type { FileIdentity } from '../../files/file-identity.ts';
import { firstOutputHash, renderingHash, targetHash, workHash } from '../job-identity.ts';
import type { FileMatch, JobKeys } from './find-same-work.ts';
import type { Job, JobRow } from './job-rows.ts';

/** A photograph to be taken in. */
export interface NewJob
  extends Pick<
    Job,
    'sourcePath' | 'relativeFolder' | 'outputFolder' | 'contentHash' | 'bytes' | 'width' | 'height' | 'recipe'
  > {
  /** Of the picture alone, whatever else the file says (hex); null or left out where it has none of its own. */
  readonly pictureHash?: string | null;
  /** Null = the recipe's own, else the built-in engine. */
  readonly profileId: string | null;
  readonly priority?: number;
  /** What tells the source apart from other files, whatever their names; and the same of reference images. */
  readonly identity?: FileIdentity | null;
  readonly references?: ReadonlyMap<string, FileIdentity | null>;
  /** Asked for once more, though the same work was done before. */
  readonly again?: boolean;
  /** Was finished before, but its result is no longer there. */
  readonly resultGone?: boolean;
  /** When the file was last changed, ms since 1970. */
  readonly changedAt?: number;
  /** When it was taken (ms since 1970); null or absent where the file does not say. */
  readonly takenAt?: number | null;
  /** What was decided about it elsewhere, for a photograph that is new here. */
  readonly decision?: Pick<Decision, 'flag' | 'stars' | 'label'> & {
    /** The words of a label that has no colour here. */
    readonly foreignLabel?: string;
  };
  /** A line for the timeline. */
  readonly note?: MessageDescriptor;
  /** What was found wrong with it: its row says so from the start; it fails with it as soon as it is its turn. */
  readonly problem?: JobError;
}

export interface AddOptions {
  /** What was tried before: goes on from where it failed (the default), or is passed over. */
  readonly known?: 'go-on' | 'pass';
  /** Makes finished work again whose result is gone; else that is only counted. */
  readonly remakeMissing?: boolean;
  /** What files are to a recipe that was edited since they were made; by default the file as it would be now is wanted too. */
  readonly beforeEdit?: FileMatch;
}

/** What became of photographs, by their jobs. */
export interface AddOutcome {
  /** Null when no new job was made. */
  readonly batchId: number | null;
  readonly jobIds: readonly number[];
  /** Jobs that were there and go on, or are under way. */
  readonly resumed: readonly number[];
  /** Jobs that were there and wait for the user's decision. */
  readonly undecided: readonly number[];
  /** Jobs that were there and are done, given up, or (by `known: 'pass'`) passed over. */
  readonly finished: readonly number[];
  /** How many of those have results that are no longer there. */
  readonly resultsGone: number;
  /** Photographs that got no new job. */
  readonly skipped: number;
}

/** What tells the work on a file from other work. */
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

/** Worked out once for the thousands of photographs that a recipe is for; recipes are never changed in place. */
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
