/** What is asked of the database for the shared queue, where it takes more than a line. */

/** A photograph of a row of jobs as it was offered. */
export const itemSql = `item || jsonb_build_object('recipe', (SELECT r.recipe FROM burnish.recipes r WHERE r.hash = jobs.recipe)) AS item`;

/** Of a row of stations. Nobody is gone because the database itself was. */
export const isGone = `heard_at < now() - (SELECT lease_ms FROM burnish.studio) * interval '1 millisecond'
  AND (heard_at = '-infinity' OR now() - pg_postmaster_start_time() > (SELECT lease_ms FROM burnish.studio) * interval '1 millisecond')`;

export const offersGiven = `SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (n integer, share text, path text, relative_folder text, origin text,
  content_hash text, work_hash text, recipe_hash text, item jsonb, service text, queue text, priority integer, known text)`;
export const sameJob = `j.share = g.share AND j.path = g.path AND j.content_hash = g.content_hash AND j.recipe_hash = g.recipe_hash
  AND j.service = g.service`;

/** As in `insertOffers`. `$1`: key, `$2`: title, `$3`: station. */
export const openBatchSql = `INSERT INTO burnish.batches (key, title, station, person)
    SELECT $1, $2::jsonb, $3, coalesce((SELECT person FROM burnish.stations WHERE id = $3), '')
  ON CONFLICT (key) DO UPDATE SET title = excluded.title RETURNING id`;

/** New ones: the first of those with the same content, work and service leads. */
export const insertOffers = `WITH given AS (${offersGiven}),
  batch AS (INSERT INTO burnish.batches (key, title, station, person)
      SELECT $2, $3::jsonb, $4, coalesce((SELECT person FROM burnish.stations WHERE id = $4), '') WHERE EXISTS (SELECT FROM given)
    ON CONFLICT (key) DO UPDATE SET title = excluded.title RETURNING id),
  fresh AS (SELECT DISTINCT ON (share, path, content_hash, recipe_hash, service) g.* FROM given g
    WHERE NOT EXISTS (SELECT FROM burnish.jobs j WHERE ${sameJob})
      -- Written since the station looked; where a folder takes results, those of other recipes may come.
      AND NOT (g.origin = 'watch' AND EXISTS (SELECT FROM burnish.written w JOIN burnish.jobs m ON m.id = w.job
          JOIN burnish.recipes r ON r.hash = m.recipe
        WHERE w.hash = g.content_hash AND m.content_hash <> w.hash AND r.recipe ->> 'id' = g.item -> 'recipe' ->> 'id'))
    ORDER BY share, path, content_hash, recipe_hash, service, n),
  recipes AS (INSERT INTO burnish.recipes SELECT DISTINCT burnish.recipe_hash(item -> 'recipe'), item -> 'recipe' FROM fresh
    ON CONFLICT DO NOTHING),
  numbered AS (SELECT fresh.*, nextval('burnish.jobs_id_seq') AS id,
      (SELECT coalesce(max(counter), 0) FROM burnish.jobs WHERE batch = (SELECT id FROM batch)) + row_number() OVER (ORDER BY n) AS counter
    FROM fresh),
  led AS (SELECT numbered.*, (SELECT l.id FROM burnish.jobs l WHERE l.content_hash = numbered.content_hash
        AND l.work_hash = numbered.work_hash AND l.service = numbered.service AND l.follows IS NULL AND l.state <> 'cancelled') AS known_leader,
      first_value(id) OVER (PARTITION BY content_hash, work_hash, service ORDER BY n) AS first_one
    FROM numbered)
INSERT INTO burnish.jobs (id, batch, counter, share, path, relative_folder, content_hash, work_hash, recipe_hash, item, recipe,
    service, queue, origin, priority, follows, held, state, error, finished_at)
  OVERRIDING SYSTEM VALUE
  SELECT led.id, (SELECT id FROM batch), counter, share, path, relative_folder, content_hash, work_hash, recipe_hash, item - 'recipe',
    burnish.recipe_hash(item -> 'recipe'), service, queue, origin, priority, coalesce(known_leader, nullif(first_one, led.id)), $5,
    coalesce((SELECT l.state FROM burnish.jobs l WHERE l.id = known_leader AND l.state IN ('uncertain')), 'queued'),
    (SELECT l.error FROM burnish.jobs l WHERE l.id = known_leader AND l.state = 'uncertain'),
    (SELECT now() FROM burnish.jobs l WHERE l.id = known_leader AND l.state = 'uncertain')
  FROM led RETURNING id`;

/**
 * Those that were tried before and failed, or were called off, go on where they are asked for by hand, with those they follow; those that are done,
 * where they are to be done again. `$2`: what has just been made.
 */
