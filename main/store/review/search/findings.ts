/** What analyses found, as rows that lists look for: read out of each answer as it comes, and of those of earlier versions afterwards. */
import { extractFindings } from '../../../../contract/findings/extract-findings.ts';
import type { FindingValue } from '../../../../contract/findings/finding-kinds.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import type { StoreContext } from '../../store-context.ts';

/** An analysis that is kept. */
export interface Analysed {
  readonly resultId: number;
  /** Null where its photograph is not known: then nothing is found in it. */
  readonly photographId: number | null;
  readonly operation: OperationId;
  /** The answer's body. */
  readonly body: unknown;
}

export type Findings = ReturnType<typeof findings>;

/** Analyses that are read at a time, at most. */
const slice = 50;

export function findings({ db, changes }: Pick<StoreContext, 'db' | 'changes'>) {
  const remove = db.prepare('DELETE FROM findings WHERE photograph_id = ? AND result_id = ?');
  const insert = db.prepare<[FindingValue & { photographId: number; resultId: number }]>(
    `INSERT OR IGNORE INTO findings (photograph_id, kind, text, result_id, face, value, confidence)
     VALUES (@photographId, @kind, @text, @resultId, @face, @value, @confidence)`,
  );
  const settle = db.prepare('DELETE FROM findings_to_read WHERE result_id = ?');
  const toRead = db
    .prepare<[], number>(`SELECT result_id FROM findings_to_read ORDER BY result_id DESC LIMIT ${slice}`)
    .pluck();
  const analysis = db.prepare<[number], Omit<Analysed, 'body'> & { body: string }>(
    `SELECT id AS resultId, photograph_id AS photographId, operation, coalesce(body, raw) AS body FROM results
     WHERE id = ? AND kind = 'analysis' AND forgotten_at IS NULL`,
  );

  /** In the caller's transaction. */
  function put({ resultId, photographId, operation, body }: Analysed): void {
    settle.run(resultId);
    if (photographId === null) return;
    remove.run(photographId, resultId);
    for (const found of extractFindings(operation, body)) insert.run({ ...found, photographId, resultId });
  }

  return {
    put,
    /**
     * Reads analyses that were kept before findings were, the newest first, until `isLate`; as one transaction.
     * @returns whether there are more
     */
    readOld: (isLate: () => boolean): boolean =>
      db
        .transaction(() => {
          const ids = toRead.all();
          const read: number[] = [];
          for (const id of ids) {
            const row = analysis.get(id);
            if (row) put({ ...row, body: JSON.parse(row.body) as unknown });
            else settle.run(id);
            if (row?.photographId) read.push(row.photographId);
            if (isLate()) break;
          }
          if (read.length > 0) changes.photographs(read);
          return ids.length > 0;
        })
        .immediate(),
  };
}
