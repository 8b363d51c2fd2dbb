/** The tables `products` and `product_jobs`: the product list that a batch was added with, and the jobs of each product. */
import type { ProductLine, ProductRow } from '../../../../contract/intake/product-list.ts';
import type { StoreContext } from '../../store-context.ts';

type ListedProduct = Pick<ProductRow, 'line' | 'product'>;

const linesSql = `SELECT p.line, p.sku, p.name, count(j.id) AS found,
    coalesce(sum(j.state = 'done'), 0) AS done,
    coalesce(sum(j.state IN ('failed', 'cancelled', 'uncertain')), 0) AS failed
  FROM products p
  LEFT JOIN product_jobs pj ON pj.batch_id = p.batch_id AND pj.line = p.line
  LEFT JOIN jobs j ON j.id = pj.job_id
  WHERE p.batch_id = ? GROUP BY p.line ORDER BY p.line`;

export function productLists({ db }: StoreContext) {
  const clear = db.prepare('DELETE FROM products WHERE batch_id = ?');
  const clearJobs = db.prepare('DELETE FROM product_jobs WHERE batch_id = ?');
  const insert = db.prepare('INSERT INTO products (batch_id, line, sku, name) VALUES (?, ?, ?, ?)');
  const insertJob = db.prepare('INSERT OR REPLACE INTO product_jobs (batch_id, line, job_id) VALUES (?, ?, ?)');
  const lines = db.prepare<[number], ProductLine>(linesSql);

  const replaceList = db.transaction((batchId: number, rows: readonly ListedProduct[]) => {
    clearJobs.run(batchId);
    clear.run(batchId);
    for (const { line, product } of rows) insert.run(batchId, line, product.sku, product.name);
  });
  const addJobs = db.transaction((batchId: number, line: number, jobIds: readonly number[]) => {
    for (const id of jobIds) insertJob.run(batchId, line, id);
  });

  return {
    /** Stores the list of a batch, replacing an earlier one. */
    keep: (batchId: number, rows: readonly ListedProduct[]): void => replaceList.immediate(batchId, rows),
    /** Records that these jobs show the product at `line`. */
    note: (batchId: number, line: number, jobIds: readonly number[]): void => addJobs.immediate(batchId, line, jobIds),
    /** Returns each line of a batch's list with the counts of its photographs, or null if the batch has no list. */
    ofBatch(batchId: number): ProductLine[] | null {
      const found = lines.all(batchId);
      return found.length === 0 ? null : found;
    },
  };
}
