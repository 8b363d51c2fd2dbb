/** What is asked of the database for previews that stations make for each other's desks: each statement is about many of them. */
import { isGone } from '../queue/queue-sql.ts';

/** What says that a preview is wished for, or was made. */
export const channel = 'burnish_previews';
/** Said on it to all; a wish that is for one station to fulfil is said by that one's id. */
export const requestedTopic = 'wanted';
/** The same of previews that were made for a job. */
export const madeFor = (job: number): string => `made ${job}`;

/** A wish that is older is nobody's any more: the screen shows something else by now. */
const requestLifetime = `interval '1 minute'`;
/** A station that has not fulfilled a wish by then has let go of it. */
const takenLasts = `interval '30 seconds'`;
const previewLasts = `interval '4 hours'`;
const maxKeptPreviews = 1000;

const given = `SELECT DISTINCT job, element, output FROM jsonb_to_recordset($1::jsonb) AS g (job bigint, element text, output integer)`;
const isSame = (a: string, b: string) =>
  `(${a}.job, ${a}.element, ${a}.output) = (${b}.job, ${b}.element, ${b}.output)`;

/** Those that are there, of results as they are now. */
export const availableSql = `SELECT p.job::float8 AS job, p.element, p.output, p.picture FROM (${given}) g
  JOIN burnish.previews p ON ${isSame('p', 'g')} JOIN burnish.jobs j ON j.id = p.job
  WHERE p.output < 0 OR j.finished_at IS NULL OR p.made_at >= j.finished_at LIMIT $2`;

/** The station that did the work is woken; where that is gone, or nobody has done it yet, all are. */
export const requestPreviewsSql = `WITH put AS (
    INSERT INTO burnish.preview_wishes AS w (job, element, output)
      SELECT g.job, g.element, g.output FROM (${given}) g JOIN burnish.jobs j ON j.id = g.job
    ON CONFLICT (job, element, output) DO UPDATE SET wanted_at = now(),
      passed = CASE WHEN w.wanted_at < now() - ${requestLifetime} THEN '{}' ELSE w.passed END
    RETURNING job)
  SELECT pg_notify('${channel}', word) FROM (
    SELECT DISTINCT coalesce(s.id::text, '${requestedTopic}') AS word FROM put JOIN burnish.jobs j ON j.id = put.job
      LEFT JOIN burnish.stations s ON s.id = j.done_by AND NOT (${isGone})) w`;

/** Wishes that station `$1` is to fulfil: its own work, and what lies in its shares (`$2`) where whoever did the work is gone or cannot. */
export const claimRequestsSql = `WITH free AS (
    SELECT w.job, w.element, w.output, f.share, f.path FROM burnish.preview_wishes w JOIN burnish.jobs j ON j.id = w.job
      LEFT JOIN burnish.results r ON ${isSame('r', 'w')}
      CROSS JOIN LATERAL (SELECT CASE WHEN w.output < 0 THEN j.share ELSE r.share END AS share,
        CASE WHEN w.output < 0 THEN j.path ELSE r.path END AS path) f
    WHERE w.wanted_at > now() - ${requestLifetime} AND coalesce(w.taken_at < now() - ${takenLasts}, true) AND NOT $1::uuid = ANY(w.passed)
      AND (j.done_by = $1 OR f.share = ANY($2::text[]) AND (j.done_by IS NULL OR j.done_by = ANY(w.passed)
        OR j.done_by IN (SELECT id FROM burnish.stations WHERE ${isGone})))
    ORDER BY w.wanted_at DESC LIMIT $3 FOR UPDATE OF w SKIP LOCKED)
  UPDATE burnish.preview_wishes w SET taken_at = now() FROM free WHERE ${isSame('w', 'free')}
  RETURNING w.job::float8 AS job, w.element, w.output, free.share, free.path`;

/** What came of wishes that station `$1` took; without a picture they are for others. */
export const fulfilSql = `WITH given AS (
    SELECT * FROM unnest($2::bigint[], $3::text[], $4::integer[], $5::bytea[]) AS g (job, element, output, picture)),
  made AS (
    INSERT INTO burnish.previews (job, element, output, picture)
      SELECT g.* FROM given g JOIN burnish.jobs j ON j.id = g.job WHERE g.picture IS NOT NULL
    ON CONFLICT (job, element, output) DO UPDATE SET picture = excluded.picture, made_at = now() RETURNING job, element, output),
  over AS (DELETE FROM burnish.preview_wishes w USING made WHERE ${isSame('w', 'made')}),
  passed AS (
    UPDATE burnish.preview_wishes w SET passed = passed || $1::uuid, taken_at = NULL
      FROM given g WHERE g.picture IS NULL AND ${isSame('w', 'g')} RETURNING w.job)
  SELECT pg_notify('${channel}', word) FROM (SELECT '${madeFor(0).slice(0, -1)}' || job AS word FROM made UNION SELECT '${requestedTopic}' FROM passed) w`;

/** Neither grows for good. */
export const tidyPreviewsSql = `WITH wishes AS (DELETE FROM burnish.preview_wishes WHERE wanted_at < now() - ${requestLifetime} * 10)
  DELETE FROM burnish.previews WHERE made_at < now() - ${previewLasts}
    OR made_at <= (SELECT made_at FROM burnish.previews ORDER BY made_at DESC OFFSET ${maxKeptPreviews} LIMIT 1)`;
