/** What the user decided about single results of a photograph, beside what he decided about the photograph. */
import type { Decision } from '../../../preload/contract/desk/decision.ts';
import type { StoreContext } from '../context.ts';

export type VersionDecision = Omit<Decision, 'note'>;

/** A decision as it was, for undoing. */
export interface VersionBefore extends VersionDecision {
  readonly id: number;
  readonly photographId: number;
}

export function versionDecisions({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const some = db.prepare<[string], VersionBefore>(
    `SELECT id, photograph_id AS photographId, flag, stars, label FROM results
     WHERE photograph_id IS NOT NULL AND id IN (SELECT value FROM json_each(?))`,
  );
  const decided = db.prepare('UPDATE results SET flag = ?, stars = ?, label = ? WHERE id = ?');
  const put = db.transaction((decisions: readonly VersionBefore[]) => {
    for (const { id, flag, stars, label } of decisions) decided.run(flag, stars, label, id);
  });
  const tell = (decisions: readonly VersionBefore[]) =>
    changes.photographs([...new Set(decisions.map(({ photographId }) => photographId))]);

  return {
    /** Decides about results, in one transaction; those that are decided so already are left. Returns what was before. */
    decide(ids: readonly number[], change: Partial<VersionDecision>): VersionBefore[] {
      const names = Object.keys(change) as (keyof VersionDecision)[];
      const before = some.all(JSON.stringify(ids)).filter((row) => names.some((name) => change[name] !== row[name]));
      put.immediate(before.map((row) => ({ ...row, ...change })));
      tell(before);
      return before;
    },
    /** Gives results the decisions they had. Returns what they had until then. */
    restore(decisions: readonly VersionBefore[]): VersionBefore[] {
      const before = some.all(JSON.stringify(decisions.map(({ id }) => id)));
      put.immediate(decisions);
      tell(before);
      return before;
    },
  };
}
