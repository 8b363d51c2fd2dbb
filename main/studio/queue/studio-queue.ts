/** The queue that the stations of a studio share, as one station asks for it. All of it is decided by the database, by its own clock. */
import type { Message } from '../../../contract/messages/message.ts';
import { serviceIdOf } from '../../service/requests/address.ts';
import type { StudioDatabase } from '../connection/connection.ts';
import type { Tickets } from '../database/tickets.ts';
import { tidyPreviewsSql } from '../previews/preview-sql.ts';
import { createDispatcher } from './dispatch-tickets.ts';
import {
  appliedRecipesSql,
  attemptsOver,
  beatSql,
  findOffers,
  followersOfTakenBack,
  insertOffers,
  isGone,
  itemSql,
  keepName,
  openBatchSql,
  queuesWithWork,
  reclaimLostSql,
  reportConditionsSql,
  resultsSql,
  resumeOffersSql,
  ticketsMissing,
  turnToSeeTickets,
  unusedTickets,
} from './queue-sql.ts';
import type {
  ClaimedJob,
  OfferOutcome,
  PlacedResult,
  ServiceShare,
  SharedItem,
  SharedService,
  SharedState,
  SharedWork,
} from './queue-types.ts';

/** Who offers or changes what waits does so one at a time: which job leads those with the same content must not be decided twice. */
const offersLock = 4_275_726_102;
const reconcileLock = 4_275_726_103;

