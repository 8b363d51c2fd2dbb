import { pathKey } from '../job-identity.ts';
import type { MergedTable } from './merge-rows.ts';
import type { SalvagedData } from './salvage-rows.ts';
import type { Value } from './sqlite-records.ts';
import type { Row } from './table-shapes.ts';

/** In the order of the index `jobs_once`. */
const identityColumns = ['content_hash', 'recipe_hash', 'source_path', 'target_hash', 'profile_id', 'turn'] as const;
type Column = (typeof identityColumns)[number];

/** In the order of the index `jobs_leading`. */
const leadingColumns: readonly Column[] = ['content_hash', 'recipe_hash', 'profile_id'];

interface IdentitySources extends Pick<SalvagedData, 'indexedJobs' | 'leadingJobs'> {
  /** Jobs of the backup by key. */
  readonly backup: ReadonlyMap<string, Row>;
  /** Path keys of all photographs. */
  readonly originals: ReadonlySet<string>;
}

/**
 * Replaces identifying values that most sources contradict. Otherwise, the photograph would be taken for a new one, and
 * paid again.
 * @returns ids of jobs with undecided values
 */
export function repairIdentities(jobs: MergedTable, sources: IdentitySources): Set<number> {
  const doubtful = new Set<number>();
  for (const [key, { row, origin }] of jobs) {
    const id = Number(row.id);
    const repaired = { ...row };
    for (const column of identityColumns) {
      const value = decideValue(column, id, row, key, sources);
      if (value === undefined) doubtful.add(id);
      else repaired[column] = value;
    }
    jobs.set(key, { row: repaired, origin });
  }
  return doubtful;
}

/** Returns undefined if two values are equally frequent. */
function decideValue(
  column: Column,
  id: number,
  row: Row,
  key: string,
  { indexedJobs, leadingJobs, backup, originals }: IdentitySources,
): Value | undefined {
  const own = row[column];
  const indexed = indexedJobs.get(id)?.[identityColumns.indexOf(column)];
  const isAgreed = indexed === undefined || indexed === own;
  if (isAgreed && isPossible(column, own)) return own;
  const leadingIndex = leadingColumns.indexOf(column);
  const leading = leadingIndex < 0 ? undefined : leadingJobs.get(id)?.[leadingIndex];
  const votes = new Map<Value, number>();
  for (const value of [own, indexed, leading, backup.get(key)?.[column]]) {
    if (value !== undefined && isPossible(column, value)) votes.set(value, (votes.get(value) ?? 0) + 1);
  }
  if (column === 'source_path') {
    for (const [path, count] of votes) if (originals.has(pathKey(String(path)))) votes.set(path, count + 1);
  }
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1]);
  return first === undefined || first[1] === second?.[1] ? undefined : first[0];
}

/** Analyses have no target, and earlier versions stored shorter texts than hashes. */
function isPossible(column: Column, value: Value | undefined): boolean {
  if (column === 'turn') return typeof value === 'number';
  if (typeof value !== 'string') return false;
  return column.endsWith('_hash') && value.length === 64 ? /^[0-9a-f]*$/.test(value) : true;
}
