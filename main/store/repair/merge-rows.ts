/** Merges rows of a damaged database and its newest backup. */
import type { SalvagedData, SalvagedTable } from './salvage-rows.ts';
import type { Value } from './sqlite-records.ts';
import { isAnswerText, isFitText, isJsonText } from './stored-documents.ts';
import type { Row } from './table-shapes.ts';

/** Source of a row. Only one from the table's tree is surely up to date. */
type Origin = 'tree' | 'stray' | 'backup' | 'index';

interface MergedRow {
  readonly row: Row;
  readonly origin: Origin;
}

export type MergedTable = Map<string, MergedRow>;

const emptyTable: SalvagedTable = { rows: new Map(), strays: new Map(), isComplete: false };

/** @param backup rows by key; empty without a good backup */
export function mergeTable(
  salvaged: SalvagedTable | undefined,
  backup: ReadonlyMap<string, Row>,
  table: string,
): MergedTable {
  const { rows, strays, isComplete } = salvaged ?? emptyTable;
  const merged: MergedTable = new Map();
  for (const [key, row] of rows) merged.set(key, { row, origin: 'tree' });
  for (const [key, candidates] of strays) {
    const known = merged.get(key);
    // A complete tree has all rows, except those in a damaged WAL.
    if (known === undefined && isComplete && table !== 'step_runs' && table !== 'jobs') continue;
    const [best] = [...candidates, ...(known ? [known.row] : [])].sort((a, b) => progressOf(b) - progressOf(a));
    if (best && best !== known?.row) merged.set(key, { row: best, origin: 'stray' });
  }
  // Rows missing from a complete table were removed after the backup.
  if (!isComplete) for (const [key, row] of backup) if (!merged.has(key)) merged.set(key, { row, origin: 'backup' });
  return merged;
}

const states = ['queued', 'preparing', 'submitting', 'waiting', 'fetching', 'placing'];

/** The later version of a job or run knows more about charges. */
function progressOf(row: Row): number {
  if (typeof row.state === 'string') {
    const index = states.indexOf(row.state);
    return Number(row.step) * 10 + (index < 0 ? 9 : index);
  }
  if ('task_id' in row || 'answer' in row) {
    return [row.submitted_at, row.task_id, row.answer].filter((value) => value !== null && value !== undefined).length;
  }
  return 0;
}

/**
 * Replaces damaged documents in runs of steps by those of the backup, or null. The run still names a paid task.
 * @param backup runs by key
 */
export function repairStepRuns(runs: MergedTable, backup: ReadonlyMap<string, Row>): MergedTable {
  const repaired: MergedTable = new Map();
  for (const [key, { row, origin }] of runs)
    repaired.set(key, { row: repairRun(row, backup.get(key) ?? null), origin });
  return repaired;
}

function repairRun(run: Row, backup: Row | null): Row {
  const isSameUpload =
    backup !== null && backup.submitted_at === run.submitted_at && backup.operation === run.operation;
  const validOrNull = (column: string, isValid: (text: unknown) => boolean): Value => {
    if (isValid(run[column])) return run[column] ?? null;
    return isSameUpload && isValid(backup[column]) ? (backup[column] ?? null) : null;
  };
  const answer = validOrNull('answer', isAnswerText);
  // A lost response can be requested again if its task is known.
  const isUnfinished = run.answer != null && answer === null && run.task_id != null;
  return {
    ...run,
    fitted: validOrNull('fitted', isJsonText) ?? '[]',
    fit: validOrNull('fit', isFitText),
    answer,
    finished_at: isUnfinished ? null : (run.finished_at ?? null),
  };
}

/**
 * Recreates lost jobs from index entries and another job with the same recipe and folder. Their states stay unknown.
 */
export function addIndexedJobs(jobs: MergedTable, { indexedJobs }: Pick<SalvagedData, 'indexedJobs'>): void {
  const known = [...jobs.values()].map(({ row }) => row);
  for (const [id, [content_hash, recipe_hash, source_path, target_hash, profile_id, turn]] of indexedJobs) {
    if (jobs.has(JSON.stringify([id]))) continue;
    const sibling = known
      .filter((row) => row.recipe_hash === recipe_hash && row.target_hash === target_hash)
      .sort((a, b) => Math.abs(Number(a.id) - id) - Math.abs(Number(b.id) - id))[0];
    if (sibling === undefined) continue;
    const identity = { id, content_hash, source_path, profile_id, turn } as Row;
    const row = { ...sibling, ...initialJob, counter: id, position: id, ...identity };
    jobs.set(JSON.stringify([id]), { row, origin: 'index' });
  }
}

const initialJob: Row = {
  state: 'queued',
  step: 0,
  lease: null,
  error: null,
  held: 0,
  run_after: 0,
  attempts: 0,
  failures: '{}',
  result_count: 0,
  started_at: null,
  finished_at: null,
  removed_at: null,
  follows: null,
};
