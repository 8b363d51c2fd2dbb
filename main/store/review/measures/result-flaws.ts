/** Flaws found by inspections. Those of accepted results are ignored. */
import type { Box } from '../../../../contract/jobs/result.ts';
import type { ResultFlaw, ResultFlawKind } from '../../../../contract/review/result-flaws.ts';
import type { StoreContext } from '../../store-context.ts';

interface FlawRow extends Omit<ResultFlaw, 'box'> {
  readonly resultId: number;
  readonly box: string | null;
}

const notAccepted = 'result_flaws JOIN result_looks USING (result_id) WHERE is_right = 0';
/** SQL: ids of results with flaws. */
export const flawedResults = `SELECT result_id FROM ${notAccepted}`;

const setInspected = 'UPDATE result_looks SET version = @version WHERE result_id = @resultId';
const deleteFlaws = 'DELETE FROM result_flaws WHERE result_id = ?';
const insertFlaw = 'INSERT INTO result_flaws (result_id, kind, box, amount) VALUES (@resultId, @kind, @box, @amount)';
const photographOfResult = 'SELECT photograph_id FROM results JOIN result_looks ON result_id = id WHERE id = ?';
const setAccepted = `UPDATE result_looks SET is_right = @isRight
  WHERE result_id IN (SELECT value FROM json_each(@ids)) AND is_right <> @isRight
    AND result_id IN (SELECT result_id FROM result_flaws) RETURNING result_id`;
const flawsByResult = `SELECT result_id AS resultId, kind, box, amount FROM ${notAccepted}
  AND result_id IN (SELECT value FROM json_each(?)) ORDER BY result_flaws.id`;
const allFlawedResults = `SELECT job_id AS job, path AS file, json_group_array(DISTINCT result_flaws.kind) AS kinds
  FROM result_flaws JOIN results ON results.id = result_id WHERE result_id IN (${flawedResults}) GROUP BY result_id`;

export function resultFlaws({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const markInspected = db.prepare(setInspected);
  const clear = db.prepare(deleteFlaws);
  const insert = db.prepare(insertFlaw);
  const photographOf = db.prepare<[number], number>(photographOfResult).pluck();
  const accept = db.prepare<[{ ids: string; isRight: number }], number>(setAccepted).pluck();
  const byResult = db.prepare<[string], FlawRow>(flawsByResult);
  const selectAll = db.prepare<[], { job: number; file: string; kinds: string }>(allFlawedResults);
  const notifyChanged = (resultIds: readonly number[]) =>
    changes.photographs(new Set(resultIds.flatMap((id) => photographOf.get(id) ?? [])));

  return {
    /** Replaces the flaws of a result. @param version 1 or more */
    put: db.transaction((resultId: number, version: number, flaws: readonly ResultFlaw[]): void => {
      const removed = clear.run(resultId).changes;
      // The result may have been removed since.
      if (markInspected.run({ resultId, version }).changes === 0) return;
      for (const { box, ...flaw } of flaws)
        insert.run({ ...flaw, resultId, box: box === null ? null : JSON.stringify(box) });
      if (removed > 0 || flaws.length > 0) notifyChanged([resultId]);
    }),
    /** Accepts flaws of results, or undoes that. Returns the changed results. */
    setAccepted(ids: readonly number[], isRight: boolean): number[] {
      const changedIds = accept.all({ ids: JSON.stringify(ids), isRight: isRight ? 1 : 0 });
      notifyChanged(changedIds);
      return changedIds;
    },
    flawsOf(ids: readonly number[]): ReadonlyMap<number, readonly ResultFlaw[]> {
      const rows = Map.groupBy(byResult.all(JSON.stringify(ids)), ({ resultId }) => resultId);
      return new Map([...rows].map(([id, flaws]) => [id, flaws.map(toFlaw)]));
    },
    /** Paths are absolute. */
    list: () => selectAll.all().map(({ kinds, ...row }) => ({ ...row, kinds: JSON.parse(kinds) as ResultFlawKind[] })),
  };
}

const toFlaw = ({ resultId: _, box, ...flaw }: FlawRow): ResultFlaw => ({
  ...flaw,
  box: box === null ? null : (JSON.parse(box) as Box),
});
