/** Results to be inspected in the background. */
import type { Box } from '../../../../contract/jobs/result.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import { type Recipe, storedRecipe } from '../../../../contract/recipes/recipe.ts';
import type { StoredPath } from '../../../files/stored-path.ts';
import { isLocalSql, openLocalJobsSql } from '../../jobs/job-ownership.ts';
import type { StoreContext } from '../../store-context.ts';
import { type PhotographFile, photographFileColumns } from '../photographs/file-places.ts';
import { resultFlaws } from './result-flaws.ts';

export interface PendingInspection {
  readonly resultId: number;
  readonly profileId: string;
  /** Absolute path of the result. */
  readonly path: StoredPath;
  readonly operation: OperationId;
  readonly step: number;
  readonly recipe: Recipe;
  /** In px of the photograph; null = all of it. */
  readonly box: Box | null;
  readonly photograph: PhotographFile;
  /** Of the upright photograph, px. */
  readonly width: number;
  readonly height: number;
}

type InspectionRow = Omit<PendingInspection, 'recipe' | 'box' | 'photograph'> &
  PhotographFile & { recipe: string; box: string | null };

/** This takes a millisecond or two. */
const maxSkippedPerQuery = 500;
const postponeMs = 24 * 60 * 60 * 1000;

/** Versions in `result_looks`. */
const pending = 0;
const skipped = -1;

/** The text contains the version, so that the partial index applies. */
const newestInspection = (
  version: typeof pending | typeof skipped,
) => `SELECT result_id AS resultId, profile_id AS profileId, results.path, results.operation, results.step, recipe, box,
    ${photographFileColumns}, photographs.width, photographs.height
  FROM result_looks JOIN results ON results.id = result_id JOIN jobs ON jobs.id = job_id
    JOIN photographs ON photographs.id = results.photograph_id
  WHERE result_looks.version = ${version} AND result_looks.put_off_at <= @before
    AND jobs.state = 'done' AND ${isLocalSql('jobs')}
  ORDER BY result_id DESC LIMIT 1`;
const skipOtherProfiles = `UPDATE result_looks SET version = ${skipped} WHERE result_id IN (
  SELECT result_id FROM result_looks WHERE version = ${pending} AND NOT EXISTS (
    SELECT 1 FROM results JOIN jobs ON jobs.id = job_id
    WHERE results.id = result_id AND profile_id IN (SELECT value FROM json_each(?)))
  LIMIT ${maxSkippedPerQuery})`;
const setPostponedAt = 'UPDATE result_looks SET put_off_at = ? WHERE result_id = ?';
const resetOutdated = `UPDATE result_looks SET version = ${pending} WHERE version > 0 AND version < ? AND is_right = 0`;
const anyJobOfProfile = `SELECT EXISTS (SELECT 1 FROM ${openLocalJobsSql} AND profile_id = ? AND held = 0)`;

export function resultInspections(context: Pick<StoreContext, 'db' | 'now' | 'changes'>) {
  const { db, now } = context;
  const nextPending = db.prepare<[{ before: number }], InspectionRow>(newestInspection(pending));
  const nextSkipped = db.prepare<[{ before: number }], InspectionRow>(newestInspection(skipped));
  const skipOthers = db.prepare(skipOtherProfiles);
  const postpone = db.prepare(setPostponedAt);
  const reset = db.prepare(resetOutdated);
  const hasJobs = db.prepare<[string], number>(anyJobOfProfile).pluck();

  return {
    ...resultFlaws(context),
    /** Returns the newest result that is not postponed. @param isSkipped selects skipped ones */
    next(isSkipped = false): PendingInspection | null {
      const row = (isSkipped ? nextSkipped : nextPending).get({ before: now() - postponeMs });
      if (row === undefined) return null;
      const { id, folderId, sourcePath, foundPath, contentHash, recipe, box, ...rest } = row;
      return {
        ...rest,
        photograph: { id, folderId, sourcePath, foundPath, contentHash },
        recipe: storedRecipe(recipe),
        box: box === null ? null : (JSON.parse(box) as Box),
      };
    },
    /** Skips some results of other services. Returns their number; 0 = none left. */
    skipOthers: (profileIds: readonly string[]): number => skipOthers.run(JSON.stringify(profileIds)).changes,
    /** For errors and missing files. */
    postpone: (resultId: number): void => void postpone.run(now(), resultId),
    /** Repeats inspections of earlier versions. */
    renew: (version: number): void => void reset.run(version),
    /** Whether a profile has open local jobs that are not held. */
    isNeeded: (profileId: string): boolean => hasJobs.get(profileId) === 1,
  };
}
