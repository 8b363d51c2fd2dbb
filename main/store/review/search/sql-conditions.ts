/** SQL conditions and the columns that a search needs. */
import type { JobState } from '../../../../contract/jobs/job.ts';
import type { Span } from './search-dates.ts';

/** Conditions that must all hold, and the values bound to them. */
export interface Conditions {
  readonly sql: string[];
  readonly values: Record<string, string | number>;
}

export const noConditions = (): Conditions => ({ sql: [], values: {} });

/** Maps conditions to the tables of a query. Lists of names and ids are SQL. */
export interface SearchColumns {
  /** The column with the photograph's id. */
  readonly photographId: string;
  /** Applies a condition to each photograph's row instead of listing all matches. */
  readonly ofPhotograph: (condition: string) => string;
  readonly recipe: (names: string) => string;
  readonly batch: (ids: string) => string;
  readonly operation: (ids: string) => string;
  readonly state: (states: readonly JobState[]) => string;
  readonly date: (span: Span) => string;
}

/** Returns a SQL list of photographs whose client marks match. */
export const clientPicksSql = (condition: string) => `(SELECT photograph_id FROM client_picks WHERE ${condition})`;

/** @param names from our own tables, because they are not escaped */
export const sqlNameList = (names: readonly string[]) => `(${names.map((name) => `'${name}'`).join(', ')})`;

/** Returns a SQL list of the values in a bound JSON array. */
export const boundList = (key: string) => `(SELECT value FROM json_each(@${key}))`;
