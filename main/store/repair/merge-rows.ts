/** Puts together what a damaged database and its newest copy have, row by row. */
import type { SalvagedData, SalvagedTable } from './salvage-rows.ts';
import type { Row } from './table-shapes.ts';

/** Where a row is from: only one that its tree led to is known to be as it was last. */
export type Origin = 'tree' | 'stray' | 'copy' | 'index';

export interface MergedRow {
  readonly row: Row;
  readonly origin: Origin;
}

export type Merged = Map<string, MergedRow>;

const nothing: SalvagedTable = { rows: new Map(), strays: new Map(), isComplete: false };

/** @param copy rows of the copy by key; none where there is no good copy */
export function merge(found: SalvagedTable | undefined, copy: ReadonlyMap<string, Row>, table: string): Merged {
  const { rows, strays, isComplete: isWhole } = found ?? nothing;
  const merged: Merged = new Map();
  for (const [key, row] of rows) merged.set(key, { row, origin: 'tree' });
  for (const [key, candidates] of strays) {
    const known = merged.get(key);
    // A tree that is whole has everything, but for what a damaged log had to say of it.
    if (known === undefined && isWhole && table !== 'step_runs' && table !== 'jobs') continue;
    const [best] = [...candidates, ...(known ? [known.row] : [])].sort((a, b) => progressOf(b) - progressOf(a));
    if (best && best !== known?.row) merged.set(key, { row: best, origin: 'stray' });
  }
  // What a whole table does not have was removed since the copy.
  if (!isWhole) for (const [key, row] of copy) if (!merged.has(key)) merged.set(key, { row, origin: 'copy' });
  return merged;
}

const states = ['queued', 'preparing', 'submitting', 'waiting', 'fetching', 'placing'];

/** How far a job, or the run of a step, has come: of two versions of it the later one knows more of what was paid. */
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
 * Jobs whose rows are gone, made anew from what the index over them says and from another job of the same recipe and folder.
 * What became of them is not known.
 */
export function addIndexedJobs(jobs: Merged, { indexedJobs }: Pick<SalvagedData, 'indexedJobs'>): void {
  const known = [...jobs.values()].map(({ row }) => row);
  for (const [id, [content_hash, recipe_hash, source_path, target_hash, profile_id, turn]] of indexedJobs) {
    if (jobs.has(JSON.stringify([id]))) continue;
    const sibling = known
      .filter((row) => row.recipe_hash === recipe_hash && row.target_hash === target_hash)
      .sort((a, b) => Math.abs(Number(a.id) - id) - Math.abs(Number(b.id) - id))[0];
    if (sibling === undefined) continue;
    const own = { id, content_hash, source_path, profile_id, turn } as Row;
    const initialValues = {
      ...{ state: 'queued', step: 0, lease: null, error: null, held: 0, run_after: 0, attempts: 0, failures: '{}' },
      ...{
        result_count: 0,
        started_at: null,
        finished_at: null,
        removed_at: null,
        follows: null,
        counter: id,
        position: id,
      },
    };
    jobs.set(JSON.stringify([id]), { row: { ...sibling, ...initialValues, ...own }, origin: 'index' });
  }
}
