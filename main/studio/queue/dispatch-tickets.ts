/** Gives tickets to waiting jobs, in one queue for each set of needs. */
import { createHash } from 'node:crypto';
import type { QueryClient, StudioDatabase } from '../connection/studio-database.ts';
import type { Tickets } from '../database/tickets.ts';

/** PostgreSQL channel that wakes the stations. */
export const wakeChannel = 'burnish';
/** Topic of a command to stations, such as to pause. */
export const commandsTopic = 'orders';

export interface Dispatcher {
  /** Returns the queue of a set of needs, created if missing. Call it outside transactions. */
  ensureQueue(service: string, needs: readonly string[]): Promise<string>;
  /** Gives a ticket to every waiting job without one. Their queues must exist. */
  putMissingTickets(queries: QueryClient): Promise<void>;
  /** Creates missing queues, then gives tickets. */
  dispatch(): Promise<void>;
}

export function createDispatcher(database: StudioDatabase, tickets: Tickets): Dispatcher {
  const queues = new Set<string>();

  async function ensureQueue(service: string, needs: readonly string[]): Promise<string> {
    const name = queueName(needs);
    if (queues.has(name)) return name;
    await tickets.ensureQueue(name);
    await database.query(
      'INSERT INTO burnish.queues (name, service, needs) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING',
      [name, service, needs],
    );
    queues.add(name);
    return name;
  }

  async function putMissingTickets(queries: QueryClient): Promise<void> {
    const waiting = await queries.query<{ queue: string; ticket: string; priority: number }>(
      `UPDATE burnish.jobs j SET ticket = gen_random_uuid()
       WHERE state = 'queued' AND ticket IS NULL AND NOT held
         -- A follower waits in the queue of the station that has its result, because any other station would send it.
         AND (follows IS NULL OR EXISTS (SELECT FROM burnish.jobs l JOIN burnish.queues q ON q.name = j.queue
           WHERE l.id = j.follows AND l.state = 'done' AND 'station:' || l.done_by = ANY(q.needs)))
       RETURNING queue, ticket, priority`,
    );
    for (const [queue, jobs] of Map.groupBy(waiting, ({ queue }) => queue)) {
      const added = jobs.map(({ ticket: id, priority }) => ({ id, priority }));
      await tickets.put(queries, queue, added);
    }
    if (waiting.length > 0) await queries.query(`SELECT pg_notify($1, '')`, [wakeChannel]);
  }

  /** Moves followers of finished jobs to the queue of the station that has the result. */
  async function moveFollowers(): Promise<void> {
    const followers = await database.query<{ id: number; service: string; needs: string[]; station: string }>(
      `SELECT j.id::float8 AS id, j.service, q.needs, l.done_by AS station FROM burnish.jobs j JOIN burnish.jobs l ON l.id = j.follows
       JOIN burnish.queues q ON q.name = j.queue
       WHERE j.state = 'queued' AND j.ticket IS NULL AND l.state = 'done' AND l.done_by IS NOT NULL`,
    );
    for (const { id, service, needs, station } of followers) {
      const own = [...needs.filter((need) => !need.startsWith('station:')), `station:${station}`].sort();
      const name = await ensureQueue(service, own);
      await database.query(`UPDATE burnish.jobs SET queue = $2 WHERE id = $1 AND state = 'queued'`, [id, name]);
    }
  }

  async function dispatch(): Promise<void> {
    await moveFollowers();
    const waiting = await database.query<{ queue: string }>(
      `SELECT DISTINCT queue FROM burnish.jobs WHERE state = 'queued' AND ticket IS NULL AND NOT held`,
    );
    for (const { queue } of waiting) await tickets.ensureQueue(queue);
    if (waiting.length > 0) await database.transaction(putMissingTickets);
  }

  return { ensureQueue, putMissingTickets, dispatch };
}

/** pg-boss accepts letters, digits and dashes. */
function queueName(needs: readonly string[]): string {
  return `work-${createHash('sha256').update(needs.join('\n')).digest('hex').slice(0, 24)}`;
}
