/**
 * What hands out the work: pg-boss. A job that waits has a ticket in its queue; whoever draws it takes the job in the same transaction, and
 * the ticket is gone. Who has a job, for how long, and what becomes of it when a station is gone, stands in our own tables.
 */
import { PgBoss } from 'pg-boss';
import type { QueryClient, StudioDatabase } from '../connection/connection.ts';
import { guardQueueTablesSql } from './queue-guards.ts';

export interface Ticket {
  readonly id: string;
  readonly priority: number;
}

export interface Tickets {
  /** Makes a queue where there is none. To be called for each before it is named in a transaction, which has the one connection. */
  know(queue: string): Promise<void>;
  /** Puts tickets into a queue; those that are there stay as they are. */
  put(queries: QueryClient, queue: string, tickets: readonly Ticket[]): Promise<void>;
  /** Draws up to `count` tickets by priority and age: they are nobody else's once the transaction of `queries` is committed. */
  draw(queries: QueryClient, queue: string, count: number): Promise<string[]>;
  /** Takes tickets away. */
  remove(queries: QueryClient, queue: string, ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const asPgBoss = (queries: QueryClient) => ({
  executeSql: (text: string, values?: unknown[]) => queries.raw(text, values),
});

/**
 * No upkeep by pg-boss, with timers or without: it would put names from its tables into the text of several statements. Tickets need
 * none. One is drawn and deleted in the same transaction, and `unusedTickets` deletes those that belong to no job.
 */
const quiet = {
  schema: 'pgboss',
  supervise: false,
  schedule: false,
  registerInstance: false,
  persistWarnings: false,
  monitorVacuum: false,
  reindex: false,
} as const;

/**
 * Makes pg-boss's tables, or brings them to its current version; it sees to it that only one does so at a time. They are guarded before
 * that too: pg-boss runs text from its tables as their owner.
 */
export async function makeQueueTables(queries: QueryClient): Promise<void> {
  await queries.query(guardQueueTablesSql);
  const executeSql = (text: string, values: unknown[] = []) =>
    values.length === 0 ? queries.script(text) : queries.raw(text, values);
  const boss = new PgBoss({ ...quiet, db: { executeSql }, migrate: true });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
  await queries.query(guardQueueTablesSql);
}

/** @throws where pg-boss's tables are not there, or of another version */
export async function openTickets(database: StudioDatabase): Promise<Tickets> {
  const boss = new PgBoss({ ...quiet, db: asPgBoss(database), migrate: false });
  // What goes wrong in its timers (a list of queues that it keeps) goes wrong in a question as well.
  boss.on('error', () => undefined);
  await boss.start();
  const known = new Set<string>();

  return {
    async know(queue) {
      if (known.has(queue)) return;
      // Not pg-boss's own way, which takes any name and any table.
      await database.query('SELECT burnish.make_queue($1)', [queue]);
      // Has pg-boss read the queue now: in a transaction it could not, because that has the one connection.
      await boss.insert(queue, []);
      known.add(queue);
    },
    async put(queries, queue, tickets) {
      if (tickets.length === 0) return;
      await boss.insert(queue, [...tickets], { db: asPgBoss(queries) });
    },
    async draw(queries, queue, count) {
      const db = asPgBoss(queries);
      const drawn = await boss.fetch(queue, { batchSize: count, db });
      const ids = drawn.map(({ id }) => id);
      if (ids.length > 0) await boss.deleteJob(queue, ids, { db });
      return ids;
    },
    async remove(queries, queue, ids) {
      if (ids.length > 0) await boss.deleteJob(queue, [...ids], { db: asPgBoss(queries) });
    },
    close: () => boss.stop({ graceful: false }),
  };
}
