/** Findings of analyses, as rows that lists search. Those of earlier versions are read in the background. */
import { setTimeout } from 'node:timers/promises';
import { extractFindings } from '../../../../contract/findings/extract-findings.ts';
import type { FindingValue } from '../../../../contract/findings/finding-kinds.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import type { StoreContext } from '../../store-context.ts';

interface StoredAnalysis {
  readonly resultId: number;
  /** Null if unknown, and then there are no findings. */
  readonly photographId: number | null;
  readonly operation: OperationId;
  readonly body: unknown;
}

export type Findings = ReturnType<typeof findings>;

const maxAnalysesPerRead = 50;

const deleteFindings = 'DELETE FROM findings WHERE photograph_id = ? AND result_id = ?';
const insertFinding = `INSERT OR IGNORE INTO findings (photograph_id, kind, text, result_id, face, value, confidence)
  VALUES (@photographId, @kind, @text, @resultId, @face, @value, @confidence)`;
const deleteUnread = 'DELETE FROM findings_to_read WHERE result_id = ?';
const newestUnread = `SELECT result_id FROM findings_to_read ORDER BY result_id DESC LIMIT ${maxAnalysesPerRead}`;
const analysisById = `SELECT id AS resultId, photograph_id AS photographId, operation, coalesce(body, raw) AS body
  FROM results WHERE id = ? AND kind = 'analysis' AND forgotten_at IS NULL`;

export function findings({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const remove = db.prepare(deleteFindings);
  const insert = db.prepare<[FindingValue & { photographId: number; resultId: number }]>(insertFinding);
  const settle = db.prepare(deleteUnread);
  const unread = db.prepare<[], number>(newestUnread).pluck();
  const find = db.prepare<[number], Omit<StoredAnalysis, 'body'> & { body: string }>(analysisById);

  /** Writes the findings of an analysis in the caller's transaction. */
  function put({ resultId, photographId, operation, body }: StoredAnalysis): void {
    settle.run(resultId);
    if (photographId === null) return;
    remove.run(photographId, resultId);
    for (const finding of extractFindings(operation, body)) insert.run({ ...finding, photographId, resultId });
  }

  const readSome = db.transaction((isLate: () => boolean): boolean => {
    const ids = unread.all();
    const photographIds: number[] = [];
    for (const id of ids) {
      const analysis = find.get(id);
      if (analysis) put({ ...analysis, body: JSON.parse(analysis.body) as unknown });
      else settle.run(id);
      if (analysis?.photographId) photographIds.push(analysis.photographId);
      if (isLate()) break;
    }
    if (photographIds.length > 0) changes.photographs(photographIds);
    return ids.length > 0;
  });

  return {
    put,
    /** Reads earlier analyses, newest first, in one transaction until `isLate`. @returns whether more may be left */
    readOld: (isLate: () => boolean): boolean => readSome.immediate(isLate),
  };
}

const maxSliceMs = 8;
const pauseMs = 40;

/** Reads earlier analyses in slices. @throws the signal's reason, and database errors; the next call resumes */
export async function backfillFindings(findings: Pick<Findings, 'readOld'>, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const endTime = performance.now() + maxSliceMs;
    if (!findings.readOld(() => performance.now() > endTime)) return;
    await setTimeout(pauseMs, undefined, { signal });
  }
}