export const resumeOffersSql = `WITH given AS (${offersGiven}),
  asked AS (SELECT j.id, j.follows, g.known = 'again' AS anew FROM given g JOIN burnish.jobs j ON ${sameJob}
    WHERE g.known IN ('go-on', 'again') AND j.id <> ALL($2::bigint[]) AND coalesce(j.error ->> 'advice', '') <> 'decide')
  UPDATE burnish.jobs SET state = 'queued', error = NULL, finished_at = NULL, fence = fence + 1
  WHERE ((id IN (SELECT id FROM asked) OR id IN (SELECT follows FROM asked)) AND state IN ('failed', 'cancelled')
      OR id IN (SELECT id FROM asked WHERE anew) AND state = 'done')
    AND coalesce(error ->> 'advice', '') <> 'decide'
    AND (follows IS NOT NULL OR state <> 'cancelled' OR NOT EXISTS (SELECT FROM burnish.jobs l WHERE l.content_hash = jobs.content_hash
      AND l.work_hash = jobs.work_hash AND l.service = jobs.service AND l.follows IS NULL AND l.state <> 'cancelled'))
  RETURNING CASE WHEN id IN (SELECT id FROM asked WHERE anew) THEN id END AS id`;

/** What is to be done again is sent again. */
export const attemptsOver = `UPDATE burnish.attempts SET state = 'over', changed_at = now() WHERE job = ANY($1::bigint[])`;

export const reportConditionsSql = `WITH told AS (SELECT * FROM jsonb_to_recordset($2) AS c (service text, condition text, message jsonb, "forMs" float8)),
    before AS (SELECT service FROM burnish.conditions WHERE station = $1),
    over AS (DELETE FROM burnish.conditions WHERE station = $1 AND service NOT IN (SELECT service FROM told)),
    put AS (INSERT INTO burnish.conditions (service, station, condition, message, until)
      SELECT service, $1, condition, message, now() + "forMs" * interval '1 millisecond' FROM told
        WHERE service IN (SELECT id FROM burnish.services)
      ON CONFLICT (service, station) DO UPDATE SET condition = excluded.condition, message = excluded.message, until = excluded.until)
  SELECT ARRAY(SELECT service FROM before) AS before`;

export const findOffers = `WITH given AS (${offersGiven})
  SELECT g.n, j.id, j.state FROM given g JOIN burnish.jobs j ON ${sameJob}`;

/** Of a row `s` of stations and a row `q` of queues: whether the one is able to do what is in the other, and may. */
export const canDo = `q.needs <@ s.able AND NOT EXISTS (SELECT FROM burnish.refusals r WHERE r.service = q.service AND r.station = s.id)`;

/** Queues in which something waits that this station can do now: not those of services that take nothing, by whoever's word. */
export const queuesWithWork = `SELECT q.name, q.service FROM burnish.queues q, burnish.stations s
  WHERE s.id = $1 AND NOT s.draining AND NOT s.paused AND NOT (SELECT paused FROM burnish.studio) AND ${canDo}
    AND q.service = ANY($2::text[])
    AND NOT EXISTS (SELECT FROM burnish.conditions c WHERE c.service = q.service AND (c.until IS NULL OR c.until > now()))
    AND EXISTS (SELECT FROM burnish.jobs j WHERE j.queue = q.name AND j.state = 'queued' AND j.ticket IS NOT NULL)
  ORDER BY (SELECT max(j.priority) FROM burnish.jobs j WHERE j.queue = q.name AND j.state = 'queued' AND j.ticket IS NOT NULL) DESC,
    q.name`;

export const beatSql = `WITH before AS (SELECT heard_at FROM burnish.stations WHERE id = $1),
  said AS (INSERT INTO burnish.stations (id, name, program, able, works, person, is_desk) VALUES ($1, $2, $3, $4, $5, $8, $9)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, program = excluded.program, able = excluded.able, works = excluded.works,
      person = excluded.person, is_desk = excluded.is_desk, heard_at = now() RETURNING draining, paused),
  ours AS (SELECT * FROM unnest($6::bigint[], $7::bigint[]) AS h (id, fence)),
  working AS (SELECT id, able FROM burnish.stations WHERE works AND NOT draining AND NOT paused AND NOT (${isGone}) AND id <> $1
    UNION ALL SELECT $1::uuid, $4::text[] WHERE $5),
  sharers AS (SELECT s.id AS service, s.cap, w.id AS station, count(*) OVER (PARTITION BY s.id) AS n,
      row_number() OVER (PARTITION BY s.id ORDER BY w.id) - 1 AS rank
    FROM burnish.services s JOIN working w ON 'service:' || s.id = ANY(w.able)
      AND NOT EXISTS (SELECT FROM burnish.refusals r WHERE r.service = s.id AND r.station = w.id))
SELECT (SELECT draining FROM said) AS draining, paused OR (SELECT paused FROM said) AS paused, id AS studio, lease_ms, beat_ms, version,
  coalesce((SELECT heard_at > now() - lease_ms * interval '1 millisecond' FROM before), false) AS was_heard,
  coalesce((SELECT jsonb_agg(jsonb_build_object('id', o.id, 'fence', o.fence)) FROM ours o
    WHERE NOT EXISTS (SELECT FROM burnish.jobs j WHERE j.id = o.id AND j.fence = o.fence AND j.station = $1)), '[]') AS lost,
  coalesce((SELECT jsonb_agg(jsonb_build_object('service', service, 'requests', cap / n + (rank < cap % n)::integer))
    FROM sharers WHERE station = $1), '[]') AS parts,
  ARRAY(SELECT service FROM burnish.refusals WHERE station = $1) AS refused
FROM burnish.studio`;

