/** SQL that several modules use. */

/** Whether a row of stations is lost. A restart of the database itself loses no station. */
export const isGoneSql = `heard_at < now() - (SELECT lease_ms FROM burnish.studio) * interval '1 millisecond'
  AND (heard_at = '-infinity' OR now() - pg_postmaster_start_time() > (SELECT lease_ms FROM burnish.studio) * interval '1 millisecond')`;

/** Whether a station `s` can, and may, process the jobs of a queue `q`. */
export const canProcessSql = `q.needs <@ s.able AND NOT EXISTS (SELECT FROM burnish.refusals r WHERE r.service = q.service AND r.station = s.id)`;

/** Deletes old requests for previews and old previews. */
export const tidyPreviewsSql = `WITH wishes AS (DELETE FROM burnish.preview_wishes WHERE wanted_at < now() - interval '10 minutes')
  DELETE FROM burnish.previews WHERE made_at < now() - interval '4 hours'
    OR made_at <= (SELECT made_at FROM burnish.previews ORDER BY made_at DESC OFFSET 1000 LIMIT 1)`;
