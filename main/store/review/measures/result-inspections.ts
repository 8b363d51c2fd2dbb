/** Results that Burnish looks at by itself, and what it found wrong with them. */

import type { Box } from '../../../../contract/jobs/result.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import { type Recipe, storedRecipe } from '../../../../contract/recipes/recipe.ts';
import type { ResultFlaw, ResultFlawKind } from '../../../../contract/review/result-flaws.ts';
import type { StoredPath } from '../../../files/stored-path.ts';
import { openLocalJobsSql } from '../../jobs/job-rows.ts';
import type { StoreContext } from '../../store-context.ts';
import { type ToMeasure, toMeasure } from './measures.ts';

export interface PendingInspection {
  readonly resultId: number;
  readonly profileId: string;
  /** Absolute; of the result. */
  readonly path: StoredPath;
  readonly operation: OperationId;
  /** Number of the step it came of. */
  readonly step: number;
  readonly recipe: Recipe;
  /** Where in the photograph it lies, px; null = it covers it all. */
  readonly box: Box | null;
  readonly photograph: ToMeasure;
  /** Of the upright photograph, px. */
  readonly width: number;
  readonly height: number;
}

type Row = Omit<PendingInspection, 'recipe' | 'box' | 'photograph'> &
  ToMeasure & { recipe: string; box: string | null };
type FlawRow = Omit<ResultFlaw, 'box'> & { resultId: number; box: string | null };

/** So many are left at a time, in a millisecond or two. */
const slice = 500;
/** What is put off is looked at after so long (ms). */
const postponeMs = 24 * 60 * 60 * 1000;

/** SQL: ids of the results that something is wrong with, as far as the user has not said that they are right. */
export const flawedResults =
  'SELECT result_id FROM result_flaws JOIN result_looks USING (result_id) WHERE is_right = 0';

