/** How a studio's work stands, and the user's word on it, from any station. */

import type { JobDecision } from '../../../contract/app/action-reports.ts';
import type { JobError } from '../../../contract/jobs/job.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { QueryClient, StudioDatabase } from '../connection/connection.ts';
import type { Tickets } from '../database/tickets.ts';
import { commandsTopic, createDispatcher, wakeChannel } from '../queue/dispatch-tickets.ts';
import { canDo, isGone } from '../queue/queue-sql.ts';
import type { SharedState } from '../queue/queue-types.ts';
import { applyIdleJobCommand, type IdleJobCommand } from './apply-idle-job-command.ts';

export interface SharedJobView {
  readonly id: number;
  readonly share: string;
  readonly path: string;
  readonly state: SharedState;
  readonly error: JobError | null;
  /** What has it, or has finished it. */
  readonly station: string | null;
  readonly results: readonly { readonly share: string; readonly path: string }[];
  /** From when it was taken to its end. */
  readonly ms: number | null;
}

export interface StationView {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly isThere: boolean;
  readonly works: boolean;
  readonly isDraining: boolean;
  /** ms since it was last heard, by the database's clock; null = it said goodbye. */
  readonly silentMs: number | null;
  readonly holds: number;
  readonly done: number;
  readonly shares: readonly string[];
}

export interface StudioStatus {
  readonly counts: Readonly<Record<SharedState, number>>;
  readonly open: readonly { readonly service: string; readonly count: number }[];
  readonly troubles: readonly SharedJobView[];
  /** `until`: in so many ms from now, where that is known. */
  readonly conditions: readonly {
    readonly service: string;
    readonly station: string;
    readonly message: Message;
    readonly until: number | null;
  }[];
  /** Jobs that wait for a station, since only that one has what they are placed from, or nobody can do them. */
  readonly stranded: number;
}

/** Which jobs are meant. */
export type JobSelection =
  | { readonly job: number }
  | { readonly jobs: readonly number[] }
  | { readonly cause: string }
  | { readonly service: string }
  | { readonly all: true };

export interface Overview {
  status(): Promise<StudioStatus>;
  stations(): Promise<StationView[]>;
  jobs(ids: readonly number[]): Promise<SharedJobView[]>;
  /** What holds services up for all stations. */
  conditions(): Promise<StudioStatus['conditions']>;
  /** Of uncertain jobs, with those that share their fate; how many. */
  decide(choice: JobSelection, decision: Exclude<JobDecision, 'ask-again'>): Promise<number>;
  /** Of failed jobs; what may have been charged is left alone. */
  retry(choice: JobSelection): Promise<number>;
  cancel(choice: JobSelection): Promise<number>;
  /** Moves what waits, holds it back, lets it go on, or has done jobs done again; how many. */
  put(jobs: readonly number[], word: IdleJobCommand): Promise<number>;
  /** How many requests at a time a service's account bears, for all stations together; false where no service is called that. */
  limit(service: string, requests: number): Promise<boolean>;
  /** Has a station finish what it has and take nothing new. `station`: its name or id, null: this one; false where there is none. */
  drain(station: string | null, on: boolean): Promise<boolean>;
  /** Has a station begin nothing. `station` as for `drain`. */
  pause(station: string | null, on: boolean): Promise<boolean>;
  /** Has all stations begin nothing. */
  pauseAll(on: boolean): Promise<void>;
  /** Whether a station (id) may use a service (id) that it has a key for. */
  allow(service: string, station: string, isAllowed: boolean): Promise<void>;
}

