/**
 * The only module that talks to pg-boss, which orders the waiting jobs. A waiting job has a ticket in its queue. A station draws the
 * ticket and claims the job in one transaction, which also deletes the ticket. All other facts are in our own tables.
 */
import { PgBoss } from 'pg-boss';
import type { QueryClient, StudioDatabase } from '../connection/studio-database.ts';
import { guardQueueTablesSql } from './queue-guards.ts';

export interface Ticket {
  readonly id: string;
  readonly priority: number;
}

/** Opens pg-boss at the first call, and again if that failed. */
export interface Tickets {
  /** Creates a queue if it is missing. Call it before a transaction, which occupies the only connection. */
  ensureQueue(queue: string): Promise<void>;
  /** Adds tickets; existing ones stay unchanged. */
  put(queries: QueryClient, queue: string, tickets: readonly Ticket[]): Promise<void>;
  /** Draws up to `count` tickets by priority and age, and returns their ids. */
  draw(queries: QueryClient, queue: string, count: number): Promise<string[]>;
  close(): Promise<void>;
}

/** Disables pg-boss's maintenance, which would run names from its tables as SQL. `repairTicketsSql` replaces it. */
const bossOptions = {
  schema: 'pgboss',
  supervise: false,
  schedule: false,
  registerInstance: false,
  persistWarnings: false,
  monitorVacuum: false,
  reindex: false,
} as const;

/** Creates or migrates pg-boss's tables, which pg-boss locks for that. They are guarded before and after. */
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
      // Makes pg-boss read the queue now, because it could not within a transaction.
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

/** @throws Error if pg-boss's tables are missing or of another version */
async function openBoss(database: StudioDatabase): Promise<PgBoss> {
  const boss = new PgBoss({ ...bossOptions, db: toBossDatabase(database), migrate: false });
  // Errors of its timers also occur in its queries.
  boss.on('error', () => undefined);
  await boss.start();
  return boss;
}

const toBossDatabase = (queries: QueryClient) => ({
  executeSql: (text: string, values?: unknown[]) => queries.raw(text, values),
});

/** Lets one station repair the tickets once per lease, because the repair reads all waiting jobs. */
export const claimTicketRepairSql = `UPDATE burnish.studio SET tickets_seen_at = now()
  WHERE tickets_seen_at < now() - lease_ms * interval '1 millisecond' RETURNING one`;

/**
 * Marks jobs whose ticket pg-boss lacks, so that they get a new one, and deletes the tickets of jobs that were held, moved to another
 * queue or ended.
 */
export const repairTicketsSql = [
  `UPDATE burnish.jobs j SET ticket = NULL WHERE state = 'queued' AND ticket IS NOT NULL
  AND NOT EXISTS (SELECT FROM pgboss.job p WHERE p.id = j.ticket AND p.name = j.queue AND p.state < 'active')`,
  `DELETE FROM pgboss.job_common p WHERE NOT EXISTS (SELECT FROM burnish.jobs j WHERE j.ticket = p.id)`,
];
