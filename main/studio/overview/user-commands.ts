/** Commands of users on shared jobs, stations and services. */
import type { JobDecision } from '../../../contract/app/action-reports.ts';
import type { QueryClient, StudioDatabase } from '../connection/studio-database.ts';
import type { Tickets } from '../database/tickets.ts';
import { commandsTopic, createDispatcher, wakeChannel } from '../queue/dispatch-tickets.ts';
import type { IdleJobCommand, JobCommands, JobSelection, SharedState } from '../queue/queue-types.ts';

/** Functions on stations take a name or id; null: this station. They return false if it is missing. */
export interface StationCommands {
  /** Limits the concurrent requests of all stations together; returns false if the service is missing. */
  limit(service: string, requests: number): Promise<boolean>;
  /** Makes a station finish its work and claim nothing new. */
  drain(station: string | null, isOn: boolean): Promise<boolean>;
  /** Makes a station start nothing. */
  pause(station: string | null, isOn: boolean): Promise<boolean>;
  pauseAll(isOn: boolean): Promise<void>;
  /** Sets whether a station (id) may use its key for a service (id). */
  allow(service: string, station: string, isAllowed: boolean): Promise<void>;
}

export function createJobCommands(database: StudioDatabase, tickets: Tickets, station: string | null): JobCommands {
  const dispatcher = createDispatcher(database, tickets);

  async function run(command: string, work: (queries: QueryClient) => Promise<{ id: string }[]>): Promise<number> {
    const count = await database.transaction(async (queries) => {
      const jobs = await work(queries);
      await queries.query(
        'INSERT INTO burnish.decisions (job, decision, station) SELECT unnest($1::bigint[]), $2, $3',
        [jobs.map(({ id }) => id), command, station],
      );
      await queries.query(`SELECT pg_notify($1, '')`, [wakeChannel]);
      return jobs.length;
    });
    await dispatcher.dispatch();
    return count;
  }

  return {
    decide: (selection, decision) => run(decision, (queries) => decideJobs(queries, selection, decision)),
    retry: (selection) => run('retry', (queries) => retryJobs(queries, selection)),
    cancel: (selection) => run('cancel', (queries) => cancelJobs(queries, selection)),
    async applyToIdleJobs(jobs, command) {
      const changed = await database.transaction((queries) =>
        command === 'again'
          ? repeatJobs(queries, jobs)
          : queries.query<{ id: string }>(`${idleCommandSql[command]} RETURNING id`, [jobs]),
      );
      await dispatcher.dispatch();
      return changed.length;
    },
  };
}

export function createStationCommands(database: StudioDatabase, station: string | null): StationCommands {
  /** Changes the database and wakes the stations. */
  async function order<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    const changed = await database.query<Row>(sql, values);
    await database.query('SELECT pg_notify($1, $2)', [wakeChannel, commandsTopic]);
    return changed;
  }

  async function orderStation(column: 'draining' | 'paused', name: string | null, isOn: boolean): Promise<boolean> {
    const changed = await order(
      `UPDATE burnish.stations SET ${column} = $2
       WHERE CASE WHEN $1::text IS NULL THEN id = $3::uuid ELSE name = $1 OR id::text = $1 END RETURNING id`,
      [name, isOn, station],
    );
    return changed.length > 0;
  }

  return {
    async limit(service, requests) {
      const changed = await order(
        'UPDATE burnish.services SET cap = $2 WHERE name = $1 OR address = $1 OR id = $1 RETURNING id',
        [service, requests],
      );
      return changed.length > 0;
    },
    drain: (name, isOn) => orderStation('draining', name, isOn),
    pause: (name, isOn) => orderStation('paused', name, isOn),
    async pauseAll(isOn) {
      await order('UPDATE burnish.studio SET paused = $1', [isOn]);
    },
    async allow(service, stationId, isAllowed) {
      const sql = isAllowed
        ? 'DELETE FROM burnish.refusals WHERE service = $1 AND station = $2'
        : 'INSERT INTO burnish.refusals (service, station) VALUES ($1, $2) ON CONFLICT DO NOTHING';
      await order(sql, [service, stationId]);
    },
  };
}

async function decideJobs(
  queries: QueryClient,
  selection: JobSelection,
  decision: Exclude<JobDecision, 'ask-again'>,
): Promise<{ id: string }[]> {
  const chosen = await lockJobs(queries, selection, ['uncertain']);
  const group = await queries.query<{ id: string }>(
    `SELECT id FROM burnish.jobs WHERE state = 'uncertain' AND (id = ANY($1::bigint[]) OR follows = ANY($1::bigint[])
       OR id IN (SELECT follows FROM burnish.jobs WHERE id = ANY($1::bigint[]))
       OR follows IN (SELECT follows FROM burnish.jobs WHERE id = ANY($1::bigint[]))) FOR UPDATE`,
    [chosen],
  );
  const ids = group.map(({ id }) => id);
  if (decision === 'give-up')
    return queries.query<{ id: string }>(
      `UPDATE burnish.jobs SET state = 'cancelled', fence = fence + 1, finished_at = now() WHERE id = ANY($1::bigint[]) RETURNING id`,
      [ids],
    );
  await endAttempts(queries, ids);
  return requeue(queries, ids);
}

