/** The stations of a studio: their heartbeats, the conditions they report, their watch folders, and their services and shares. */
import { serviceIdOf } from '../../service/requests/address.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import type { ServiceQuota, SharedService, StationRegistry } from './queue-types.ts';
import { isGoneSql } from './shared-sql.ts';

export function createStationRegistry(database: StudioDatabase, station: string): StationRegistry {
  return {
    async register({ id, name, program, person }) {
      await database.query(
        `INSERT INTO burnish.stations (id, name, program, person, heard_at) VALUES ($1, $2, $3, $4, '-infinity')
         ON CONFLICT (id) DO NOTHING`,
        [id, name, program, person],
      );
    },
    async sendHeartbeat(facts, jobs, services) {
      for (const service of services) await registerService(database, service);
      const [row] = await database.query<HeartbeatRow>(heartbeatSql, [
        facts.id,
        facts.name,
        facts.program,
        [...facts.capabilities, `station:${station}`],
        facts.works,
        jobs.map(({ id }) => id),
        jobs.map(({ fence }) => fence),
        facts.person,
        facts.isDesk,
      ]);
      if (row === undefined) throw new Error('The database returned no row for a heartbeat.');
      const known = await database.query<{ id: string; address: string }>('SELECT id, address FROM burnish.services');
      return {
        lost: row.lost.map(({ id, fence }) => ({ id: Number(id), fence: Number(fence) })),
        quotas: row.parts,
        isDraining: row.draining,
        isPaused: row.paused,
        refused: row.refused,
        studio: row.studio,
        changedServices: known.flatMap(({ id, address }) => (address !== '' && serviceIdOf(address) !== id ? id : [])),
        leaseMs: row.lease_ms,
        beatMs: row.beat_ms,
        wasHeard: row.was_heard,
        version: row.version,
      };
    },
    async reportConditions(conditions) {
      const parameters = [station, JSON.stringify(conditions)];
      const [row] = await database.query<{ before: string[] }>(reportConditionsSql, parameters);
      return row?.before ?? [];
    },
    async findAppliedRecipes(hash) {
      const rows = await database.query<{ recipe: string }>(appliedRecipesSql, [hash]);
      return new Set(rows.map(({ recipe }) => recipe));
    },
    async claimWatch({ share, path }) {
      await registerShare(database, share);
      const [row] = await database.query<{ station: string; name: string }>(claimWatchSql, [share, path, station]);
      return { isOwn: row?.station === station, station: row?.name ?? '' };
    },
    async takeWatch({ share, path }) {
      await database.query(
        `INSERT INTO burnish.watches (share, path, station) VALUES ($1, $2, $3)
         ON CONFLICT (share, path) DO UPDATE SET station = excluded.station, since = now()`,
        [share, path, station],
      );
    },
    async leave() {
      await database.query(`UPDATE burnish.stations SET works = false, heard_at = '-infinity' WHERE id = $1`, [
        station,
      ]);
    },
  };
}

interface HeartbeatRow {
  lost: { id: string; fence: string }[];
  parts: ServiceQuota[];
  draining: boolean;
  paused: boolean;
  refused: string[];
  studio: string;
  lease_ms: number;
  beat_ms: number;
  was_heard: boolean;
  version: number;
}

/** Adds a service. Its limit is set once, and changed later by `Overview.limit` only. */
export async function registerService(
  database: StudioDatabase,
  { id, name, address, charges, cap }: SharedService,
): Promise<void> {
  await database.query(
    `INSERT INTO burnish.services AS s (id, name, address, charges, cap) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET charges = true WHERE excluded.charges AND NOT s.charges`,
    [id, name, address, charges, cap],
  );
}

export async function registerShare(database: StudioDatabase, share: string): Promise<void> {
  await database.query('INSERT INTO burnish.shares (name) VALUES ($1) ON CONFLICT DO NOTHING', [share]);
}

