/** Proofs: photographs that are reviewed before they are processed. */
import type { NewBatch } from '../../jobs/batches/batches.ts';
import { isExcludedSql } from '../../jobs/charge-sql.ts';
import type { StoreContext } from '../../store-context.ts';
import { type PhotographFile, photographFileColumns } from '../photographs/file-places.ts';
import type { NewPhotograph, Photographs } from '../photographs/photographs.ts';
import type { Stacks } from './stacks.ts';

/** @property relativeFolder its folder below the added one; '' at the top */
export type NewProof = NewPhotograph & { readonly relativeFolder: string };

export interface ProofRow {
  readonly id: number;
  readonly batchId: number;
  readonly relativeFolder: string;
  readonly addedAt: number;
  readonly judged: 0 | 1;
}

interface AddedProofs {
  /** Null if nothing was new. */
  readonly batchId: number | null;
  readonly added: number;
  /** The batch of an existing proof, or null. */
  readonly before: number | null;
}

/** SQL: whether a photograph has no result, and no job that may lead to one. */
export const isUnprocessed = (id: string) => `NOT EXISTS (SELECT 1 FROM results WHERE results.photograph_id = ${id})
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.photograph_id = ${id} AND state NOT IN ('failed', 'cancelled')
    AND NOT ${isExcludedSql('jobs')})`;

interface Batches {
  create(batch: NewBatch): number;
}

export type Proofs = ReturnType<typeof proofs>;

const batchOfProof = 'SELECT batch_id FROM proofs WHERE photograph_id = ?';
const insertProof = `INSERT OR IGNORE INTO proofs (photograph_id, batch_id, relative_folder, added_at, judged)
  VALUES (@id, @batchId, @relativeFolder, @addedAt, @judged)`;
const deleteUnprocessed = `DELETE FROM proofs
  WHERE photograph_id IN (SELECT value FROM json_each(?)) AND ${isUnprocessed('proofs.photograph_id')}
  RETURNING photograph_id AS id, batch_id AS batchId, relative_folder AS relativeFolder, added_at AS addedAt, judged`;
const deleteMeasures = 'DELETE FROM measures WHERE photograph_id IN (SELECT value FROM json_each(?))';
const firstUnrated = `SELECT ${photographFileColumns}
  FROM proofs JOIN photographs ON photographs.id = proofs.photograph_id
  WHERE judged = 0 AND proofs.photograph_id > ? ORDER BY proofs.photograph_id LIMIT 1`;
const markJudged = 'UPDATE proofs SET judged = 1 WHERE photograph_id = ?';

export function proofs(
  { db, now, changes }: StoreContext,
  photographs: Pick<Photographs, 'findOrCreate'>,
  batches: Batches,
  stacks: Pick<Stacks, 'removePhotographs'>,
) {
  const batchOf = db.prepare<[number], number>(batchOfProof).pluck();
  const insert = db.prepare<[ProofRow]>(insertProof);
  const removeUnprocessed = db.prepare<[string], ProofRow>(deleteUnprocessed);
  const removeMeasures = db.prepare(deleteMeasures);
  const unrated = db.prepare<[number], PhotographFile>(firstUnrated);
  const markRated = db.prepare(markJudged);

  const addAll = db.transaction((batch: NewBatch | { readonly batchId: number }, items: readonly NewProof[]) => {
    let batchId = 'batchId' in batch ? batch.batchId : null;
    let before: number | null = null;
    const ids: number[] = [];
    for (const item of items) {
      const id = photographs.findOrCreate(item);
      const known = batchOf.get(id);
      if (known !== undefined) {
        before = known;
        continue;
      }
      batchId ??= batches.create(batch as NewBatch);
      insert.run({ id, batchId, relativeFolder: item.relativeFolder, addedAt: now(), judged: 0 });
      ids.push(id);
    }
    return { batchId, ids, before };
  });
  const removeAll = db.transaction((ids: readonly number[]): ProofRow[] => {
    const rows = removeUnprocessed.all(JSON.stringify(ids));
    const removedIds = rows.map(({ id }) => id);
    stacks.removePhotographs(removedIds);
    removeMeasures.run(JSON.stringify(removedIds));
    return rows.map((row) => ({ ...row, judged: 0 as const }));
  });
  const insertAll = db.transaction((rows: readonly ProofRow[]) => rows.filter((row) => insert.run(row).changes > 0));
  const notifyChanged = (ids: readonly number[]) => {
    if (ids.length === 0) return;
    changes.photographs(ids);
    changes.list('batches');
  };

  return {
    /** Adds proofs to a batch, made for the first new one. Existing proofs keep their batch. */
    add(batch: NewBatch | { readonly batchId: number }, items: readonly NewProof[]): AddedProofs {
      const { batchId, ids, before } = addAll.immediate(batch, items);
      notifyChanged(ids);
      return { batchId, added: ids.length, before };
    },
    /** Removes unprocessed photographs with their measures, so that their stacks are found again if they return. */
    remove(ids: readonly number[]): ProofRow[] {
      const rows = removeAll.immediate(ids);
      notifyChanged(rows.map(({ id }) => id));
      return rows;
    },
    /** Returns the restored rows. */
    putBack(rows: readonly ProofRow[]): ProofRow[] {
      const restored = insertAll.immediate(rows);
      notifyChanged(restored.map(({ id }) => id));
      return restored;
    },
    /** Returns the first unrated proof, or null. */
    nextUnrated: (aboveId: number): PhotographFile | null => unrated.get(aboveId) ?? null,
    /** Marks a proof as rated, also if it cannot be. */
    markRated(id: number): void {
      if (markRated.run(id).changes > 0) changes.photographs([id]);
    },
  };
}