/**
 * What stations that are gone had. Their last attempt says what becomes of it: what was never sent begins anew, a task is asked for by
 * somebody else, and of what was sent to a service that charges nobody knows.
 */
export const reclaimLostSql = `WITH theirs AS (
    SELECT j.id, s.charges, st.name AS station,
      (SELECT a.state FROM burnish.attempts a WHERE a.job = j.id ORDER BY a.step DESC, a.fence DESC LIMIT 1) AS last,
      EXISTS (SELECT FROM burnish.attempts a WHERE a.job = j.id AND (a.state = 'answered' OR a.step > 0)) AS has_results
    FROM burnish.jobs j JOIN burnish.services s ON s.id = j.service JOIN burnish.stations st ON st.id = j.station
    WHERE j.station IN (SELECT id FROM burnish.stations WHERE ${isGone}) FOR UPDATE OF j SKIP LOCKED)
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

export const followersOfTakenBack = `UPDATE burnish.jobs f SET state = 'uncertain', error = l.error, finished_at = now()
  FROM burnish.jobs l WHERE l.id = f.follows AND l.state = 'uncertain' AND f.state = 'queued'`;

/** A result that is its photograph, byte for byte, does not make a result of the photograph. */
export const appliedRecipesSql = `WITH RECURSIVE behind (hash) AS (
    SELECT $1::text
    UNION SELECT j.content_hash FROM behind b JOIN burnish.written w ON w.hash = b.hash JOIN burnish.jobs j ON j.id = w.job)
  SELECT DISTINCT r.recipe ->> 'id' AS recipe FROM behind b JOIN burnish.written w ON w.hash = b.hash
    JOIN burnish.jobs j ON j.id = w.job JOIN burnish.recipes r ON r.hash = j.recipe WHERE j.content_hash <> w.hash`;

/** Of the jobs that are done. */
export const resultsSql = `SELECT id, coalesce((SELECT jsonb_agg(jsonb_build_object('element', element, 'output', output, 'share', share, 'path', path))
    FROM burnish.results WHERE job = jobs.id), '[]') AS results
  FROM burnish.jobs WHERE id = ANY($1::bigint[]) AND state = 'done'`;

/** All that waits is read for these two: one station does so, once in a lease. */
export const turnToSeeTickets = `UPDATE burnish.studio SET tickets_seen_at = now()
  WHERE tickets_seen_at < now() - lease_ms * interval '1 millisecond' RETURNING one`;

/** A ticket that pg-boss has not, for whatever reason, is given anew. */
export const ticketsMissing = `UPDATE burnish.jobs j SET ticket = NULL WHERE state = 'queued' AND ticket IS NOT NULL
  AND NOT EXISTS (SELECT FROM pgboss.job p WHERE p.id = j.ticket AND p.name = j.queue AND p.state < 'active')`;

/** Deletes the tickets of jobs that were held, moved to another queue or ended since. */
export const unusedTickets = `DELETE FROM pgboss.job_common p WHERE NOT EXISTS (SELECT FROM burnish.jobs j WHERE j.ticket = p.id)`;

/** Keeps a name, and the content that is written under it. No row where another job has the name. */
export const keepName = `WITH kept AS (
    INSERT INTO burnish.targets AS t (share, path_key, job) VALUES ($1, $2, $3)
    ON CONFLICT (share, path_key) DO UPDATE SET job = excluded.job
      WHERE t.job = excluded.job OR NOT EXISTS (SELECT FROM burnish.jobs j WHERE j.id = t.job AND j.state = 'taken')
    RETURNING job),
  noted AS (INSERT INTO burnish.written (hash, job) SELECT $4, job FROM kept ON CONFLICT DO NOTHING)
SELECT job FROM kept`;
