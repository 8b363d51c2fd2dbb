/** Rules by which picks start work, and the photographs that were begun by them. */
import type { PickRule } from '../../../../contract/recipes/pick-rules.ts';
import { labels } from '../../../../contract/review/photo-decision.ts';
import type { StoreContext } from '../../store-context.ts';

/** Photographs that a rule is to begin with. */
export interface DuePicks extends PickRule {
  readonly batchId: number;
  readonly photographIds: readonly number[];
  /** The batch that its photographs were added to last; null: none was yet. */
  readonly into: number | null;
}

type Rule = Omit<DuePicks, 'photographIds'>;

/** As many as are taken in at a time. */
const slice = 500;

export function pickRules({ db, now, changes }: StoreContext) {
  const all = db.prepare<[], Rule>(
    'SELECT batch_id AS batchId, mark, recipe_id AS recipeId, into_batch AS "into" FROM pick_rules ORDER BY batch_id',
  );
  const put = db.prepare(
    `INSERT INTO pick_rules (batch_id, mark, recipe_id) VALUES (@batchId, @mark, @recipeId)
     ON CONFLICT (batch_id) DO UPDATE SET mark = excluded.mark, recipe_id = excluded.recipe_id,
       into_batch = iif(recipe_id = excluded.recipe_id, into_batch, NULL)`,
  );
  const remove = db.prepare('DELETE FROM pick_rules WHERE batch_id = ?');
  const due = db
    .prepare<[Rule & { label: number; before: number }], number>(
      `SELECT id FROM photographs WHERE id IN (
         SELECT photograph_id FROM results WHERE batch_id = @batchId UNION SELECT photograph_id FROM proofs WHERE batch_id = @batchId)
         AND coalesce(decided_at, 0) <= @before AND CASE @mark WHEN 'picked' THEN flag = 1
           WHEN 'client' THEN id IN (SELECT photograph_id FROM client_picks WHERE picked = 1)
           ELSE label = @label END
         AND id NOT IN (SELECT photograph_id FROM picks_begun WHERE batch_id = @batchId AND recipe_id = @recipeId)
       ORDER BY id LIMIT ${slice}`,
    )
    .pluck();
  const noteBegun = db.prepare(
    'INSERT OR IGNORE INTO picks_begun (batch_id, recipe_id, photograph_id) SELECT ?, ?, value FROM json_each(?)',
  );
  const noteInto = db.prepare('UPDATE pick_rules SET into_batch = ? WHERE batch_id = ? AND recipe_id = ?');

  return {
    /** Sets the rule of a batch; null: its picks start nothing any more. What is under way goes on. */
    set(batchId: number, rule: PickRule | null): void {
      if (rule === null) remove.run(batchId);
      else put.run({ batchId, ...rule });
      changes.list('batches');
    },
    /** What has carried a mark for so long (ms) and was not begun; of each rule a slice of them. */
    due: (minAgeMs = 0): DuePicks[] =>
      all.all().flatMap((rule) => {
        const label = labels.indexOf(rule.mark as (typeof labels)[number]);
        const photographIds = due.all({ ...rule, label, before: now() - minAgeMs });
        return photographIds.length === 0 ? [] : [{ ...rule, photographIds }];
      }),
    /** Notes that photographs were taken in. @param targetBatchId the batch they are in; null where they have jobs in others */
    begun: db.transaction(({ batchId, recipeId, photographIds }: DuePicks, targetBatchId: number | null): void => {
      noteBegun.run(batchId, recipeId, JSON.stringify(photographIds));
      if (targetBatchId !== null) noteInto.run(targetBatchId, batchId, recipeId);
    }),
  };
}
