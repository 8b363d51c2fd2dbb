/** Runs of steps in a damaged database: one whose documents are damaged still names what was paid, and is kept without them. */
import type { Merged } from './merge-rows.ts';
import type { Value } from './sqlite-records.ts';
import type { Row } from './table-shapes.ts';

/** @param copy runs of the copy by key: what a damaged document of the same upload was like */
export function salvageStepRuns(runs: Merged, copy: ReadonlyMap<string, Row>): Merged {
  const sound: Merged = new Map();
  for (const [key, { row, origin }] of runs) sound.set(key, { row: soundRun(row, copy.get(key) ?? null), origin });
  return sound;
}

function soundRun(row: Row, before: Row | null): Row {
  const isOfSame = before !== null && before.submitted_at === row.submitted_at && before.operation === row.operation;
  const sound = (column: string): Value => {
    if (isSoundText(row[column])) return row[column] ?? null;
    return isOfSame && isSoundText(before[column]) ? (before[column] ?? null) : null;
  };
  const answer = sound('answer');
  // An answer that is lost is asked for again, where there is a task to ask about.
  const isLost = row.answer != null && answer === null && row.task_id != null;
  return {
    ...row,
    fitted: sound('fitted') ?? '[]',
    fit: sound('fit'),
    answer,
    finished_at: isLost ? null : (row.finished_at ?? null),
  };
}

/** True for JSON, and for none. */
function isSoundText(text: Value | undefined): boolean {
  if (text === null || text === undefined) return true;
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}
