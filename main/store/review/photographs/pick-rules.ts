/** Rules that start work on picks, and the photographs concerned. */
import type { PickRule } from '../../../../contract/recipes/pick-rules.ts';
import { labels } from '../../../../contract/review/photo-decision.ts';
import type { StoreContext } from '../../store-context.ts';

interface DuePicks extends PickRule {
  readonly batchId: number;
  readonly photographIds: readonly number[];
  /** The batch used last, or null. */
  readonly into: number | null;
}

type RuleRow = Omit<DuePicks, 'photographIds'>;

const maxPicksPerRule = 500;

const selectRules =
  'SELECT batch_id AS batchId, mark, recipe_id AS recipeId, into_batch AS "into" FROM pick_rules ORDER BY batch_id';
const saveRule = `INSERT INTO pick_rules (batch_id, mark, recipe_id) VALUES (@batchId, @mark, @recipeId)
  ON CONFLICT (batch_id) DO UPDATE SET mark = excluded.mark, recipe_id = excluded.recipe_id,
    into_batch = iif(recipe_id = excluded.recipe_id, into_batch, NULL)`;
const deleteRule = 'DELETE FROM pick_rules WHERE batch_id = ?';
const photographsDue = `SELECT id FROM photographs WHERE id IN (
    SELECT photograph_id FROM results WHERE batch_id = @batchId UNION SELECT photograph_id FROM proofs WHERE batch_id = @batchId)
    AND coalesce(decided_at, 0) <= @before AND CASE @mark WHEN 'picked' THEN flag = 1
      WHEN 'client' THEN id IN (SELECT photograph_id FROM client_picks WHERE picked = 1)
      ELSE label = @label END
    AND id NOT IN (SELECT photograph_id FROM picks_begun WHERE batch_id = @batchId AND recipe_id = @recipeId)
  ORDER BY id LIMIT ${maxPicksPerRule}`;
const markStarted =
  'INSERT OR IGNORE INTO picks_begun (batch_id, recipe_id, photograph_id) SELECT ?, ?, value FROM json_each(?)';
const setTargetBatch = 'UPDATE pick_rules SET into_batch = ? WHERE batch_id = ? AND recipe_id = ?';

export function pickRules({ db, now, changes }: StoreContext) {
  const selectAll = db.prepare<[], RuleRow>(selectRules);
  const save = db.prepare(saveRule);
  const remove = db.prepare(deleteRule);
  const selectDue = db.prepare<[RuleRow & { label: number; before: number }], number>(photographsDue).pluck();
  const markAll = db.prepare(markStarted);
  const setTarget = db.prepare(setTargetBatch);

  return {
    /** Null removes the rule. Work in progress continues. */
    set(batchId: number, rule: PickRule | null): void {
      if (rule === null) remove.run(batchId);
      else save.run({ batchId, ...rule });
      changes.list('batches');
    },
    /** Returns some photographs marked at least `minAgeMs` ago whose work is not started. */
    due: (minAgeMs = 0): DuePicks[] =>
      selectAll.all().flatMap((rule) => {
        const label = labels.indexOf(rule.mark as (typeof labels)[number]);
        const photographIds = selectDue.all({ ...rule, label, before: now() - minAgeMs });
        return photographIds.length === 0 ? [] : [{ ...rule, photographIds }];
      }),
    /** Notes started work. @param targetBatchId null if it is in other batches */
    begun: db.transaction(({ batchId, recipeId, photographIds }: DuePicks, targetBatchId: number | null): void => {
      markAll.run(batchId, recipeId, JSON.stringify(photographIds));
      if (targetBatchId !== null) setTarget.run(targetBatchId, batchId, recipeId);
    }),
  };
}
