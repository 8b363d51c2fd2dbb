/** The contents of the Studio screen. Queries read indexes, so that finished jobs cost no time. */
import type { StudioOverview, StudioService, StudioStation } from '../../../contract/studio/studio-status.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import { canProcessSql, isGoneSql } from '../queue/shared-sql.ts';

export interface SharedFile {
  readonly share: string;
  readonly path: string;
  readonly contentHash: string;
}

/** @param photographOf finds the local photograph of a file */
export async function loadStudioOverview(
  database: StudioDatabase,
  station: string,
  photographOf: (file: SharedFile) => number | null,
): Promise<StudioOverview> {
  const stations = await database.query<StationRow>(stationsSql, [station]);
  const services = await database.query<ServiceRow>(servicesSql);
  const waiting = await database.query<{ service: string; count: number; isDoable: boolean }>(waitingSql);
  const open = await database.query<{ service: string; state: string; count: number }>(openSql);
  const sending = await database.query<{ service: string; count: number }>(sendingSql);
  const paces = await database.query<PaceRow>(pacesSql);
  const [studio] = await database.query<StudioRow>(studioSql);
  const sumOf = (rows: readonly { readonly count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);
  const openOf = (service: string, state: string) =>
    sumOf(open.filter((row) => row.service === service && row.state === state));
  const paceOf = (kind: PaceRow['kind'], id: string, atWork: number) => {
    const pace = paces.find((row) => row.kind === kind && row.id === id);
    return pace === undefined || (atWork === 0 && !pace.isRecent) ? null : perMinute(pace);
  };
  return {
    isPaused: studio?.paused ?? false,
    shares: studio?.shares ?? [],
    stranded: sumOf(waiting.filter(({ isDoable }) => !isDoable)),
    stations: stations.map(({ at, ...row }) => ({
      ...row,
      isThisOne: row.id === station,
      perMinute: paceOf('station', row.id, row.holds),
      at: at === null ? null : { photographId: photographOf(at), name: at.path.split('/').at(-1) ?? '' },
    })),
    services: services.map((row) => ({
      ...row,
      waiting: sumOf(waiting.filter(({ service }) => service === row.id)),
      atWork: openOf(row.id, 'taken'),
      undecided: openOf(row.id, 'uncertain'),
      failed: openOf(row.id, 'failed'),
      // Ends of requests are reported late.
      requests: Math.min(sumOf(sending.filter(({ service }) => service === row.id)), row.cap),
      perMinute: paceOf('service', row.id, openOf(row.id, 'taken')),
    })),
    perMinute: paceOf('studio', '', sumOf(open.filter(({ state }) => state === 'taken'))),
  };
}

/** A pace of less would be chance. */
const minPaceCount = 5;
const minPaceMs = 5_000;
/** A slow service has few photographs. */
const enoughPaceMs = 15_000;

/** Returns null if there are too few photographs. @param ms time with work in progress */
export function perMinute({ count, ms }: { readonly count: number; readonly ms: number }): number | null {
  const isEnough = ms >= enoughPaceMs ? count > 1 : count >= minPaceCount && ms >= minPaceMs;
  return isEnough ? (count / ms) * 60_000 : null;
}

type StationRow = Omit<StudioStation, 'isThisOne' | 'perMinute' | 'at'> & { readonly at: SharedFile | null };
type ServiceRow = Omit<StudioService, 'waiting' | 'atWork' | 'requests' | 'undecided' | 'failed' | 'perMinute'>;
interface PaceRow {
  readonly kind: 'station' | 'service' | 'studio';
  readonly id: string;
  readonly count: number;
  readonly ms: number;
  readonly isRecent: boolean;
}
interface StudioRow {
  readonly paused: boolean;
  readonly shares: string[];
}

/** Whether a station has missed two heartbeats. */
const isSilent = `heard_at < now() - (SELECT 2.5 * beat_ms FROM burnish.studio) * interval '1 millisecond'`;

/** This station comes first. */
const stationsSql = `WITH held AS (SELECT DISTINCT ON (station) station, count(*) OVER (PARTITION BY station)::integer AS holds,
      jsonb_build_object('share', share, 'path', path, 'contentHash', content_hash) AS at
    FROM burnish.jobs WHERE station IS NOT NULL ORDER BY station, taken_at DESC)
  SELECT s.id, s.name, s.person, s.program, s.works, s.is_desk AS "isDesk", s.paused AS "isPaused", s.draining AS "isDraining",
    CASE WHEN heard_at = '-infinity' THEN 'left' WHEN ${isGoneSql} THEN 'gone' WHEN ${isSilent} THEN 'silent' ELSE 'there' END AS condition,
    CASE WHEN heard_at > '-infinity' THEN (extract(epoch FROM now() - heard_at) * 1000)::float8 END AS "silentMs",
    coalesce(h.holds, 0) AS holds, h.at,
    ARRAY(SELECT substr(a, 7) FROM unnest(s.able) a WHERE a LIKE 'share:%' ORDER BY 1) AS shares,
    ARRAY(SELECT substr(a, 9) FROM unnest(s.able) a WHERE a LIKE 'service:%' ORDER BY 1) AS services,
    ARRAY(SELECT w.share || '/' || w.path FROM burnish.watches w WHERE w.station = s.id ORDER BY 1) AS watches
  FROM burnish.stations s LEFT JOIN held h ON h.station = s.id ORDER BY s.id <> $1, s.name, s.id`;

const servicesSql = `SELECT s.id, s.name, s.charges, s.cap,
    coalesce((SELECT jsonb_agg(jsonb_build_object('station', st.name, 'message', c.message,
        'forMs', (extract(epoch FROM c.until - now()) * 1000)::float8) ORDER BY st.name)
      FROM burnish.conditions c JOIN burnish.stations st ON st.id = c.station
      WHERE c.service = s.id AND (c.until IS NULL OR c.until > now())), '[]') AS "heldUp",
    ARRAY(SELECT r.station::text FROM burnish.refusals r WHERE r.service = s.id ORDER BY 1) AS refused
  FROM burnish.services s ORDER BY s.name, s.id`;

/** Waiting jobs with and without ticket, each from a partial index. */
const waitingSql = `SELECT q.service, sum(w.count)::integer AS count,
    EXISTS (SELECT FROM burnish.stations s WHERE s.works AND NOT (${isGoneSql}) AND ${canProcessSql}) AS "isDoable"
  FROM (SELECT queue, count(*) FROM burnish.jobs WHERE state = 'queued' AND ticket IS NOT NULL GROUP BY queue
    UNION ALL SELECT queue, count(*) FROM burnish.jobs WHERE state = 'queued' AND ticket IS NULL AND NOT held GROUP BY queue) w
  JOIN burnish.queues q ON q.name = w.queue GROUP BY q.name`;

const openSql = `SELECT service, state, count(*)::integer AS count FROM burnish.jobs
  WHERE state IN ('taken', 'failed', 'uncertain') GROUP BY service, state`;

const sendingSql = `SELECT j.service, count(*)::integer AS count
  FROM burnish.jobs j JOIN burnish.attempts a ON a.job = j.id AND a.fence = j.fence
  WHERE j.state = 'taken' AND a.state = 'sending' GROUP BY j.service`;

/** The time of a photograph starts at its claim if that is after the previous end, so that idle time does not count. */
const pacesSql = `WITH done AS (SELECT service, done_by, taken_at, finished_at FROM burnish.jobs
      WHERE finished_at > now() - interval '10 minutes' AND done_by IS NOT NULL),
    spans AS (${(
      [
        ['station', 'done_by::text'],
        ['service', 'service'],
        ['studio', `''`],
      ] as const
    )
      .map(
        ([kind, id]) => `SELECT '${kind}' AS kind, ${id} AS id, finished_at,
          finished_at - greatest(lag(finished_at) OVER (PARTITION BY ${id} ORDER BY finished_at), taken_at) AS span FROM done`,
      )
      .join(' UNION ALL ')})
  SELECT kind, id, count(*)::integer AS count, (extract(epoch FROM sum(span)) * 1000)::float8 AS ms,
    max(finished_at) > now() - interval '1 minute' AS "isRecent" FROM spans GROUP BY kind, id`;

const studioSql = `SELECT paused, ARRAY(SELECT name FROM burnish.shares ORDER BY name) AS shares FROM burnish.studio`;
