/** Statements that read jobs and decisions for the mirror, all or only changed ones, and write decisions. */

const columns = `j.id::float8 AS id, j.changed::text AS changed, j.batch::float8 AS batch, j.counter, j.share, j.path, j.relative_folder AS "relativeFolder",
    j.content_hash AS "contentHash", j.item, j.recipe, j.service, j.origin, j.state, j.held, j.priority, j.error, j.fence::float8 AS fence,
    coalesce((SELECT name FROM burnish.stations s WHERE s.id = coalesce(j.station, j.done_by)), '') AS station,
    coalesce((SELECT jsonb_agg(jsonb_build_object('element', r.element, 'output', r.output, 'share', r.share, 'path', r.path, 'width', r.width,
        'height', r.height, 'bytes', r.bytes)) FROM burnish.results r WHERE r.job = j.id AND r.path IS NOT NULL), '[]') AS results,
    ARRAY(SELECT w.hash FROM burnish.written w WHERE w.job = j.id ORDER BY w.at DESC LIMIT 100) AS hashes,
    (extract(epoch FROM j.offered_at - now()) * 1000)::float8 AS offered, (extract(epoch FROM j.taken_at - now()) * 1000)::float8 AS taken,
    (extract(epoch FROM j.finished_at - now()) * 1000)::float8 AS finished`;

/** The oldest open transaction: changes below its id are complete. */
export const horizonSql = `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS now, (SELECT id FROM burnish.studio) AS studio,
  (SELECT max(changed) FROM burnish.jobs) >= pg_snapshot_xmax(pg_current_snapshot()) AS restored`;

/** A database that was restored on another server counts its transactions from the start: mark everything as changed. */
export const restoreSql = ['burnish.jobs', 'burnish.photographs'].map(
  (table) =>
    `UPDATE ${table} SET changed = pg_current_xact_id() WHERE changed >= pg_snapshot_xmax(pg_current_snapshot())`,
);

export const countChangesSql = `SELECT count(*)::integer AS count FROM (
  SELECT FROM burnish.jobs WHERE changed >= $1::xid8 AND changed < $2::xid8 LIMIT $3) c`;

export const changedSql = `SELECT ${columns} FROM burnish.jobs j
  WHERE (j.changed, j.id) > ($1::xid8, $2) AND j.changed < $3::xid8 ORDER BY j.changed, j.id LIMIT $4`;

/** Jobs of a state below an id, newest first. */
export const inStateSql = `SELECT ${columns} FROM burnish.jobs j WHERE j.state = $1 AND j.id < $2 ORDER BY j.id DESC LIMIT $3`;
export const countSql = `SELECT (SELECT count(*) FROM (SELECT FROM burnish.jobs WHERE state = s.state LIMIT $2) c)::integer AS count
  FROM unnest($1::text[]) s (state)`;
export const jobsByIdSql = `SELECT ${columns} FROM burnish.jobs j WHERE j.id = ANY($1::bigint[])`;

export const batchesSql = `SELECT b.id::float8 AS id, b.title, b.person, s.name AS station, (extract(epoch FROM b.created_at - now()) * 1000)::float8 AS created
  FROM burnish.batches b JOIN burnish.stations s ON s.id = b.station WHERE b.id = ANY($1::bigint[])`;
export const recipesSql = 'SELECT hash, recipe FROM burnish.recipes WHERE hash = ANY($1::text[])';

const photographColumns = `p.changed::text AS changed, p.share, p.path, p.content_hash AS "contentHash", p.flag, p.stars, p.label, p.note, s.name AS station,
    p.station = $1 AS "isOwn"`;
export const decisionsSql = `SELECT ${photographColumns} FROM burnish.photographs p LEFT JOIN burnish.stations s ON s.id = p.station
  WHERE (p.changed, p.share, p.path, p.content_hash) > ($2::xid8, $3, $4, $5) AND p.changed < $6::xid8
  ORDER BY p.changed, p.share, p.path, p.content_hash LIMIT $7`;
export const decisionsByIdSql = `SELECT ${photographColumns} FROM burnish.photographs p LEFT JOIN burnish.stations s ON s.id = p.station
  JOIN jsonb_to_recordset($2::jsonb) AS g (share text, path text, hash text) ON p.share = g.share AND p.path = g.path AND p.content_hash = g.hash`;

/** `fields`: the changed fields, as bits (migration 003). */
export const decideSql = `SELECT burnish.decide($1, g.share, g.path, g.hash, g.flag, g.stars, g.label, g.note, g.fields)
  FROM (SELECT * FROM jsonb_to_recordset($2::jsonb) AS g (share text, path text, hash text, flag integer, stars integer, label integer, note text,
    fields integer) ORDER BY share, path, hash) g`;
