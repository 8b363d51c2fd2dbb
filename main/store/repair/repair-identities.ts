/** What tells one job from all others: put right where the row of a damaged database and the indexes over it disagree. */
import { pathKey } from '../job-identity.ts';
import type { Merged } from './merge-rows.ts';
import type { SalvagedData } from './salvage-rows.ts';
import type { Value } from './sqlite-records.ts';
import type { Row } from './table-shapes.ts';

/** In the order of the index `jobs_once`. */
const columns = ['content_hash', 'recipe_hash', 'source_path', 'target_hash', 'profile_id', 'turn'] as const;
type Column = (typeof columns)[number];

/** In that of `jobs_leading`. */
const leadingColumns: readonly Column[] = ['content_hash', 'recipe_hash', 'profile_id'];

export interface IdentitySources extends Pick<SalvagedData, 'indexedJobs' | 'leadingJobs'> {
  /** Jobs of the copy by key. */
  readonly copy: ReadonlyMap<string, Row>;
  /** Paths of all photographs, as pathKey makes them. */
  readonly originals: ReadonlySet<string>;
}

/**
 * Puts right in `jobs` what most witnesses say otherwise: a job whose photograph has another hash or path is not found again,
 * and what it did would be paid once more.
 * @returns the ids of jobs of which that stays unknown
 */
export function repairIdentities(jobs: Merged, witnesses: IdentitySources): Set<number> {
  const doubtful = new Set<number>();
  for (const [key, { row, origin }] of jobs) {
    const id = Number(row.id);
    const settled = { ...row };
    for (const column of columns) {
      const value = decided(column, id, row, key, witnesses);
      if (value === undefined) doubtful.add(id);
      else settled[column] = value;
    }
    jobs.set(key, { row: settled, origin });
  }
  return doubtful;
}

/** Undefined where as much speaks for one value as for another. */
function decided(
  column: Column,
  id: number,
  row: Row,
  key: string,
  { indexedJobs, leadingJobs, copy, originals }: IdentitySources,
): Value | undefined {
  const own = row[column];
  const indexed = indexedJobs.get(id)?.[columns.indexOf(column)];
  const isAgreed = indexed === undefined || indexed === own;
  if (isAgreed && isPossible(column, own)) return own;
  const place = leadingColumns.indexOf(column);
  const leading = place < 0 ? undefined : leadingJobs.get(id)?.[place];
  const votes = new Map<Value, number>();
  for (const value of [own, indexed, leading, copy.get(key)?.[column]]) {
    if (value !== undefined && isPossible(column, value)) votes.set(value, (votes.get(value) ?? 0) + 1);
  }
  if (column === 'source_path') {
    for (const [path, count] of votes) if (originals.has(pathKey(String(path)))) votes.set(path, count + 1);
  }
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1]);
  return first === undefined || first[1] === second?.[1] ? undefined : first[0];
}

/** False for what the column never holds. An analysis has no target; before there were hashes, shorter texts stood for them. */
function isPossible(column: Column, value: Value | undefined): boolean {
  if (column === 'turn') return typeof value === 'number';
  if (typeof value !== 'string') return false;
  return column.endsWith('_hash') && value.length === 64 ? /^[0-9a-f]*$/.test(value) : true;
}
