/**
 * The table `batches`: the jobs added by one drop, one folder scan or one command. A batch may have a product list
 * (tables `products` and `product_jobs`).
 */
import type { ProductLine, ProductRow } from '../../../../contract/intake/product-list.ts';
import type { Batch, JobOrigin, JobState } from '../../../../contract/jobs/job.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import type { PickRule } from '../../../../contract/recipes/pick-rules.ts';
import type { StoreContext } from '../../store-context.ts';
import { parseMessage, serializeMessage } from '../../stored-messages.ts';
import type { Followers } from '../sharing/followers.ts';
import { studioCommandSender } from '../studio/studio-commands.ts';
import { batchLimits } from './batch-limits.ts';

export interface NewBatch {
  readonly title: Message;
  readonly origin: JobOrigin;
  readonly folderId: string | null;
  /** Spending limit, in credits; absent = none. */
  readonly maxCredits?: number;
  /** Holds the jobs until the user approves their possible cost. */
  readonly heldForCost?: boolean;
  /** Processes only `count` photographs at first: the first ones, or (`spread`) the most different ones. */
  readonly trial?: { readonly count: number; readonly spread: boolean };
}

interface BatchRow {
  id: number;
  title: string;
  origin: JobOrigin;
  folder_id: string | null;
  held: 0 | 1;
  max_credits: number | null;
  held_for_cost: 0 | 1;
  trial: number | null;
  proofs: 0 | 1;
  pick_rule: string | null;
  created_at: number;
  station: string | null;
  person: string | null;
}

const selectSql = `SELECT *, EXISTS (SELECT 1 FROM proofs WHERE batch_id = batches.id) AS proofs,
  (SELECT json_object('mark', mark, 'recipeId', recipe_id) FROM pick_rules WHERE batch_id = batches.id) AS pick_rule
  FROM batches`;

const newestSql = `${selectSql} WHERE EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND removed_at IS NULL)
    OR EXISTS (SELECT 1 FROM results WHERE batch_id = batches.id) OR proofs
  ORDER BY id DESC LIMIT ?`;

const insertSql = `INSERT INTO batches (title, origin, folder_id, created_at, max_credits, held, held_for_cost, trial,
    trial_spread)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const removeEmptySql = `DELETE FROM batches WHERE id = ? AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id)
  AND NOT EXISTS (SELECT 1 FROM proofs WHERE batch_id = batches.id)`;

export function batches({ db, now, changes }: StoreContext, followers: Followers) {
  const insert = db.prepare(insertSql);
  const removeEmpty = db.prepare(removeEmptySql);
  const byId = db.prepare<[number], BatchRow>(`${selectSql} WHERE id = ?`);
  const newest = db.prepare<[number], BatchRow>(newestSql);
  const ofFolder = db.prepare<[string], BatchRow>(`${selectSql} WHERE folder_id = ? ORDER BY id DESC LIMIT 1`);
  const counts = db.prepare<[number], { state: JobState; n: number }>(
    'SELECT state, count(*) AS n FROM jobs WHERE batch_id = ? GROUP BY state',
  );
  const setHeldFlags = db.prepare('UPDATE batches SET held = ?, held_for_cost = ? WHERE id = ?');
  const queuedJobs = db
    .prepare<[number], number>(`SELECT id FROM jobs WHERE batch_id = ? AND state = 'queued'`)
    .pluck();
  const commands = studioCommandSender(db);

  const setHold = db.transaction((id: number, isHeld: boolean, isHeldForCost: boolean) => {
    setHeldFlags.run(isHeld ? 1 : 0, isHeldForCost ? 1 : 0, id);
    // `trials.choose` releases those of a trial.
    if (isHeld || byId.get(id)?.trial == null) commands.sendToQueued(id, isHeld ? 'hold' : 'go-on');
    followers.settleFor(queuedJobs.all(id));
  });
  const get = (id: number): Batch | null => read(byId.get(id));
  const releaseIfHeldForCost = (id: number) => {
    if (get(id)?.heldForCost) setHold(id, false, false);
  };

  return {
    create(batch: NewBatch): number {
      changes.list('batches');
      const { title, origin, folderId, maxCredits = null, heldForCost = false, trial } = batch;
      const held = heldForCost ? 1 : 0;
      const trialTerms = [trial?.count ?? null, trial?.spread ? 1 : 0];
      const values = [serializeMessage(title), origin, folderId, now(), maxCredits, held, held, ...trialTerms];
      return Number(insert.run(...values).lastInsertRowid);
    },
    removeEmpty: (id: number): void => void removeEmpty.run(id),
    get,
    /** Lists batches with contents, newest first. */
    list: (limit = 1000): Batch[] => newest.all(limit).map(toBatch),
    latestOfFolder: (folderId: string): Batch | null => read(ofFolder.get(folderId)),
    counts: (id: number): Partial<Record<JobState, number>> =>
      Object.fromEntries(counts.all(id).map(({ state, n }) => [state, n])),
    /** Holds or releases queued jobs. Running ones continue. */
    setHeld(id: number, isHeld: boolean): void {
      setHold.immediate(id, isHeld, false);
      changes.list('batches');
    },
    /** Holds a batch before its limit would be exceeded, in the caller's transaction. */
    holdForCost(id: number): void {
      setHold(id, true, true);
      changes.list('batches');
    },
    ...batchLimits({ db, changes }, releaseIfHeldForCost),
  };
}

function read(row: BatchRow | undefined): Batch | null {
  return row ? toBatch(row) : null;
}

function toBatch(row: BatchRow): Batch {
  return {
    id: row.id,
    title: parseMessage(row.title),
    origin: row.origin,
    folderId: row.folder_id,
    createdAt: row.created_at,
    held: row.held === 1,
    maxCredits: row.max_credits,
    heldForCost: row.held_for_cost === 1,
    trial: row.trial,
    proofs: row.proofs === 1,
    pickRule: row.pick_rule === null ? null : (JSON.parse(row.pick_rule) as PickRule),
    addedBy: row.station === null ? null : { station: row.station, person: row.person ?? '' },
  };
}

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
    /** Replaces an earlier list. */
    keep: (batchId: number, rows: readonly ListedProduct[]): void => replaceList.immediate(batchId, rows),
    note: (batchId: number, line: number, jobIds: readonly number[]): void => addJobs.immediate(batchId, line, jobIds),
    /** Returns null if the batch has no list. */
    ofBatch(batchId: number): ProductLine[] | null {
      const found = lines.all(batchId);
      return found.length === 0 ? null : found;
    },
  };
}
