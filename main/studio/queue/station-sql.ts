/** Conditions on stations that several statements share. */

/** Whether a row of stations is lost. A restart of the database itself loses no station. */
export const isGoneSql = `heard_at < now() - (SELECT lease_ms FROM burnish.studio) * interval '1 millisecond'
  AND (heard_at = '-infinity' OR now() - pg_postmaster_start_time() > (SELECT lease_ms FROM burnish.studio) * interval '1 millisecond')`;

/** Whether a station `s` can, and may, process the jobs of a queue `q`. */
export const canProcessSql = `q.needs <@ s.able AND NOT EXISTS (SELECT FROM burnish.refusals r WHERE r.service = q.service AND r.station = s.id)`;
