/** Recovery of jobs of lost stations, after each heartbeat of any working station. */
import type { StudioDatabase } from '../connection/studio-database.ts';
import { repairTickets } from '../database/tickets.ts';
import type { Dispatcher } from './dispatch-tickets.ts';
import { isGoneSql, tidyPreviewsSql } from './shared-sql.ts';

/** Advisory lock: one station at a time. */
const recoveryLock = 4_275_726_103;

export async function recoverLostJobs(database: StudioDatabase, dispatcher: Dispatcher): Promise<void> {
  await database.transaction(async (queries) => {
    const [lock] = await queries.query<{ ours: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS ours', [
      recoveryLock,
    ]);
    if (lock?.ours !== true) return;
    await queries.query(reclaimLostSql);
    await queries.query(doubtFollowersSql);
    await queries.query(
      `DELETE FROM burnish.conditions WHERE station IN (SELECT id FROM burnish.stations WHERE ${isGoneSql})`,
    );
    if (await repairTickets(queries)) await queries.query(tidyPreviewsSql);
  });
  await dispatcher.dispatch();
}

/**
 * Takes jobs from lost stations. By its last attempt a job waits again, with its task if it has one, or becomes uncertain if a paid service
 * may have charged it.
 */
const reclaimLostSql = `WITH theirs AS (
    SELECT j.id, s.charges, st.name AS station,
      (SELECT a.state FROM burnish.attempts a WHERE a.job = j.id ORDER BY a.step DESC, a.fence DESC LIMIT 1) AS last,
      EXISTS (SELECT FROM burnish.attempts a WHERE a.job = j.id AND (a.state = 'answered' OR a.step > 0)) AS has_results
    FROM burnish.jobs j JOIN burnish.services s ON s.id = j.service JOIN burnish.stations st ON st.id = j.station
    WHERE j.station IN (SELECT id FROM burnish.stations WHERE ${isGoneSql}) FOR UPDATE OF j SKIP LOCKED)
  UPDATE burnish.jobs j SET station = NULL, fence = fence + 1, ticket = NULL,
    state = CASE WHEN doubt THEN 'uncertain' ELSE 'queued' END,
    finished_at = CASE WHEN doubt THEN now() END,
    error = CASE WHEN doubt THEN jsonb_build_object('kind', 'uncertain', 'code',
        CASE WHEN has_results THEN 'RESULT_AT_STATION' ELSE 'STATION_GONE' END, 'advice', 'decide', 'requestId', null, 'logId', null,
        'message', jsonb_build_object('key', CASE WHEN has_results THEN 'studio.job.resultAway' ELSE 'studio.job.stationGone' END,
          'values', jsonb_build_object('station', station_name))) END
  FROM (SELECT id, station AS station_name, has_results,
      charges AND (has_results OR last IN ('sending', 'answered')) AS doubt FROM theirs) t
  WHERE j.id = t.id`;

const doubtFollowersSql = `UPDATE burnish.jobs f SET state = 'uncertain', error = l.error, finished_at = now()
  FROM burnish.jobs l WHERE l.id = f.follows AND l.state = 'uncertain' AND f.state = 'queued'`;
