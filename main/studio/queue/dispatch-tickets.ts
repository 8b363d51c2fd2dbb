/** Gives tickets to jobs that wait, in a queue for each kind of station that can do them. */
import { createHash } from 'node:crypto';
import type { QueryClient, StudioDatabase } from '../connection/connection.ts';
import type { Ticket, Tickets } from '../database/tickets.ts';

/** What wakes other stations. */
export const wakeChannel = 'burnish';
/** Said on it where stations are to hear at once what was said to them: that they pause, or drain. */
export const commandsTopic = 'orders';

/** The name of the queue for work with these needs: pg-boss takes letters, digits and dashes. */
function queueName(needs: readonly string[]): string {
  return `work-${createHash('sha256').update(needs.join('\n')).digest('hex').slice(0, 24)}`;
}

export interface Dispatcher {
  /** Makes the queue for work with these needs where there is none, and says its name. Not inside a transaction. */
  makeQueue(service: string, needs: readonly string[]): Promise<string>;
  /** Gives a ticket to every job that may be taken and has none, in the transaction of `queries`: in queues that were made before. */
  ticketsForAll(queries: QueryClient): Promise<void>;
  /** The same, with whatever queues that takes. */
  giveOut(): Promise<void>;
}

export function createDispatcher(database: StudioDatabase, openTickets: () => Promise<Tickets>): Dispatcher {
  /** Gives a ticket to every job that may be taken and has none. In the transaction of `queries`. */
  async function ticketsForAll(queries: QueryClient): Promise<void> {
    const waiting = await queries.query<{ queue: string; ticket: string; priority: number }>(
      `UPDATE burnish.jobs j SET ticket = gen_random_uuid()
       WHERE state = 'queued' AND ticket IS NULL AND NOT held
         -- What follows another waits in the queue of the station that has its result: anybody else would send it.
         AND (follows IS NULL OR EXISTS (SELECT FROM burnish.jobs l JOIN burnish.queues q ON q.name = j.queue
           WHERE l.id = j.follows AND l.state = 'done' AND 'station:' || l.done_by = ANY(q.needs)))
       RETURNING queue, ticket, priority`,
    );
    await putTickets(queries, waiting);
    if (waiting.length > 0) await queries.query(`SELECT pg_notify($1, '')`, [wakeChannel]);
  }

  async function putTickets(
    queries: QueryClient,
    list: readonly { readonly queue: string; readonly ticket: string; readonly priority: number }[],
  ): Promise<void> {
    const byQueue = Map.groupBy(list, ({ queue }) => queue);
    for (const [queue, those] of byQueue)
      await (await openTickets()).put(
        queries,
        queue,
        those.map(({ ticket: id, priority }): Ticket => ({ id, priority })),
      );
  }

  /** What is placed from a finished job is its station's to do. Makes the queues it needs; to be called outside of a transaction. */
  async function queuesOfFollowers(): Promise<void> {
    const wanted = await database.query<{ id: number; service: string; needs: string[]; at: string }>(
      `SELECT j.id::float8 AS id, j.service, q.needs, l.done_by AS at FROM burnish.jobs j JOIN burnish.jobs l ON l.id = j.follows
       JOIN burnish.queues q ON q.name = j.queue
       WHERE j.state = 'queued' AND j.ticket IS NULL AND l.state = 'done' AND l.done_by IS NOT NULL`,
    );
    for (const { id, service, needs, at } of wanted) {
      const own = [...needs.filter((need) => !need.startsWith('station:')), `station:${at}`].sort();
      const name = await makeQueue(service, own);
      await database.query(`UPDATE burnish.jobs SET queue = $2 WHERE id = $1 AND state = 'queued'`, [id, name]);
    }
  }

  const knownQueues = new Set<string>();
  async function makeQueue(service: string, needs: readonly string[]): Promise<string> {
    const name = queueName(needs);
    if (knownQueues.has(name)) return name;
    await (await openTickets()).know(name);
    await database.query(
      'INSERT INTO burnish.queues (name, service, needs) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
      [name, service, needs],
    );
    knownQueues.add(name);
    return name;
  }

  async function giveOut(): Promise<void> {
    await queuesOfFollowers();
    const queues = await database.query<{ queue: string }>(
      `SELECT DISTINCT queue FROM burnish.jobs WHERE state = 'queued' AND ticket IS NULL AND NOT held`,
    );
    for (const { queue } of queues) await (await openTickets()).know(queue);
    if (queues.length > 0) await database.transaction(ticketsForAll);
  }

  return { makeQueue, ticketsForAll, giveOut };
}
