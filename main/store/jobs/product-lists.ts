/** Product lists of batches: which products there are, which jobs are theirs, and how those stand. */
import type { ProductLine, ProductRow } from '../../../contract/intake/product-list.ts';
import type { StoreContext } from '../store-context.ts';

export function productLists({ db }: StoreContext) {
  const clear = db.prepare('DELETE FROM products WHERE batch_id = ?');
  const clearJobs = db.prepare('DELETE FROM product_jobs WHERE batch_id = ?');
  const put = db.prepare('INSERT INTO products (batch_id, line, sku, name) VALUES (?, ?, ?, ?)');
  const putJob = db.prepare('INSERT OR REPLACE INTO product_jobs (batch_id, line, job_id) VALUES (?, ?, ?)');
  const lines = db.prepare<[number], ProductLine>(
    `SELECT p.line, p.sku, p.name, count(j.id) AS found,
       coalesce(sum(j.state = 'done'), 0) AS done,
       coalesce(sum(j.state IN ('failed', 'cancelled', 'uncertain')), 0) AS failed
     FROM products p
     LEFT JOIN product_jobs pj ON pj.batch_id = p.batch_id AND pj.line = p.line
     LEFT JOIN jobs j ON j.id = pj.job_id
     WHERE p.batch_id = ? GROUP BY p.line ORDER BY p.line`,
  );
  const keepInOne = db.transaction((batchId: number, rows: readonly Pick<ProductRow, 'line' | 'product'>[]) => {
    clearJobs.run(batchId);
    clear.run(batchId);
    for (const { line, product } of rows) put.run(batchId, line, product.sku, product.name);
  });
  const noteInOne = db.transaction((batchId: number, line: number, jobIds: readonly number[]) => {
    for (const id of jobIds) putJob.run(batchId, line, id);
  });
  return {
    /** Keeps the list of a batch, in the place of the one it had. */
    keep: (batchId: number, rows: readonly Pick<ProductRow, 'line' | 'product'>[]): void =>
      keepInOne.immediate(batchId, rows),
    /** These jobs are of photographs of the product at `line`. */
    note: (batchId: number, line: number, jobIds: readonly number[]): void =>
      noteInOne.immediate(batchId, line, jobIds),
    /** Each line of a batch's list, with how many of its photographs are done and failed; null for a batch without one. */
    ofBatch: (batchId: number): ProductLine[] | null => {
      const found = lines.all(batchId);
      return found.length === 0 ? null : found;
    },
  };
}
