/** What the user decided about single results of a photograph, beside what he decided about the photograph. */
import type { Decision } from '../../../../contract/review/photo-decision.ts';
import type { StoreContext } from '../../store-context.ts';
import { type DecisionStep, decisionStep, reverseStep } from './decision-steps.ts';

export type VersionDecision = Omit<Decision, 'note'>;

type VersionRow = VersionDecision & { readonly id: number; readonly photographId: number };

export function versionDecisions({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const some = db.prepare<[string], VersionRow>(
    `SELECT id, photograph_id AS photographId, flag, stars, label FROM results
     WHERE photograph_id IS NOT NULL AND id IN (SELECT value FROM json_each(?))`,
  );
  const decided = db.prepare('UPDATE results SET flag = ?, stars = ?, label = ? WHERE id = ?');

  type Step = DecisionStep<VersionDecision>;
  const put = db.transaction((ids: readonly number[], stepOf: (row: VersionRow) => Step | null) =>
    some.all(JSON.stringify(ids)).flatMap((row) => {
      const step = stepOf(row);
      if (step === null) return [];
      const { flag, stars, label } = { ...row, ...step.to };
      decided.run(flag, stars, label, row.id);
      return [{ step, photographId: row.photographId }];
    }),
  );
  const notifyChanged = (made: readonly { readonly step: Step; readonly photographId: number }[]): Step[] => {
    changes.photographs([...new Set(made.map(({ photographId }) => photographId))]);
    return made.map(({ step }) => step);
  };

  return {
    /** Decides about results, in one transaction; those that are decided so already are left. Returns what it changed. */
    decide: (ids: readonly number[], change: Partial<VersionDecision>): Step[] =>
      notifyChanged(put.immediate(ids, (row) => decisionStep<VersionDecision>(row, change))),
    /** Takes decisions back where they still stand. Returns what takes that back in turn. */
    restore(steps: readonly Step[]): Step[] {
      const byId = new Map(steps.map((step) => [step.id, step]));
      return notifyChanged(put.immediate([...byId.keys()], (row) => reverseStep(row, byId.get(row.id)!)));
    },
  };
}