async function retryJobs(queries: QueryClient, selection: JobSelection): Promise<{ id: string }[]> {
  const chosen = await lockJobs(queries, selection, ['failed']);
  const leaders = await queries.query<{ id: string }>(
    `SELECT id FROM burnish.jobs WHERE state = 'failed' AND id IN (SELECT follows FROM burnish.jobs WHERE id = ANY($1::bigint[]))`,
    [chosen],
  );
  // The user may have solved the problem: try blocked services again.
  await queries.query('DELETE FROM burnish.conditions');
  return requeue(queries, [...new Set([...chosen, ...leaders.map(({ id }) => id)])]);
}

async function cancelJobs(queries: QueryClient, selection: JobSelection): Promise<{ id: string }[]> {
  const chosen = await lockJobs(queries, selection, ['queued', 'taken']);
  const canceled = await queries.query<{ id: string }>(cancelSql, [chosen]);
  for (const { id } of canceled) await queries.query('SELECT burnish.lead_on($1)', [id]);
  return canceled;
}

async function repeatJobs(queries: QueryClient, jobs: readonly number[]): Promise<{ id: string }[]> {
  const repeated = await queries.query<{ id: string }>(repeatSql, [jobs]);
  await endAttempts(
    queries,
    repeated.map(({ id }) => id),
  );
  return repeated;
}

const requeue = (queries: QueryClient, ids: readonly string[]) =>
  queries.query<{ id: string }>(
    `UPDATE burnish.jobs SET state = 'queued', error = NULL, finished_at = NULL, fence = fence + 1, ticket = NULL
     WHERE id = ANY($1::bigint[]) RETURNING id`,
    [ids],
  );

const endAttempts = (queries: QueryClient, ids: readonly string[]) =>
  queries.query(`UPDATE burnish.attempts SET state = 'over', changed_at = now() WHERE job = ANY($1::bigint[])`, [ids]);

const cancelSql = `UPDATE burnish.jobs j SET state = 'cancelled', station = NULL, ticket = NULL, fence = fence + 1, finished_at = now(),
    error = CASE WHEN s.charges AND EXISTS (SELECT FROM burnish.attempts a WHERE a.job = j.id AND a.state IN ('sending', 'task', 'answered'))
      THEN jsonb_build_object('kind', 'uncertain', 'code', 'CANCELLED_AFTER_SENDING', 'advice', 'decide', 'requestId', null,
        'logId', null, 'message', jsonb_build_object('key', 'studio.job.cancelledSent')) ELSE j.error END
  FROM burnish.services s WHERE s.id = j.service AND j.id = ANY($1::bigint[]) RETURNING j.id`;

const repeatSql = `UPDATE burnish.jobs SET state = 'queued', error = NULL, finished_at = NULL, fence = fence + 1, ticket = NULL
  WHERE id = ANY($1::bigint[]) AND state IN ('done', 'failed') AND coalesce(error ->> 'advice', '') <> 'decide' RETURNING id`;

/** Jobs that get another place in the queue, or none, lose their ticket. */
const idleCommandSql: Readonly<Record<Exclude<IdleJobCommand, 'again'>, string>> = {
  hold: `UPDATE burnish.jobs SET held = true, ticket = NULL WHERE id = ANY($1::bigint[]) AND state = 'queued' AND NOT held`,
  'go-on': `UPDATE burnish.jobs SET held = false WHERE id = ANY($1::bigint[]) AND state = 'queued' AND held`,
  first: `UPDATE burnish.jobs SET ticket = NULL, priority = (SELECT coalesce(max(priority), 0) + 1 FROM burnish.jobs
    WHERE state = 'queued' AND ticket IS NOT NULL) WHERE id = ANY($1::bigint[]) AND state = 'queued'`,
  last: `UPDATE burnish.jobs SET ticket = NULL, priority = (SELECT coalesce(min(priority), 0) - 1 FROM burnish.jobs
    WHERE state = 'queued' AND ticket IS NOT NULL) WHERE id = ANY($1::bigint[]) AND state = 'queued'`,
};

async function lockJobs(
  queries: QueryClient,
  selection: JobSelection,
  states: readonly SharedState[],
): Promise<string[]> {
  const [condition, value] = selectionSql(selection);
  const rows = await queries.query<{ id: string }>(
    `SELECT id FROM burnish.jobs WHERE state = ANY($1::text[]) AND ${condition} ORDER BY id FOR UPDATE`,
    [states, value],
  );
  return rows.map(({ id }) => id);
}

/** Returns a condition on a row of jobs, and its parameter `$2`. */
function selectionSql(selection: JobSelection): readonly [string, unknown] {
  if ('job' in selection) return ['id = $2::bigint', selection.job];
  if ('jobs' in selection) return ['id = ANY($2::bigint[])', selection.jobs];
  if ('cause' in selection) return [`error ->> 'code' = $2`, selection.cause];
  if ('service' in selection)
    return ['service IN (SELECT id FROM burnish.services WHERE name = $2 OR address = $2)', selection.service];
  return ['$2::boolean', true];
}
