/** Claims of one station: it draws a ticket and gets the job with a new fence, in one transaction. */
import type { QueryClient, StudioDatabase } from '../connection/studio-database.ts';
import type { Tickets } from '../database/tickets.ts';
import type { Dispatcher } from './dispatch-tickets.ts';
import type { ClaimedJob, SharedClaims, SharedItem } from './queue-types.ts';
import { canProcessSql } from './shared-sql.ts';

export function createSharedClaims(
  database: StudioDatabase,
  tickets: Tickets,
  dispatcher: Dispatcher,
  station: string,
): SharedClaims {
  async function claimFrom(queries: QueryClient, queue: string, count: number): Promise<ClaimedJob[]> {
    let drawn = await tickets.draw(queries, queue, count);
    // Skip tickets of jobs held or moved since.
    const findJobs = () => queries.query('SELECT FROM burnish.jobs WHERE ticket = ANY($1::uuid[])', [drawn]);
    while (drawn.length > 0 && (await findJobs()).length === 0) drawn = await tickets.draw(queries, queue, count);
    if (drawn.length === 0) return [];
    const rows = await queries.query<ClaimedRow>(
      `UPDATE burnish.jobs SET state = 'taken', station = $2, fence = fence + 1, ticket = NULL, taken_at = now()
       WHERE ticket = ANY($1::uuid[]) AND state = 'queued' AND NOT held RETURNING ${claimedColumns}`,
      [drawn, station],
    );
    return rows.map(toClaimedJob);
  }

  return {
    async claim(capacity) {
      const services = [...capacity].filter(([, count]) => count > 0);
      if (services.length === 0) return [];
      const queues = await database.query<{ name: string; service: string }>(queuesWithWorkSql, [
        station,
        services.map(([id]) => id),
      ]);
      if (queues.length === 0) return [];
      for (const { name } of queues) await tickets.ensureQueue(name);
      const left = new Map(services);
      return database.transaction(async (queries) => {
        const claimed: ClaimedJob[] = [];
        for (const { name, service } of queues) {
          const count = left.get(service) ?? 0;
          if (count <= 0) continue;
          const jobs = await claimFrom(queries, name, count);
          left.set(service, count - jobs.length);
          claimed.push(...jobs);
        }
        return claimed.sort((a, b) => a.id - b.id);
      });
    },
    async listClaimed(except) {
      const rows = await database.query<ClaimedRow>(
        `SELECT ${claimedColumns} FROM burnish.jobs WHERE station = $1 AND id <> ALL($2::bigint[]) ORDER BY id`,
        [station, except],
      );
      return rows.map(toClaimedJob);
    },
    async isOwn({ id, fence }, state) {
      const rows = await database.query(
        'SELECT FROM burnish.jobs WHERE id = $1 AND fence = $2 AND (station = $3 OR (station IS NULL AND state = $4))',
        [id, fence, station, state],
      );
      return rows.length > 0;
    },
    async reopen({ id, fence }, isDecided = false) {
      const [row] = await database.query<{ fence: string | null }>('SELECT burnish.reopen($1, $2, $3, $4) AS fence', [
        id,
        fence,
        station,
        isDecided,
      ]);
      return row?.fence == null ? null : Number(row.fence);
    },
    async release({ id, fence }) {
      const released = await database.query(
        `UPDATE burnish.jobs SET state = 'queued', station = NULL, fence = fence + 1
         WHERE id = $1 AND fence = $2 AND station = $3 AND NOT EXISTS
           (SELECT FROM burnish.attempts WHERE job = $1 AND state IN ('sending', 'task', 'answered') AND fence = $2)
         RETURNING id`,
        [id, fence, station],
      );
      if (released.length > 0) await dispatcher.dispatch();
      return released.length > 0;
    },
  };
}

interface ClaimedRow {
  id: string;
  fence: string;
  item: SharedItem;
  service: string;
  counter: number;
  follows: string | null;
  batch: string;
}

const toClaimedJob = ({ id, fence, item, service, counter, follows, batch }: ClaimedRow): ClaimedJob => ({
  id: Number(id),
  fence: Number(fence),
  item,
  service,
  counter,
  follows: follows === null ? null : Number(follows),
  batch: Number(batch),
});

/** The photograph of a job as it was offered. */
const itemSql = `item || jsonb_build_object('recipe', (SELECT r.recipe FROM burnish.recipes r WHERE r.hash = jobs.recipe)) AS item`;

const claimedColumns = `id, fence, ${itemSql}, service, counter, follows, batch`;

/** Queues with waiting jobs that this station can process now, unless a station reported that their service is blocked. */
const queuesWithWorkSql = `SELECT q.name, q.service FROM burnish.queues q, burnish.stations s
  WHERE s.id = $1 AND NOT s.draining AND NOT s.paused AND NOT (SELECT paused FROM burnish.studio) AND ${canProcessSql}
    AND q.service = ANY($2::text[])
    AND NOT EXISTS (SELECT FROM burnish.conditions c WHERE c.service = q.service AND (c.until IS NULL OR c.until > now()))
    AND EXISTS (SELECT FROM burnish.jobs j WHERE j.queue = q.name AND j.state = 'queued' AND j.ticket IS NOT NULL)
  ORDER BY (SELECT max(j.priority) FROM burnish.jobs j WHERE j.queue = q.name AND j.state = 'queued' AND j.ticket IS NOT NULL) DESC,
    q.name`;