/** @param openTickets pg-boss, opened once the database can be reached */
export function createStudioQueue(
  database: StudioDatabase,
  openTickets: () => Promise<Tickets>,
  station: string,
): SharedWork {
  const { makeQueue, ticketsForAll, giveOut } = createDispatcher(database, openTickets);
  const tokenOfOwn = `station:${station}`;

  const asTaken = ({ id, fence, item, service, counter, follows, batch }: TakenRow): ClaimedJob => ({
    id: Number(id),
    fence: Number(fence),
    item,
    service,
    counter,
    follows: follows === null ? null : Number(follows),
    batch: Number(batch),
  });
  const takenColumns = `id, fence, ${itemSql}, service, counter, follows, batch`;

  return {
    async openBatch({ key, title }) {
      const [row] = await database.query<{ id: string }>(openBatchSql, [key, JSON.stringify(title), station]);
      return Number(row?.id);
    },
    async offer(items, isHeld = false) {
      const [first] = items;
      if (first === undefined) return [];
      const { key, title } = first.batch;
      for (const service of new Map(items.map(({ service }) => [service.id, service])).values())
        await putService(database, service);
      for (const share of new Set(items.flatMap(({ needs }) => sharesIn(needs))))
        await database.query('INSERT INTO burnish.shares (name) VALUES ($1) ON CONFLICT DO NOTHING', [share]);
      const queues = new Map<SharedItem, string>();
      for (const item of items) queues.set(item, await makeQueue(item.service.id, [...item.needs].sort()));
      const answers = await database.transaction(async (queries) => {
        await queries.query('SELECT pg_advisory_xact_lock($1)', [offersLock]);
        const given = items.map((item, n) => ({
          ...{ n, share: item.share, path: item.path, relative_folder: item.relativeFolder, origin: item.origin },
          ...{ content_hash: item.contentHash, work_hash: item.workHash, recipe_hash: item.recipeHash },
          ...{ item, service: item.service.id, queue: queues.get(item), priority: item.priority, known: item.known },
        }));
        const made = await queries.query<{ n: number; id: string }>(insertOffers, [
          JSON.stringify(given),
          ...[key, JSON.stringify(title), station, isHeld],
        ]);
        const isNew = new Set(made.map(({ id }) => id));
        const begun = await queries.query<{ id: string }>(resumeOffersSql, [JSON.stringify(given), [...isNew]]);
        await queries.query(attemptsOver, [begun.map(({ id }) => id)]);
        const found = await queries.query<{ n: number; id: string; state: SharedState }>(findOffers, [
          JSON.stringify(given),
        ]);
        await ticketsForAll(queries);
        const byNumber = new Map(found.map((row) => [row.n, row]));
        return items.map((_, n): OfferOutcome => {
          const row = byNumber.get(n);
          if (row === undefined) return { id: null, state: null, isNew: false };
          return { id: Number(row.id), state: row.state, isNew: isNew.has(row.id) };
        });
      });
      // What follows a finished one waits for its station.
      await giveOut();
      return answers;
    },
    async take(room) {
      const services = [...room].filter(([, count]) => count > 0);
      if (services.length === 0) return [];
      const queues = await database.query<{ name: string; service: string }>(queuesWithWork, [
        station,
        services.map(([id]) => id),
      ]);
      if (queues.length === 0) return [];
      const tickets = await openTickets();
      for (const { name } of queues) await tickets.know(name);
      const left = new Map(services);
      return database.transaction(async (queries) => {
        const taken: ClaimedJob[] = [];
        for (const { name, service } of queues) {
          const count = left.get(service) ?? 0;
          if (count <= 0) continue;
          let drawn = await tickets.draw(queries, name, count);
          // Of jobs that were held or put elsewhere in the queue since: those have other tickets, or none.
          const lapsed = () => queries.query('SELECT FROM burnish.jobs WHERE ticket = ANY($1::uuid[])', [drawn]);
          while (drawn.length > 0 && (await lapsed()).length === 0) drawn = await tickets.draw(queries, name, count);
          if (drawn.length === 0) continue;
          const rows = await queries.query<TakenRow>(
            `UPDATE burnish.jobs SET state = 'taken', station = $2, fence = fence + 1, ticket = NULL, taken_at = now()
             WHERE ticket = ANY($1::uuid[]) AND state = 'queued' AND NOT held RETURNING ${takenColumns}`,
            [drawn, station],
          );
          left.set(service, count - rows.length);
          taken.push(...rows.map(asTaken));
        }
        return taken.sort((a, b) => a.id - b.id);
      });
    },
    async held(known) {
      const rows = await database.query<TakenRow>(
        `SELECT ${takenColumns} FROM burnish.jobs WHERE station = $1 AND id <> ALL($2::bigint[]) ORDER BY id`,
        [station, known],
      );
      return rows.map(asTaken);
    },
    async aboutToSend({ id, fence }, step, spending = null) {
      const parameters = [id, fence, station, step];
      const [answer] =
        spending === null
          ? await database.query<LeaveRow>('SELECT * FROM burnish.about_to_send($1, $2, $3, $4)', parameters)
          : await database.query<LeaveRow>('SELECT * FROM burnish.about_to_spend($1, $2, $3, $4, $5, $6, $7)', [
              ...[...parameters, spending.credits, spending.perDay, spending.perMonth],
            ]);
      switch (answer?.verdict) {
        case 'go':
        case 'doubt':
          return { kind: answer.verdict };
        case 'adopt':
          return { kind: 'adopt', taskId: answer.task ?? '' };
        case 'capped':
          return { kind: 'capped', ms: answer.wait_ms ?? 60_000 };
        case 'wait':
          return { kind: 'wait', ms: answer.wait_ms ?? 10_000, message: answer.message ?? '' };
        default:
          return { kind: 'lost' };
      }
    },
    async resultsOf(ids) {
      const rows = await database.query<{ id: string; results: PlacedResult[] }>(resultsSql, [ids]);
      return new Map(rows.map(({ id, results }) => [Number(id), results]));
    },
    async isOurs({ id, fence }, state) {
      const rows = await database.query(
        'SELECT FROM burnish.jobs WHERE id = $1 AND fence = $2 AND (station = $3 OR (station IS NULL AND state = $4))',
        [id, fence, station, state],
      );
      return rows.length > 0;
    },
    async noteAttempt({ id, fence }, step, state, taskId) {
      await database.query('SELECT burnish.note_attempt($1, $2, $3, $4, $5, $6)', [
        id,
        fence,
        station,
        step,
        state,
        taskId,
      ]);
    },
    async settled({ id, fence }, { state, error, results }) {
      const [row] = await database.query<{ heard: boolean; followed: boolean }>(
        `SELECT burnish.settle($1, $2, $3, $4, $5, $6) AS heard,
           EXISTS (SELECT FROM burnish.jobs WHERE follows = $1 AND state = 'queued') AS followed`,
        [id, fence, station, state, error === null ? null : JSON.stringify(error), JSON.stringify(results)],
      );
      if (row?.followed === true) await giveOut();
      return row?.heard === true;
    },
    async reopen({ id, fence }, isDecided = false) {
      const [row] = await database.query<{ fence: string | null }>('SELECT burnish.reopen($1, $2, $3, $4) AS fence', [
        ...[id, fence, station, isDecided],
      ]);
      return row?.fence == null ? null : Number(row.fence);
    },
    async release({ id, fence }) {
      const given = await database.query(
        `UPDATE burnish.jobs SET state = 'queued', station = NULL, fence = fence + 1
         WHERE id = $1 AND fence = $2 AND station = $3 AND NOT EXISTS
           (SELECT FROM burnish.attempts WHERE job = $1 AND state IN ('sending', 'task', 'answered') AND fence = $2)
         RETURNING id`,
        [id, fence, station],
      );
      if (given.length > 0) await giveOut();
      return given.length > 0;
    },
    async hello({ id, name, program, person }) {
      await database.query(
        `INSERT INTO burnish.stations (id, name, program, person, heard_at) VALUES ($1, $2, $3, $4, '-infinity')
         ON CONFLICT (id) DO NOTHING`,
        [id, name, program, person],
      );
    },
    async reserve({ id }, { share, pathKey }, hash) {
      return (await database.query(keepName, [share, pathKey, id, hash])).length > 0;
    },
    async beat(facts, held, services) {
      for (const service of services) await putService(database, service);
      const [row] = await database.query<BeatRow>(beatSql, [
        ...[facts.id, facts.name, facts.program, [...facts.able, tokenOfOwn], facts.works],
        ...[held.map(({ id }) => id), held.map(({ fence }) => fence), facts.person, facts.isDesk],
      ]);
      if (row === undefined) throw new Error('The database answered nothing to a beat.');
      const known = await database.query<{ id: string; address: string }>('SELECT id, address FROM burnish.services');
      return {
        lost: row.lost.map(({ id, fence }) => ({ id: Number(id), fence: Number(fence) })),
        parts: row.parts,
        isDraining: row.draining,
        isPaused: row.paused,
        ...{ refused: row.refused, studio: row.studio },
        changedServices: known.flatMap(({ id, address }) => (address !== '' && serviceIdOf(address) !== id ? id : [])),
        leaseMs: row.lease_ms,
        beatMs: row.beat_ms,
        wasHeard: row.was_heard,
        version: row.version,
      };
    },
    async reportConditions(conditions) {
      const [row] = await database.query<{ before: string[] }>(reportConditionsSql, [
        station,
        JSON.stringify(conditions),
      ]);
      return row?.before ?? [];
    },
    async findAppliedRecipes(hash) {
      const rows = await database.query<{ recipe: string }>(appliedRecipesSql, [hash]);
      return new Set(rows.map(({ recipe }) => recipe));
    },
    async watch({ share, path }) {
      await database.query('INSERT INTO burnish.shares (name) VALUES ($1) ON CONFLICT DO NOTHING', [share]);
      const [row] = await database.query<{ station: string; name: string }>(
        `WITH mine AS (
           INSERT INTO burnish.watches AS w (share, path, station) VALUES ($1, $2, $3)
           ON CONFLICT (share, path) DO UPDATE SET station = excluded.station, since = now()
             WHERE w.station = excluded.station OR w.station IN (SELECT id FROM burnish.stations WHERE ${isGone})
           RETURNING station)
         SELECT s.id AS station, s.name FROM burnish.stations s
         WHERE s.id = coalesce((SELECT station FROM mine), (SELECT station FROM burnish.watches WHERE share = $1 AND path = $2))`,
        [share, path, station],
      );
      return { isOurs: row?.station === station, station: row?.name ?? '' };
    },
    async takeWatch({ share, path }) {
      await database.query(
        `INSERT INTO burnish.watches (share, path, station) VALUES ($1, $2, $3)
         ON CONFLICT (share, path) DO UPDATE SET station = excluded.station, since = now()`,
        [share, path, station],
      );
    },
    async reconcile() {
      await database.transaction(async (queries) => {
        const [turn] = await queries.query<{ ours: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS ours', [
          reconcileLock,
        ]);
        if (turn?.ours !== true) return;
        await queries.query(reclaimLostSql);
        await queries.query(followersOfTakenBack);
        await queries.query(
          `DELETE FROM burnish.conditions WHERE station IN (SELECT id FROM burnish.stations WHERE ${isGone})`,
        );
        const isOurTurn = (await queries.query(turnToSeeTickets)).length > 0;
        if (isOurTurn) for (const sql of [ticketsMissing, unusedTickets, tidyPreviewsSql]) await queries.query(sql);
      });
      await giveOut();
    },
    async leave() {
      await database.query(`UPDATE burnish.stations SET works = false, heard_at = '-infinity' WHERE id = $1`, [
        station,
      ]);
    },
  };
}

interface TakenRow {
  id: string;
  fence: string;
  item: SharedItem;
  service: string;
  counter: number;
  follows: string | null;
  batch: string;
}

interface LeaveRow {
  verdict: string;
  task: string | null;
  wait_ms: number | null;
  message: Message | null;
}

interface BeatRow {
  lost: { id: string; fence: string }[];
  parts: ServiceShare[];
  draining: boolean;
  paused: boolean;
  refused: string[];
  studio: string;
  lease_ms: number;
  beat_ms: number;
  was_heard: boolean;
  version: number;
}

function sharesIn(needs: readonly string[]): string[] {
  return needs.flatMap((need) => (need.startsWith('share:') ? need.slice('share:'.length) : []));
}

/** What the account bears is said once, and from then on by whoever changes it for all (`Overview.limit`). */
async function putService(database: StudioDatabase, { id, name, address, charges, cap }: SharedService): Promise<void> {
  await database.query(
    `INSERT INTO burnish.services AS s (id, name, address, charges, cap) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET charges = true WHERE excluded.charges AND NOT s.charges`,
    [id, name, address, charges, cap],
  );
}
