import type { JobState } from '../../../../contract/jobs/job.ts';
import type { Span } from './search-dates.ts';

/** Conditions that must all hold, and bound values. */
export interface Conditions {
  readonly sql: string[];
  readonly values: Record<string, string | number>;
}

export const noConditions = (): Conditions => ({ sql: [], values: {} });

/** The columns of a query. Lists of names and ids are SQL. */
export interface SearchColumns {
  readonly photographId: string;
  /** Checks each row instead of listing all matches. */
  readonly ofPhotograph: (condition: string) => string;
  readonly recipe: (names: string) => string;
  readonly batch: (ids: string) => string;
  readonly operation: (ids: string) => string;
  readonly state: (states: readonly JobState[]) => string;
  readonly date: (span: Span) => string;
}

export const clientPicksSql = (condition: string) => `(SELECT photograph_id FROM client_picks WHERE ${condition})`;

/** @param names from our own tables, because they are not escaped */
export const sqlNameList = (names: readonly string[]) => `(${names.map((name) => `'${name}'`).join(', ')})`;

/** Selects values of a bound JSON array. */
export const boundList = (key: string) => `(SELECT value FROM json_each(@${key}))`;
