/** What is found in photographs as conditions of SQL, by whichever way is the shorter: a list of all that have it, or a look at each. */
import type { Database } from 'better-sqlite3';
import { detectedKinds, type FindingKind, isMeasured } from '../../../../contract/findings/finding-kinds.ts';

/** Of what is found as a number. */
export interface NumberCondition {
  readonly compare: '=' | '>=' | '<=' | '>' | '<';
  readonly value: number;
}

/** How questions are put together. */
export interface QueryStrategy {
  /** ms since 1970, for dates that are said without a year. */
  readonly now: () => number;
  /** More photographs than these are not listed to be looked for in a list: each is looked at where it stands. */
  readonly many: number;
}
export const defaultStrategy: QueryStrategy = { now: Date.now, many: 5000 };

/** True where a list of these is short. @param rows all after FROM, which is read from an index */
export function isShortList(db: Database, rows: string, { many }: Pick<QueryStrategy, 'many'>): boolean {
  const count = db.prepare<[], number>(`SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${many + 1})`);
  return (count.pluck().get() ?? 0) <= many;
}

export type FindingConditions = ReturnType<typeof findingConditions>;

export function findingConditions(db: Database, strategy: Pick<QueryStrategy, 'many'>) {
  const counted = db
    .prepare<[string, string], number>('SELECT photographs FROM finding_counts WHERE kind = ? AND text = ?')
    .pluck();

  return {
    /**
     * True where a photograph has this finding.
     * @param photographId the SQL that names it
     */
    conditionFor(photographId: string, kind: FindingKind, text: string, amount: NumberCondition | null = null): string {
      // Only what is in the tables of the program gets into the text of a query.
      const isKnown = isMeasured(kind) ? text === '' : Object.hasOwn(detectedKinds[kind], text);
      if (!isKnown || (amount !== null && !Number.isFinite(amount.value))) return 'FALSE';
      const match = `kind = '${kind}' AND text = '${text}'`;
      const has = amount === null ? match : `${match} AND value ${amount.compare} ${amount.value}`;
      const listed = `findings INDEXED BY findings_by_kind WHERE ${has}`;
      if ((counted.get(kind, text) ?? 0) <= strategy.many || isShortList(db, listed, strategy))
        return `${photographId} IN (SELECT photograph_id FROM ${listed})`;
      // The plus keeps the index by value from being taken: that would read all that have the value, for each.
      const each = amount === null ? match : `${match} AND +value ${amount.compare} ${amount.value}`;
      return `EXISTS (SELECT 1 FROM findings WHERE photograph_id = ${photographId} AND ${each})`;
    },
  };
}
