/** Statements that request previews, and claim and fulfill requests. */
import { isGoneSql } from '../queue/shared-sql.ts';

/** PostgreSQL channel of requested and finished previews. */
export const channel = 'burnish_previews';
/** Topic of a request to all stations; a station's id otherwise. */
export const requestedTopic = 'wanted';
/** Topic of the finished previews of a job. */
export const madeTopic = (job: number): string => `made ${job}`;

/** After this time the desk shows something else. */
const requestLifetime = `interval '1 minute'`;
/** After this time another station may claim a request. */
const claimLifetime = `interval '30 seconds'`;

/** Requests claimed, or previews received, at a time. */
export const pageSize = 4;

const requestsSql = `SELECT DISTINCT job, element, output FROM jsonb_to_recordset($1::jsonb) AS g (job bigint, element text, output integer)`;
const isSame = (a: string, b: string) =>
  `(${a}.job, ${a}.element, ${a}.output) = (${b}.job, ${b}.element, ${b}.output)`;

/** Available previews of current results. */
export const availableSql = `SELECT p.job::float8 AS job, p.element, p.output, p.picture FROM (${requestsSql}) g
  JOIN burnish.previews p ON ${isSame('p', 'g')} JOIN burnish.jobs j ON j.id = p.job
  WHERE p.output < 0 OR j.finished_at IS NULL OR p.made_at >= j.finished_at LIMIT $2`;

/** Wakes the station that processed the job, or all stations. */
export const requestPreviewsSql = `WITH put AS (
    INSERT INTO burnish.preview_wishes AS w (job, element, output)
      SELECT g.job, g.element, g.output FROM (${requestsSql}) g JOIN burnish.jobs j ON j.id = g.job
    ON CONFLICT (job, element, output) DO UPDATE SET wanted_at = now(),
      passed = CASE WHEN w.wanted_at < now() - ${requestLifetime} THEN '{}' ELSE w.passed END
    RETURNING job)
  SELECT pg_notify('${channel}', word) FROM (
    SELECT DISTINCT coalesce(s.id::text, '${requestedTopic}') AS word FROM put JOIN burnish.jobs j ON j.id = put.job
      LEFT JOIN burnish.stations s ON s.id = j.done_by AND NOT (${isGoneSql})) w`;

/** Claims requests for station `$1`: for its work, and for files in its shares (`$2`) if their own station cannot. */
export const claimRequestsSql = `WITH free AS (
    SELECT w.job, w.element, w.output, f.share, f.path FROM burnish.preview_wishes w JOIN burnish.jobs j ON j.id = w.job
      LEFT JOIN burnish.results r ON ${isSame('r', 'w')}
      CROSS JOIN LATERAL (SELECT CASE WHEN w.output < 0 THEN j.share ELSE r.share END AS share,
        CASE WHEN w.output < 0 THEN j.path ELSE r.path END AS path) f
    WHERE w.wanted_at > now() - ${requestLifetime} AND coalesce(w.taken_at < now() - ${claimLifetime}, true) AND NOT $1::uuid = ANY(w.passed)
      AND (j.done_by = $1 OR f.share = ANY($2::text[]) AND (j.done_by IS NULL OR j.done_by = ANY(w.passed)
        OR j.done_by IN (SELECT id FROM burnish.stations WHERE ${isGoneSql})))
    ORDER BY w.wanted_at DESC LIMIT $3 FOR UPDATE OF w SKIP LOCKED)
  UPDATE burnish.preview_wishes w SET taken_at = now() FROM free WHERE ${isSame('w', 'free')}
  RETURNING w.job::float8 AS job, w.element, w.output, free.share, free.path`;

/** Saves the pictures of station `$1`. Requests without a picture pass to other stations. */
export const fulfillSql = `WITH given AS (
    SELECT * FROM unnest($2::bigint[], $3::text[], $4::integer[], $5::bytea[]) AS g (job, element, output, picture)),
  made AS (
    INSERT INTO burnish.previews (job, element, output, picture)
      SELECT g.* FROM given g JOIN burnish.jobs j ON j.id = g.job WHERE g.picture IS NOT NULL
    ON CONFLICT (job, element, output) DO UPDATE SET picture = excluded.picture, made_at = now() RETURNING job, element, output),
  over AS (DELETE FROM burnish.preview_wishes w USING made WHERE ${isSame('w', 'made')}),
  passed AS (
    UPDATE burnish.preview_wishes w SET passed = passed || $1::uuid, taken_at = NULL
      FROM given g WHERE g.picture IS NULL AND ${isSame('w', 'g')} RETURNING w.job)
  SELECT pg_notify('${channel}', word) FROM (SELECT '${madeTopic(0).slice(0, -1)}' || job AS word FROM made UNION SELECT '${requestedTopic}' FROM passed) w`;
