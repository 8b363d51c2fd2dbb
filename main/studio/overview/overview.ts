/** The status of a studio's jobs, stations and services, and the commands on them, from any station. */
import type { JobError } from '../../../contract/jobs/job.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import type { Tickets } from '../database/tickets.ts';
import type { JobCommands, SharedState } from '../queue/queue-types.ts';
import { canProcessSql, isGoneSql } from '../queue/shared-sql.ts';
import { createJobCommands, createStationCommands, type StationCommands } from './user-commands.ts';

export interface SharedJobView {
  readonly id: number;
  readonly share: string;
  readonly path: string;
  readonly state: SharedState;
  readonly error: JobError | null;
  /** The station that has it or has finished it. */
  readonly station: string | null;
  readonly results: readonly { readonly share: string; readonly path: string }[];
  /** From claim to end. */
  readonly ms: number | null;
}

export interface StationView {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly isThere: boolean;
  readonly works: boolean;
  readonly isDraining: boolean;
  /** ms since the last heartbeat, by the database's clock; null: it has left. */
  readonly silentMs: number | null;
  readonly holds: number;
  readonly done: number;
  readonly shares: readonly string[];
}

interface ConditionView {
  readonly service: string;
  readonly station: string;
  readonly message: Message;
  /** ms from now; null: unknown. */
  readonly until: number | null;
}

interface StudioStatus {
  readonly counts: Readonly<Record<SharedState, number>>;
  readonly open: readonly { readonly service: string; readonly count: number }[];
  readonly troubles: readonly SharedJobView[];
  readonly conditions: readonly ConditionView[];
  /** Number of waiting jobs that no active station can process. */
  readonly stranded: number;
}

export interface Overview extends JobCommands, StationCommands {
  status(): Promise<StudioStatus>;
  stations(): Promise<StationView[]>;
  jobs(ids: readonly number[]): Promise<SharedJobView[]>;
  conditions(): Promise<readonly ConditionView[]>;
}

/** @param station id of this station; null if it has none */
export function createOverview(database: StudioDatabase, tickets: Tickets, station: string | null): Overview {
  return {
    ...createJobCommands(database, tickets, station),
    ...createStationCommands(database, station),
    status: () => readStatus(database),
    stations: () => database.query<StationView>(stationsSql),
    jobs: (ids) => database.query<SharedJobView>(`${jobViewSql} WHERE j.id = ANY($1::bigint[]) ORDER BY j.id`, [ids]),
    conditions: () => database.query<ConditionView>(conditionsSql),
  };
}

async function readStatus(database: StudioDatabase): Promise<StudioStatus> {
  const states = await database.query<{ state: SharedState; count: number }>(
    'SELECT state, count(*)::integer AS count FROM burnish.jobs GROUP BY state',
  );
  const open = await database.query<{ service: string; count: number }>(
    `SELECT s.name AS service, count(*)::integer AS count FROM burnish.jobs j JOIN burnish.services s ON s.id = j.service
     WHERE j.state IN ('queued', 'taken') GROUP BY s.name ORDER BY s.name`,
  );
  const troubles = await database.query<SharedJobView>(
    `${jobViewSql} WHERE j.state IN ('failed', 'uncertain') ORDER BY j.id DESC LIMIT 1000`,
  );
  const conditions = await database.query<ConditionView>(conditionsSql);
  const [stranded] = await database.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM burnish.jobs j JOIN burnish.queues q ON q.name = j.queue
     WHERE j.state = 'queued' AND NOT EXISTS
       (SELECT FROM burnish.stations s WHERE s.works AND NOT (${isGoneSql}) AND ${canProcessSql})`,
  );
  return {
    counts: { ...noJobs, ...Object.fromEntries(states.map(({ state, count }) => [state, count])) },
    open,
    troubles,
    conditions,
    stranded: stranded?.count ?? 0,
  };
}

const noJobs: StudioStatus['counts'] = { queued: 0, taken: 0, done: 0, failed: 0, cancelled: 0, uncertain: 0 };

const conditionsSql = `SELECT s.name AS service, st.name AS station, c.message,
    (extract(epoch FROM c.until - now()) * 1000)::float8 AS until FROM burnish.conditions c
  JOIN burnish.services s ON s.id = c.service JOIN burnish.stations st ON st.id = c.station
  WHERE c.until IS NULL OR c.until > now()`;

const jobViewSql = `SELECT j.id::float8 AS id, j.share, j.path, j.state, j.error,
    (SELECT name FROM burnish.stations s WHERE s.id = coalesce(j.station, j.done_by)) AS station,
    coalesce((SELECT jsonb_agg(jsonb_build_object('share', r.share, 'path', r.path) ORDER BY r.element, r.output)
      FROM burnish.results r WHERE r.job = j.id AND r.path IS NOT NULL), '[]') AS results,
    (extract(epoch FROM j.finished_at - j.taken_at) * 1000)::float8 AS ms
  FROM burnish.jobs j`;

const stationsSql = `SELECT id, name, program, NOT (${isGoneSql}) AS "isThere", works, draining AS "isDraining",
    CASE WHEN heard_at > '-infinity' THEN (extract(epoch FROM now() - heard_at) * 1000)::float8 END AS "silentMs",
    (SELECT count(*)::integer FROM burnish.jobs j WHERE j.station = stations.id) AS holds,
    (SELECT count(*)::integer FROM burnish.jobs j WHERE j.done_by = stations.id) AS done,
    ARRAY(SELECT substr(a, 7) FROM unnest(able) a WHERE a LIKE 'share:%') AS shares
  FROM burnish.stations ORDER BY name`;
