/** Decisions about single results of a photograph. */
import type { Decision } from '../../../../contract/review/photo-decision.ts';
import type { StoreContext } from '../../store-context.ts';
import { createDecisionWriter, type DecisionStep } from './decision-steps.ts';

export type VersionDecision = Omit<Decision, 'note'>;

type DecisionRow = VersionDecision & { readonly id: number; readonly photographId: number };

const resultsByIds = `SELECT id, photograph_id AS photographId, flag, stars, label FROM results
  WHERE photograph_id IS NOT NULL AND id IN (SELECT value FROM json_each(?))`;
const saveDecision = 'UPDATE results SET flag = ?, stars = ?, label = ? WHERE id = ?';

export function versionDecisions({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const select = db.prepare<[string], DecisionRow>(resultsByIds);
  const save = db.prepare(saveDecision);
  const { change, restore } = createDecisionWriter<VersionDecision, DecisionRow>(db, {
    select: (ids) => select.all(JSON.stringify(ids)),
    save(row, { to }) {
      const { flag, stars, label } = { ...row, ...to };
      save.run(flag, stars, label, row.id);
    },
    onChanged: (rows) => changes.photographs(new Set(rows.map(({ photographId }) => photographId))),
  });

  return {
    decide: (ids: readonly number[], decision: Partial<VersionDecision>): DecisionStep<VersionDecision>[] =>
      change(ids, () => decision),
    restore,
  };
}