const heartbeatSql = `WITH before AS (SELECT heard_at FROM burnish.stations WHERE id = $1),
  registered AS (INSERT INTO burnish.stations (id, name, program, able, works, person, is_desk) VALUES ($1, $2, $3, $4, $5, $8, $9)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, program = excluded.program, able = excluded.able, works = excluded.works,
      person = excluded.person, is_desk = excluded.is_desk, heard_at = now() RETURNING draining, paused),
  ours AS (SELECT * FROM unnest($6::bigint[], $7::bigint[]) AS h (id, fence)),
  working AS (SELECT id, able FROM burnish.stations WHERE works AND NOT draining AND NOT paused AND NOT (${isGoneSql}) AND id <> $1
    UNION ALL SELECT $1::uuid, $4::text[] WHERE $5),
  sharers AS (SELECT s.id AS service, s.cap, w.id AS station, count(*) OVER (PARTITION BY s.id) AS n,
      row_number() OVER (PARTITION BY s.id ORDER BY w.id) - 1 AS rank
    FROM burnish.services s JOIN working w ON 'service:' || s.id = ANY(w.able)
      AND NOT EXISTS (SELECT FROM burnish.refusals r WHERE r.service = s.id AND r.station = w.id))
SELECT (SELECT draining FROM registered) AS draining, paused OR (SELECT paused FROM registered) AS paused, id AS studio, lease_ms, beat_ms, version,
  coalesce((SELECT heard_at > now() - lease_ms * interval '1 millisecond' FROM before), false) AS was_heard,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', o.id, 'fence', o.fence)) FROM ours o
    WHERE NOT EXISTS (SELECT FROM burnish.jobs j WHERE j.id = o.id AND j.fence = o.fence AND j.station = $1)), '[]') AS lost,
  coalesce((SELECT jsonb_agg(jsonb_build_object('service', service, 'requests', cap / n + (rank < cap % n)::integer))
    FROM sharers WHERE station = $1), '[]') AS parts,
  ARRAY(SELECT service FROM burnish.refusals WHERE station = $1) AS refused
FROM burnish.studio`;

const reportConditionsSql = `WITH reported AS (SELECT * FROM jsonb_to_recordset($2) AS c (service text, condition text, message jsonb, "forMs" float8)),
    before AS (SELECT service FROM burnish.conditions WHERE station = $1),
    over AS (DELETE FROM burnish.conditions WHERE station = $1 AND service NOT IN (SELECT service FROM reported)),
    put AS (INSERT INTO burnish.conditions (service, station, condition, message, until)
      SELECT service, $1, condition, message, now() + "forMs" * interval '1 millisecond' FROM reported
        WHERE service IN (SELECT id FROM burnish.services)
      ON CONFLICT (service, station) DO UPDATE SET condition = excluded.condition, message = excluded.message, until = excluded.until)
  SELECT ARRAY(SELECT service FROM before) AS before`;

/** A result equal to its photograph does not make that photograph a result. */
const appliedRecipesSql = `WITH RECURSIVE origins (hash) AS (
    SELECT $1::text
    UNION SELECT j.content_hash FROM origins b JOIN burnish.written w ON w.hash = b.hash JOIN burnish.jobs j ON j.id = w.job)
  SELECT DISTINCT r.recipe ->> 'id' AS recipe FROM origins b JOIN burnish.written w ON w.hash = b.hash
    JOIN burnish.jobs j ON j.id = w.job JOIN burnish.recipes r ON r.hash = j.recipe WHERE j.content_hash <> w.hash`;

const claimWatchSql = `WITH mine AS (
     INSERT INTO burnish.watches AS w (share, path, station) VALUES ($1, $2, $3)
     ON CONFLICT (share, path) DO UPDATE SET station = excluded.station, since = now()
       WHERE w.station = excluded.station OR w.station IN (SELECT id FROM burnish.stations WHERE ${isGoneSql})
     RETURNING station)
   SELECT s.id AS station, s.name FROM burnish.stations s
   WHERE s.id = coalesce((SELECT station FROM mine), (SELECT station FROM burnish.watches WHERE share = $1 AND path = $2))`;