export function resultInspections({ db, now, changes }: Pick<StoreContext, 'db' | 'now' | 'changes'>) {
  // The version written out, so that the index of what is to do is used.
  const nextOf = (version: 0 | -1) =>
    db.prepare<[{ before: number }], Row>(
      `SELECT result_id AS resultId, profile_id AS profileId, results.path, results.operation, results.step, recipe, box,
       ${toMeasure}, photographs.width, photographs.height
     FROM result_looks JOIN results ON results.id = result_id JOIN jobs ON jobs.id = job_id
       JOIN photographs ON photographs.id = results.photograph_id
     WHERE result_looks.version = ${version} AND result_looks.put_off_at <= @before
       AND jobs.state = 'done' AND station IS NULL
     ORDER BY result_id DESC LIMIT 1`,
    );
  const [wanted, passed] = [nextOf(0), nextOf(-1)];
  const looked = db.prepare('UPDATE result_looks SET version = @version WHERE result_id = @resultId');
  const markSkipped = db.prepare(
    `UPDATE result_looks SET version = -1 WHERE result_id IN (
       SELECT result_id FROM result_looks WHERE version = 0 AND NOT EXISTS (
         SELECT 1 FROM results JOIN jobs ON jobs.id = job_id
         WHERE results.id = result_id AND profile_id IN (SELECT value FROM json_each(?)))
       LIMIT ${slice})`,
  );
  const later = db.prepare('UPDATE result_looks SET put_off_at = ? WHERE result_id = ?');
  const outdated = db.prepare('UPDATE result_looks SET version = 0 WHERE version > 0 AND version < ? AND is_right = 0');
  const clear = db.prepare('DELETE FROM result_flaws WHERE result_id = ?');
  const insert = db.prepare(
    'INSERT INTO result_flaws (result_id, kind, box, amount) VALUES (@resultId, @kind, @box, @amount)',
  );
  const photograph = db
    .prepare<[number], number>('SELECT photograph_id FROM results JOIN result_looks ON result_id = id WHERE id = ?')
    .pluck();
  const settle = db
    .prepare<[{ ids: string; isRight: number }], number>(
      `UPDATE result_looks SET is_right = @isRight
       WHERE result_id IN (SELECT value FROM json_each(@ids)) AND is_right <> @isRight
         AND result_id IN (SELECT result_id FROM result_flaws) RETURNING result_id`,
    )
    .pluck();
  const found = db.prepare<[string], FlawRow>(
    `SELECT result_id AS resultId, kind, box, amount FROM result_flaws JOIN result_looks USING (result_id)
     WHERE is_right = 0 AND result_id IN (SELECT value FROM json_each(?)) ORDER BY result_flaws.id`,
  );
  const everyFlaw = db.prepare<[], { job: number; file: string; kinds: string }>(
    `SELECT job_id AS job, path AS file, json_group_array(DISTINCT result_flaws.kind) AS kinds
     FROM result_flaws JOIN results ON results.id = result_id WHERE result_id IN (${flawedResults}) GROUP BY result_id`,
  );
  const engineIsNeeded = db
    .prepare<[string], number>(`SELECT EXISTS (SELECT 1 FROM ${openLocalJobsSql} AND profile_id = ? AND held = 0)`)
    .pluck();
  const notifyChanged = (ids: readonly number[]) =>
    changes.photographs(new Set(ids.flatMap((id) => photograph.get(id) ?? [])));

  return {
    /**
     * The newest result that is still to be looked at, or (`isSkipped`) that was left; null where
     * there is none, but for those that were put off.
     */
    next(isSkipped = false): PendingInspection | null {
      const row = (isSkipped ? passed : wanted).get({ before: now() - postponeMs });
      if (row === undefined) return null;
      const { id, sourcePath, foundPath, contentHash, recipe, box, ...rest } = row;
      return {
        ...rest,
        photograph: { id, sourcePath, foundPath, contentHash },
        recipe: storedRecipe(recipe),
        box: box === null ? null : (JSON.parse(box) as Box),
      };
    },
    /** Notes what was found in the way `version`, 1 or more, in the place of what was found before. */
    put: db.transaction((resultId: number, version: number, flaws: readonly ResultFlaw[]): void => {
      const before = clear.run(resultId).changes;
      // It may have been removed meanwhile.
      if (looked.run({ resultId, version }).changes === 0) return;
      for (const { box, ...flaw } of flaws)
        insert.run({ ...flaw, resultId, box: box === null ? null : JSON.stringify(box) });
      if (before > 0 || flaws.length > 0) notifyChanged([resultId]);
    }),
    /** Leaves results that did not come from one of these services, since nobody wants them to be looked at. How many; 0: none is left. */
    leaveOthers: (profileIds: readonly string[]): number => markSkipped.run(JSON.stringify(profileIds)).changes,
    /** Its file, or its photograph's, is not there, or the engine failed at it: another day. */
    putOff: (resultId: number): void => void later.run(now(), resultId),
    /** Has what was looked at another way than `version` looked at again. */
    renew: (version: number): void => void outdated.run(version),
    /** The user says that results are right as they are, or takes that back. Returns those it changes. */
    setRight(ids: readonly number[], isRight: boolean): number[] {
      const touched = settle.all({ ids: JSON.stringify(ids), isRight: isRight ? 1 : 0 });
      notifyChanged(touched);
      return touched;
    },
    /** What is wrong with each of these results, as far as the user has not said that it is right. */
    flawsOf(ids: readonly number[]): ReadonlyMap<number, readonly ResultFlaw[]> {
      const rows = found.all(JSON.stringify(ids)).map(({ box, ...row }) => ({
        ...row,
        box: box === null ? null : (JSON.parse(box) as Box),
      }));
      const byResult = Map.groupBy(rows, ({ resultId }) => resultId);
      return new Map([...byResult].map(([id, flaws]) => [id, flaws.map(({ resultId: _, ...flaw }) => flaw)]));
    },
    /** All results that something is wrong with, in the order they came: their jobs, files (absolute), and what it is. */
    list: () => everyFlaw.all().map(({ kinds, ...row }) => ({ ...row, kinds: JSON.parse(kinds) as ResultFlawKind[] })),
    /** True while jobs of the profile with this id are open here, but for those that are held. */
    isNeeded: (profileId: string): boolean => engineIsNeeded.get(profileId) === 1,
  };
}
