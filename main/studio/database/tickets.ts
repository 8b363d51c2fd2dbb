/**
 * The only module that talks to pg-boss. A waiting job has a ticket in a queue of pg-boss; a station draws the ticket and claims the job
 * in one transaction. All other facts are in our own tables.
 */
import { PgBoss } from 'pg-boss';
import type { QueryClient, StudioDatabase } from '../connection/studio-database.ts';
import { guardQueueTablesSql } from './queue-guards.ts';

interface Ticket {
  readonly id: string;
  readonly priority: number;
}

/** Opens pg-boss at the first call, and again if that failed. */
export interface Tickets {
  /** Creates a queue if it is missing. Call it outside transactions, which occupy the only connection. */
  ensureQueue(queue: string): Promise<void>;
  put(queries: QueryClient, queue: string, tickets: readonly Ticket[]): Promise<void>;
  /** Draws up to `count` tickets by priority and age, and returns their ids. */
  draw(queries: QueryClient, queue: string, count: number): Promise<string[]>;
  close(): Promise<void>;
}

/** Disables pg-boss's maintenance, which runs names from its tables as SQL. `repairTickets` replaces it. */
const bossOptions = {
  schema: 'pgboss',
  supervise: false,
  schedule: false,
  registerInstance: false,
  persistWarnings: false,
  monitorVacuum: false,
  reindex: false,
} as const;

/** Creates or migrates pg-boss's tables, and guards them before and after. */
export async function makeQueueTables(queries: QueryClient): Promise<void> {
  await queries.query(guardQueueTablesSql);
  const executeSql = (text: string, values: unknown[] = []) =>
    values.length === 0 ? queries.script(text) : queries.raw(text, values);
  const boss = new PgBoss({ ...bossOptions, db: { executeSql }, migrate: true });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
  await queries.query(guardQueueTablesSql);
}

export function createTickets(database: StudioDatabase): Tickets {
  let opened: Promise<PgBoss> | null = null;
  const ensured = new Set<string>();
  const open = (): Promise<PgBoss> => {
    opened ??= openBoss(database).catch((error) => {
      opened = null;
      throw error;
    });
    return opened;
  };

  return {
    async ensureQueue(queue) {
      if (ensured.has(queue)) return;
      const boss = await open();
      // Do not use pg-boss's own function, which accepts any name and any table.
      await database.query('SELECT burnish.make_queue($1)', [queue]);
      // Let pg-boss read the queue now, because it cannot within a transaction.
      await boss.insert(queue, []);
      ensured.add(queue);
    },
    async put(queries, queue, tickets) {
      const boss = await open();
      if (tickets.length > 0) await boss.insert(queue, [...tickets], { db: toBossDatabase(queries) });
    },
    async draw(queries, queue, count) {
      const boss = await open();
      const db = toBossDatabase(queries);
      const drawn = await boss.fetch(queue, { batchSize: count, db });
      const ids = drawn.map(({ id }) => id);
      if (ids.length > 0) await boss.deleteJob(queue, ids, { db });
      return ids;
    },
    async close() {
      await opened?.then((boss) => boss.stop({ graceful: false })).catch(() => undefined);
    },
  };
}

async function openBoss(database: StudioDatabase): Promise<PgBoss> {
  const boss = new PgBoss({ ...bossOptions, db: toBossDatabase(database), migrate: false });
  boss.on('error', () => undefined);
  await boss.start();
  return boss;
}

const toBossDatabase = (queries: QueryClient) => ({
  executeSql: (text: string, values?: unknown[]) => queries.raw(text, values),
});

/**
 * Gives jobs without their ticket a new one, and deletes tickets without a waiting job. One station does so per lease, because that reads
 * all waiting jobs; returns whether it was this one.
 */
export async function repairTickets(queries: QueryClient): Promise<boolean> {
  const isOurTurn = (await queries.query(claimRepairSql)).length > 0;
  if (isOurTurn) for (const sql of [forgetMissingTicketsSql, deleteUnusedTicketsSql]) await queries.query(sql);
  return isOurTurn;
}

const claimRepairSql = `UPDATE burnish.studio SET tickets_seen_at = now()
  WHERE tickets_seen_at < now() - lease_ms * interval '1 millisecond' RETURNING one`;

const forgetMissingTicketsSql = `UPDATE burnish.jobs j SET ticket = NULL WHERE state = 'queued' AND ticket IS NOT NULL
  AND NOT EXISTS (SELECT FROM pgboss.job p WHERE p.id = j.ticket AND p.name = j.queue AND p.state < 'active')`;

const deleteUnusedTicketsSql = `DELETE FROM pgboss.job_common p
  WHERE NOT EXISTS (SELECT FROM burnish.jobs j WHERE j.ticket = p.id)`;
