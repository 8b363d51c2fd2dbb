import type { Database } from 'better-sqlite3';
import { detectedKinds, type FindingKind, isMeasured } from '../../../../contract/findings/finding-kinds.ts';

export interface NumberCondition {
  readonly compare: '=' | '>=' | '<=' | '>' | '<';
  readonly value: number;
}

export interface QueryStrategy {
  /** ms since 1970, for dates without a year. */
  readonly now: () => number;
  /** Above this, queries check each row instead of listing matches. */
  readonly many: number;
}
export const defaultStrategy: QueryStrategy = { now: Date.now, many: 5000 };

/** Whether at most `many` rows match. @param rows SQL after FROM, covered by an index */
export function isShortList(db: Database, rows: string, { many }: Pick<QueryStrategy, 'many'>): boolean {
  const count = db.prepare<[], number>(`SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${many + 1})`);
  return (count.pluck().get() ?? 0) <= many;
}

const countOfFinding = 'SELECT photographs FROM finding_counts WHERE kind = ? AND text = ?';

export function findingConditions(db: Database, strategy: Pick<QueryStrategy, 'many'>) {
  const countPhotographs = db.prepare<[string, string], number>(countOfFinding).pluck();

  return {
    /** Returns SQL: whether a photograph has a finding. @param photographId a SQL expression */
    conditionFor(photographId: string, kind: FindingKind, text: string, amount: NumberCondition | null = null): string {
      // Only known names may become SQL.
      const isKnown = isMeasured(kind) ? text === '' : Object.hasOwn(detectedKinds[kind], text);
      if (!isKnown || (amount !== null && !Number.isFinite(amount.value))) return 'FALSE';
      const match = `kind = '${kind}' AND text = '${text}'`;
      const condition = amount === null ? match : `${match} AND value ${amount.compare} ${amount.value}`;
      const rows = `findings INDEXED BY findings_by_kind WHERE ${condition}`;
      if ((countPhotographs.get(kind, text) ?? 0) <= strategy.many || isShortList(db, rows, strategy))
        return `${photographId} IN (SELECT photograph_id FROM ${rows})`;
      // The plus disables the index by value, which is slow here.
      const unindexed = amount === null ? match : `${match} AND +value ${amount.compare} ${amount.value}`;
      return `EXISTS (SELECT 1 FROM findings WHERE photograph_id = ${photographId} AND ${unindexed})`;
    },
  };
}
