/** Offers to the shared queue: new photographs become jobs, known ones are joined or resumed. */
import type { StudioDatabase } from '../connection/studio-database.ts';
import type { Dispatcher } from './dispatch-tickets.ts';
import type { OfferOutcome, SharedItem, SharedOffers, SharedState } from './queue-types.ts';
import { registerService, registerShare } from './station-registry.ts';

/** Advisory lock: the leader of the jobs with the same content must not be decided twice. */
const offersLock = 4_275_726_102;

export function createSharedOffers(database: StudioDatabase, dispatcher: Dispatcher, station: string): SharedOffers {
  /** Returns the queue of each item. Queues cannot be created within a transaction. */
  async function prepareQueues(items: readonly SharedItem[]): Promise<ReadonlyMap<SharedItem, string>> {
    for (const service of new Map(items.map(({ service }) => [service.id, service])).values())
      await registerService(database, service);
    for (const share of new Set(items.flatMap(({ needs }) => sharesIn(needs)))) await registerShare(database, share);
    const queues = new Map<SharedItem, string>();
    for (const item of items) queues.set(item, await dispatcher.ensureQueue(item.service.id, [...item.needs].sort()));
    return queues;
  }

  return {
    async openBatch({ key, title }) {
      const [row] = await database.query<{ id: string }>(openBatchSql, [key, JSON.stringify(title), station]);
      return Number(row?.id);
    },
    async offer(items, isHeld = false) {
      const [first] = items;
      if (first === undefined) return [];
      const { key, title } = first.batch;
      const queues = await prepareQueues(items);
      const records = JSON.stringify(items.map((item, index) => toRecord(item, index, queues.get(item))));
      const outcomes = await database.transaction(async (queries) => {
        await queries.query('SELECT pg_advisory_xact_lock($1)', [offersLock]);
        const added = await queries.query<{ id: string }>(insertOffersSql, [
          records,
          key,
          JSON.stringify(title),
          station,
          isHeld,
        ]);
        const newIds = new Set(added.map(({ id }) => id));
        const repeated = await queries.query<{ id: string }>(resumeOffersSql, [records, [...newIds]]);
        await queries.query(endAttemptsSql, [repeated.map(({ id }) => id)]);
        const found = await queries.query<{ n: number; id: string; state: SharedState }>(findOffersSql, [records]);
        await dispatcher.putMissingTickets(queries);
        const rows = new Map(found.map((row) => [row.n, row]));
        return items.map((_, index): OfferOutcome => {
          const row = rows.get(index);
          if (row === undefined) return { id: null, state: null, isNew: false };
          return { id: Number(row.id), state: row.state, isNew: newIds.has(row.id) };
        });
      });
      // Followers of finished jobs need the queue of another station.
      await dispatcher.dispatch();
      return outcomes;
    },
  };
}

function sharesIn(needs: readonly string[]): string[] {
  return needs.flatMap((need) => (need.startsWith('share:') ? need.slice('share:'.length) : []));
}

/** Returns the row of `offersRecordSql`. */
const toRecord = (item: SharedItem, index: number, queue: string | undefined) => ({
  n: index,
  share: item.share,
  path: item.path,
  relative_folder: item.relativeFolder,
  origin: item.origin,
  content_hash: item.contentHash,
  work_hash: item.workHash,
  recipe_hash: item.recipeHash,
  item,
  service: item.service.id,
  queue,
  priority: item.priority,
  known: item.known,
});

const offersRecordSql = `SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (n integer, share text, path text, relative_folder text, origin text,
  content_hash text, work_hash text, recipe_hash text, item jsonb, service text, queue text, priority integer, known text)`;

const isSameJobSql = `j.share = g.share AND j.path = g.path AND j.content_hash = g.content_hash AND j.recipe_hash = g.recipe_hash
  AND j.service = g.service`;

const openBatchSql = `INSERT INTO burnish.batches (key, title, station, person)
    SELECT $1, $2::jsonb, $3, coalesce((SELECT person FROM burnish.stations WHERE id = $3), '')
  ON CONFLICT (key) DO UPDATE SET title = excluded.title RETURNING id`;

/** Adds new jobs. The first one with the same content, work and service leads the others. */
const insertOffersSql = `WITH given AS (${offersRecordSql}),
  batch AS (INSERT INTO burnish.batches (key, title, station, person)
      SELECT $2, $3::jsonb, $4, coalesce((SELECT person FROM burnish.stations WHERE id = $4), '') WHERE EXISTS (SELECT FROM given)
    ON CONFLICT (key) DO UPDATE SET title = excluded.title RETURNING id),
  fresh AS (SELECT DISTINCT ON (share, path, content_hash, recipe_hash, service) g.* FROM given g
    WHERE NOT EXISTS (SELECT FROM burnish.jobs j WHERE ${isSameJobSql})
      -- Skip results of the same recipe that were written since the station's scan.
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

/** Resumes failed and canceled jobs with their leaders, and repeats finished ones if requested. `$2`: new jobs. */
const resumeOffersSql = `WITH given AS (${offersRecordSql}),
  requested AS (SELECT j.id, j.follows, g.known = 'again' AS is_repeat FROM given g JOIN burnish.jobs j ON ${isSameJobSql}
    WHERE g.known IN ('go-on', 'again') AND j.id <> ALL($2::bigint[]) AND coalesce(j.error ->> 'advice', '') <> 'decide')
  UPDATE burnish.jobs SET state = 'queued', error = NULL, finished_at = NULL, fence = fence + 1
  WHERE ((id IN (SELECT id FROM requested) OR id IN (SELECT follows FROM requested)) AND state IN ('failed', 'cancelled')
      OR id IN (SELECT id FROM requested WHERE is_repeat) AND state = 'done')
    AND coalesce(error ->> 'advice', '') <> 'decide'
    AND (follows IS NOT NULL OR state <> 'cancelled' OR NOT EXISTS (SELECT FROM burnish.jobs l WHERE l.content_hash = jobs.content_hash
      AND l.work_hash = jobs.work_hash AND l.service = jobs.service AND l.follows IS NULL AND l.state <> 'cancelled'))
  RETURNING CASE WHEN id IN (SELECT id FROM requested WHERE is_repeat) THEN id END AS id`;

/** Lets repeated jobs be sent again. */
const endAttemptsSql = `UPDATE burnish.attempts SET state = 'over', changed_at = now() WHERE job = ANY($1::bigint[])`;

const findOffersSql = `WITH given AS (${offersRecordSql})
  SELECT g.n, j.id, j.state FROM given g JOIN burnish.jobs j ON ${isSameJobSql}`;
