/** Proofs: photographs on the light table before anything is done with them, to be chosen from; and which of them are to be measured. */

import type { NewBatch } from '../../jobs/batches.ts';
import { isExcludedSql } from '../../jobs/charge-sql.ts';
import type { StoreContext } from '../../store-context.ts';
import type { PhotographOf, Photographs } from '../photographs/photographs.ts';
import { type ToMeasure, toMeasure } from './measures.ts';
import type { Stacks } from './stacks.ts';

/** @property relativeFolder its folder below the one that was added; '' at the top */
export type NewProof = PhotographOf & { readonly relativeFolder: string };

/** A proof that was taken away, as it is put back. */
export interface ProofRow {
  readonly id: number;
  readonly batchId: number;
  readonly relativeFolder: string;
  readonly addedAt: number;
  readonly judged: 0 | 1;
}

export interface AddedProofs {
  /** The batch they are in; null where none was made, since nothing was new. */
  readonly batchId: number | null;
  /** How many are new. */
  readonly added: number;
  /** The batch in which one of the others has been since earlier; null where all are new. */
  readonly before: number | null;
}

/** True where a photograph has no result, and is not on its way to one. @param id the column that names it */
export const isUnprocessed = (id: string) => `NOT EXISTS (SELECT 1 FROM results WHERE results.photograph_id = ${id})
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.photograph_id = ${id} AND state NOT IN ('failed', 'cancelled')
    AND NOT ${isExcludedSql('jobs')})`;

interface Batches {
  create(batch: NewBatch): number;
}

export type Proofs = ReturnType<typeof proofs>;

export function proofs(
  { db, now, changes }: StoreContext,
  photographs: Pick<Photographs, 'findOrCreate'>,
  batches: Batches,
  stacks: Pick<Stacks, 'removePhotographs'>,
) {
  const batchOf = db.prepare<[number], number>('SELECT batch_id FROM proofs WHERE photograph_id = ?').pluck();
  const insert = db.prepare<[ProofRow]>(
    `INSERT OR IGNORE INTO proofs (photograph_id, batch_id, relative_folder, added_at, judged)
     VALUES (@id, @batchId, @relativeFolder, @addedAt, @judged)`,
  );
  const remove = db.prepare<[string], ProofRow>(
    `DELETE FROM proofs WHERE photograph_id IN (SELECT value FROM json_each(?)) AND ${isUnprocessed('proofs.photograph_id')}
     RETURNING photograph_id AS id, batch_id AS batchId, relative_folder AS relativeFolder, added_at AS addedAt, judged`,
  );
  const unmeasure = db.prepare('DELETE FROM measures WHERE photograph_id IN (SELECT value FROM json_each(?))');
  const toJudge = db.prepare<[number], ToMeasure>(
    `SELECT ${toMeasure} FROM proofs JOIN photographs ON photographs.id = proofs.photograph_id
     WHERE judged = 0 AND proofs.photograph_id > ? ORDER BY proofs.photograph_id LIMIT 1`,
  );
  const judged = db.prepare('UPDATE proofs SET judged = 1 WHERE photograph_id = ?');
  const notifyChanged = (ids: readonly number[]) => {
    if (ids.length === 0) return;
    changes.photographs(ids);
    changes.list('batches');
  };

  return {
    /** Adds photographs to a batch, which is made with the first that is new; one that is a proof already stays where it is. */
    add(batch: NewBatch | { readonly batchId: number }, items: readonly NewProof[]): AddedProofs {
      let batchId = 'batchId' in batch ? batch.batchId : null;
      let before: number | null = null;
      const added: number[] = [];
      const inOne = db.transaction(() => {
        for (const item of items) {
          const id = photographs.findOrCreate(item);
          const known = batchOf.get(id);
          if (known !== undefined) {
            before = known;
            continue;
          }
          batchId ??= batches.create(batch as NewBatch);
          insert.run({ id, batchId, relativeFolder: item.relativeFolder, addedAt: now(), judged: 0 });
          added.push(id);
        }
      });
      inOne.immediate();
      notifyChanged(added);
      return { batchId, added: added.length, before };
    },
    /**
     * Takes those off the light table that are not processed, and out of their stacks; what takes that back. What was measured of them
     * goes too, so that one that is put back is found a stack anew.
     */
    remove(ids: readonly number[]): ProofRow[] {
      const inOne = db.transaction(() => {
        const gone = remove.all(JSON.stringify(ids));
        const meant = JSON.stringify(gone.map(({ id }) => id));
        stacks.removePhotographs(gone.map(({ id }) => id));
        unmeasure.run(meant);
        return gone.map((row) => ({ ...row, judged: 0 as const }));
      });
      const rows = inOne.immediate();
      notifyChanged(rows.map(({ id }) => id));
      return rows;
    },
    /** Puts proofs back that were taken away. */
    putBack(rows: readonly ProofRow[]): ProofRow[] {
      const put = db.transaction(() => rows.filter((row) => insert.run(row).changes > 0));
      const back = put.immediate();
      notifyChanged(back.map(({ id }) => id));
      return back;
    },
    /** The first photograph above the id `above` of which it is not known how good it is; null where there is none. */
    nextToJudge: (above: number): ToMeasure | null => toJudge.get(above) ?? null,
    /** This proof needs no judgement any more: it has one, or can have none. */
    setJudged(id: number): void {
      if (judged.run(id).changes > 0) changes.photographs([id]);
    },
  };
}
