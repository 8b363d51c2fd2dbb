/** Photographs as they were taken in: what it takes to take them in with another recipe. Read by the desk's reader. */
import type { Database } from 'better-sqlite3';
import type { Product } from '../../../../contract/intake/product-list.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { StoredPath } from '../../../files/stored-path.ts';
import { parseMessage } from '../../stored-messages.ts';

export interface ReprocessSource {
  /** Absolute; where it has been found since, if it has. */
  readonly path: StoredPath;
  readonly relativeFolder: string;
  /** SHA-256 of what was looked at, hex, and is meant; null: whatever is there now. */
  readonly contentHash: string | null;
  /** px */
  readonly width: number;
  readonly height: number;
  /** Null: none was used yet. */
  readonly recipeId: string | null;
  readonly recipeName: string;
  /** What a product list says of it. */
  readonly product: Product | null;
  /** Of the batch it came in with; the watch folder, if it was one. */
  readonly title: Message;
  readonly folderId: string | null;
}

interface SourceRow extends Omit<ReprocessSource, 'product' | 'title'> {
  readonly product: string | null;
  readonly title: string;
}

export function reprocessSources(db: Database) {
  const columns = `coalesce(found.path, source_path) AS path, relative_folder AS relativeFolder, NULL AS contentHash, width, height, recipe ->> '$.id' AS recipeId,
    recipe_name AS recipeName, recipe -> '$.product' AS product, batches.title AS title, batches.folder_id AS folderId`;
  const joined = `JOIN batches ON batches.id = jobs.batch_id LEFT JOIN found_originals found USING (photograph_id)`;
  const ofJobs = db.prepare<[string], SourceRow>(
    `SELECT ${columns} FROM jobs ${joined} WHERE jobs.id IN (SELECT value FROM json_each(?)) ORDER BY batch_id, counter`,
  );
  const ofPhotographs = db.prepare<[string], SourceRow>(
    `SELECT ${columns} FROM jobs ${joined}
     WHERE jobs.id IN (SELECT max(id) FROM jobs WHERE photograph_id IN (SELECT value FROM json_each(?)) GROUP BY photograph_id)
     ORDER BY batch_id, counter`,
  );
  // Of those that were only looked at so far.
  const ofProofs = db.prepare<[string], SourceRow>(
    `SELECT coalesce(found.path, source_path) AS path, relative_folder AS relativeFolder, content_hash AS contentHash, width, height, NULL AS recipeId, '' AS recipeName,
       NULL AS product, batches.title AS title, NULL AS folderId
     FROM proofs JOIN photographs ON photographs.id = proofs.photograph_id JOIN batches ON batches.id = batch_id
     LEFT JOIN found_originals found ON found.photograph_id = photographs.id
     WHERE photographs.id IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.photograph_id = photographs.id)
     ORDER BY batch_id, photographs.id`,
  );
  const read = (rows: SourceRow[]): ReprocessSource[] =>
    rows.map(({ product, title, ...row }) => ({
      ...row,
      product: product === null ? null : (JSON.parse(product) as Product),
      title: parseMessage(title),
    }));
  return {
    ofJobs: (ids: readonly number[]): ReprocessSource[] => read(ofJobs.all(JSON.stringify(ids))),
    /** Each with what its newest job says. */
    ofPhotographs(ids: readonly number[]): ReprocessSource[] {
      const meant = JSON.stringify(ids);
      return [...read(ofPhotographs.all(meant)), ...read(ofProofs.all(meant))];
    },
  };
}