export function createOverview(
  database: StudioDatabase,
  openTickets: () => Promise<Tickets>,
  station: string | null,
): Overview {
  const { giveOut } = createDispatcher(database, openTickets);

  async function act(decision: string, work: (queries: QueryClient) => Promise<{ id: string }[]>): Promise<number> {
    const done = await database.transaction(async (queries) => {
      const jobs = await work(queries);
      await queries.query(
        'INSERT INTO burnish.decisions (job, decision, station) SELECT unnest($1::bigint[]), $2, $3',
        [jobs.map(({ id }) => id), decision, station],
      );
      await queries.query(`SELECT pg_notify($1, '')`, [wakeChannel]);
      return jobs.length;
    });
    await giveOut();
    return done;
  }

  const requeue = (queries: QueryClient, ids: readonly string[]) =>
    queries.query<{ id: string }>(
      `UPDATE burnish.jobs SET state = 'queued', error = NULL, finished_at = NULL, fence = fence + 1, ticket = NULL
       WHERE id = ANY($1::bigint[]) RETURNING id`,
      [ids],
    );

  /** What is said to stations is heard at once, and otherwise with their next beat. */
  async function order<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    const found = await database.query<Row>(sql, values);
    await database.query('SELECT pg_notify($1, $2)', [wakeChannel, commandsTopic]);
    return found;
  }

  async function orderStation(column: 'draining' | 'paused', name: string | null, isOn: boolean): Promise<boolean> {
    const found = await order(
      `UPDATE burnish.stations SET ${column} = $2
       WHERE CASE WHEN $1::text IS NULL THEN id = $3::uuid ELSE name = $1 OR id::text = $1 END RETURNING id`,
      [name, isOn, station],
    );
    return found.length > 0;
  }

  const conditionsNow = () =>
    database.query<StudioStatus['conditions'][number]>(
      `SELECT s.name AS service, st.name AS station, c.message,
           (extract(epoch FROM c.until - now()) * 1000)::float8 AS until FROM burnish.conditions c
         JOIN burnish.services s ON s.id = c.service JOIN burnish.stations st ON st.id = c.station
         WHERE c.until IS NULL OR c.until > now()`,
    );

  return {
    conditions: conditionsNow,
    async status() {
      const states = await database.query<{ state: SharedState; count: number }>(
        'SELECT state, count(*)::integer AS count FROM burnish.jobs GROUP BY state',
      );
      const open = await database.query<{ service: string; count: number }>(
        `SELECT s.name AS service, count(*)::integer AS count FROM burnish.jobs j JOIN burnish.services s ON s.id = j.service
         WHERE j.state IN ('queued', 'taken') GROUP BY s.name ORDER BY s.name`,
      );
      const troubles = await database.query<SharedJobView>(
        `${viewSql} WHERE j.state IN ('failed', 'uncertain') ORDER BY j.id DESC LIMIT 1000`,
      );
      const conditions = await conditionsNow();
      const [stranded] = await database.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM burnish.jobs j JOIN burnish.queues q ON q.name = j.queue
         WHERE j.state = 'queued' AND NOT EXISTS (SELECT FROM burnish.stations s WHERE s.works AND NOT (${isGone}) AND ${canDo})`,
      );
      return {
        counts: { ...noCounts, ...Object.fromEntries(states.map(({ state, count }) => [state, count])) },
        ...{ open, troubles, conditions, stranded: stranded?.count ?? 0 },
      };
    },
    stations: () => database.query<StationView>(stationsSql),
    jobs: (ids) => database.query<SharedJobView>(`${viewSql} WHERE j.id = ANY($1::bigint[]) ORDER BY j.id`, [ids]),
    decide: (choice, decision) =>
      act(decision, async (queries) => {
        const chosen = await find(queries, choice, ['uncertain']);
        // With each, those that share its result.
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
        await queries.query(
          `UPDATE burnish.attempts SET state = 'over', changed_at = now() WHERE job = ANY($1::bigint[])`,
          [ids],
        );
        return requeue(queries, ids);
      }),
    retry: (choice) =>
      act('retry', async (queries) => {
        const chosen = await find(queries, choice, ['failed']);
        const leaders = await queries.query<{ id: string }>(
          `SELECT id FROM burnish.jobs WHERE state = 'failed' AND id IN (SELECT follows FROM burnish.jobs WHERE id = ANY($1::bigint[]))`,
          [chosen],
        );
        // Something was done about it, as far as anybody can tell: whoever holds a service up tries it anew.
        await queries.query('DELETE FROM burnish.conditions');
        return requeue(queries, [...new Set([...chosen, ...leaders.map(({ id }) => id)])]);
      }),
    cancel: (choice) =>
      act('cancel', async (queries) => {
        const chosen = await find(queries, choice, ['queued', 'taken']);
        const done = await queries.query<{ id: string }>(
          `UPDATE burnish.jobs j SET state = 'cancelled', station = NULL, ticket = NULL, fence = fence + 1, finished_at = now(),
             error = CASE WHEN s.charges AND EXISTS (SELECT FROM burnish.attempts a WHERE a.job = j.id AND a.state IN ('sending', 'task', 'answered'))
               THEN jsonb_build_object('kind', 'uncertain', 'code', 'CANCELLED_AFTER_SENDING', 'advice', 'decide', 'requestId', null,
                 'logId', null, 'message', jsonb_build_object('key', 'studio.job.cancelledSent')) ELSE j.error END
           FROM burnish.services s WHERE s.id = j.service AND j.id = ANY($1::bigint[]) RETURNING j.id`,
          [chosen],
        );
        for (const { id } of done) await queries.query('SELECT burnish.lead_on($1)', [id]);
        return done;
      }),
    async put(jobs, word) {
      const done = await database.transaction((queries) => applyIdleJobCommand(queries, jobs, word));
      await giveOut();
      return done.length;
    },
    async limit(service, requests) {
      const found = await order(
        'UPDATE burnish.services SET cap = $2 WHERE name = $1 OR address = $1 OR id = $1 RETURNING id',
        [service, requests],
      );
      return found.length > 0;
    },
    drain: (name, on) => orderStation('draining', name, on),
    pause: (name, on) => orderStation('paused', name, on),
    async pauseAll(on) {
      await order('UPDATE burnish.studio SET paused = $1', [on]);
    },
    async allow(service, stationId, isAllowed) {
      const sql = isAllowed
        ? 'DELETE FROM burnish.refusals WHERE service = $1 AND station = $2'
        : 'INSERT INTO burnish.refusals (service, station) VALUES ($1, $2) ON CONFLICT DO NOTHING';
      await order(sql, [service, stationId]);
    },
  };
}

const noCounts: StudioStatus['counts'] = { queued: 0, taken: 0, done: 0, failed: 0, cancelled: 0, uncertain: 0 };

const viewSql = `SELECT j.id::float8 AS id, j.share, j.path, j.state, j.error,
    (SELECT name FROM burnish.stations s WHERE s.id = coalesce(j.station, j.done_by)) AS station,
    coalesce((SELECT jsonb_agg(jsonb_build_object('share', r.share, 'path', r.path) ORDER BY r.element, r.output)
      FROM burnish.results r WHERE r.job = j.id AND r.path IS NOT NULL), '[]') AS results,
    (extract(epoch FROM j.finished_at - j.taken_at) * 1000)::float8 AS ms
  FROM burnish.jobs j`;

const stationsSql = `SELECT id, name, program, NOT (${isGone}) AS "isThere", works, draining AS "isDraining",
    CASE WHEN heard_at > '-infinity' THEN (extract(epoch FROM now() - heard_at) * 1000)::float8 END AS "silentMs",
    (SELECT count(*)::integer FROM burnish.jobs j WHERE j.station = stations.id) AS holds,
    (SELECT count(*)::integer FROM burnish.jobs j WHERE j.done_by = stations.id) AS done,
    ARRAY(SELECT substr(a, 7) FROM unnest(able) a WHERE a LIKE 'share:%') AS shares
  FROM burnish.stations ORDER BY name`;

async function find(queries: QueryClient, choice: JobSelection, states: readonly SharedState[]): Promise<string[]> {
  const [condition, value] =
    'job' in choice
      ? ['id = $2::bigint', choice.job]
      : 'jobs' in choice
        ? ['id = ANY($2::bigint[])', choice.jobs]
        : 'cause' in choice
          ? [`error ->> 'code' = $2`, choice.cause]
          : 'service' in choice
            ? ['service IN (SELECT id FROM burnish.services WHERE name = $2 OR address = $2)', choice.service]
            : ['$2::boolean', true];
  const rows = await queries.query<{ id: string }>(
    `SELECT id FROM burnish.jobs WHERE state = ANY($1::text[]) AND ${condition} ORDER BY id FOR UPDATE`,
    [states, value],
  );
  return rows.map(({ id }) => id);
}
