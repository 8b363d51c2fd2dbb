/** Photographs with the data that adds them again with another recipe. */
import type { Database } from 'better-sqlite3';
import type { Product } from '../../../../contract/intake/product-list.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { StoredPath } from '../../../files/stored-path.ts';
import { parseMessage } from '../../stored-messages.ts';

export interface ReprocessSource {
  /** Absolute; the relocated file if there is one. */
  readonly path: StoredPath;
  readonly relativeFolder: string;
  /** SHA-256 (hex) of the reviewed content; null = any content. */
  readonly contentHash: string | null;
  /** px */
  readonly width: number;
  readonly height: number;
  /** Null before the first recipe. */
  readonly recipeId: string | null;
  readonly recipeName: string;
  /** The row of a product list. */
  readonly product: Product | null;
  /** Of the batch. */
  readonly title: Message;
  /** The watch folder of the batch. */
  readonly folderId: string | null;
}

interface SourceRow extends Omit<ReprocessSource, 'product' | 'title'> {
  readonly product: string | null;
  readonly title: string;
}

const jobColumns = `coalesce(found.path, source_path) AS path, relative_folder AS relativeFolder, NULL AS contentHash,
  width, height, recipe ->> '$.id' AS recipeId, recipe_name AS recipeName, recipe -> '$.product' AS product,
  batches.title AS title, batches.folder_id AS folderId`;
const selectJobs = (condition: string) => `SELECT ${jobColumns} FROM jobs
  JOIN batches ON batches.id = jobs.batch_id LEFT JOIN found_originals found USING (photograph_id)
  WHERE jobs.id IN (${condition}) ORDER BY batch_id, counter`;
const sourcesByJob = selectJobs('SELECT value FROM json_each(?)');
const sourcesByPhotograph = selectJobs(
  'SELECT max(id) FROM jobs WHERE photograph_id IN (SELECT value FROM json_each(?)) GROUP BY photograph_id',
);
/** Proofs without jobs. */
const sourcesByProof = `SELECT coalesce(found.path, source_path) AS path, relative_folder AS relativeFolder,
    content_hash AS contentHash, width, height, NULL AS recipeId, '' AS recipeName, NULL AS product,
    batches.title AS title, NULL AS folderId
  FROM proofs JOIN photographs ON photographs.id = proofs.photograph_id JOIN batches ON batches.id = batch_id
  LEFT JOIN found_originals found ON found.photograph_id = photographs.id
  WHERE photographs.id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.photograph_id = photographs.id)
  ORDER BY batch_id, photographs.id`;

export function reprocessSources(db: Database) {
  const byJob = db.prepare<[string], SourceRow>(sourcesByJob);
  const byPhotograph = db.prepare<[string], SourceRow>(sourcesByPhotograph);
  const byProof = db.prepare<[string], SourceRow>(sourcesByProof);
  return {
    ofJobs: (ids: readonly number[]): ReprocessSource[] => byJob.all(JSON.stringify(ids)).map(toSource),
    /** Uses the newest job of each photograph. */
    ofPhotographs(ids: readonly number[]): ReprocessSource[] {
      const list = JSON.stringify(ids);
      return [...byPhotograph.all(list), ...byProof.all(list)].map(toSource);
    },
  };
}

const toSource = ({ product, title, ...row }: SourceRow): ReprocessSource => ({
  ...row,
  product: product === null ? null : (JSON.parse(product) as Product),
  title: parseMessage(title),
});
