/**
 * The studio's work as this station shows it: others' jobs and decisions, read from the database in pieces and kept beside its own. The first
 * look is bounded; what is older comes when it is asked for.
 */
import { setImmediate } from 'node:timers/promises';
import { msg } from '../../../contract/messages/message.ts';
import { coalesce } from '../../files/coalesce.ts';
import type { Store, StudioSyncState } from '../../store/index.ts';
import type { StudioDatabase } from '../connection/connection.ts';
import type { SharedState } from '../queue/queue-types.ts';
import type { Shares } from '../shares/share-paths.ts';
import {
  changedSql,
  countSql,
  decisionsByIdSql,
  decisionsSql,
  horizonSql,
  howManySql,
  inStateSql,
  jobsByIdSql,
  restoredSql,
} from './mirror-sql.ts';
import { createShownJobs, type DecisionRow, type ShownRow } from './read-mirrored-jobs.ts';

/** How much is read at a time. */
export interface MirrorLimits {
  /** Jobs that are over which the first look reads at most, the newest; and as many more each time the user asks for older ones. */
  readonly ended: number;
  /** Of each state that is not over. */
  readonly open: number;
  /** Where more have changed since the last look, all is looked at anew. */
  readonly changes: number;
}
const defaultLimits: MirrorLimits = { ended: 20_000, open: 100_000, changes: 20_000 };
const pageSize = 200;
/** Rows written in one go: between two of them this computer does what else there is to do. */
const sliceSize = 20;
/** Two words on one photograph within this time (ms) were said without knowing of each other. */
const lately = 10_000;

const openStates = ['queued', 'taken', 'failed', 'uncertain'] as const satisfies readonly SharedState[];

export interface MirrorTools {
  readonly store: Pick<Store, 'mirrored' | 'studioSync'>;
  readonly database: StudioDatabase;
  readonly shares: Pick<Shares, 'named' | 'folderOf' | 'text'>;
  readonly station: string;
  readonly profileOf: (serviceId: string) => string | null;
  /** A decision made here a moment ago does not stand: `station` has made another one. */
  readonly onOverruled: (station: string, paths: readonly string[]) => void;
  readonly onChange: () => void;
  readonly onFault: (fault: unknown) => void;
}

export interface Mirror {
  /** Reads what is new. @throws StudioUnreachable */
  refresh(): Promise<void>;
  /** Reads work that ended before what is here. @throws StudioUnreachable */
  fetchOlder(): Promise<void>;
  /** How far the first look is; null once it is over. */
  readonly sync: { readonly done: number; readonly total: number } | null;
  stop(): void;
}

export function createMirror(
  { store, database, shares, station, ...tools }: MirrorTools,
  limits = defaultLimits,
): Mirror {
  const { mirrored, studioSync } = store;
  const shown = createShownJobs(shares, tools.profileOf, tools.onFault);
  let sync: Mirror['sync'] = null;
  let isStopped = false;

  /** Writes a page of jobs, and what was decided about their photographs. */
  async function put(rows: readonly ShownRow[]): Promise<void> {
    const jobs = await shown.toMirroredJobs(database, rows);
    for (let offset = 0; offset < jobs.length && !isStopped; offset += sliceSize) {
      mirrored.apply(jobs.slice(offset, offset + sliceSize));
      await setImmediate();
    }
    const given = jobs.map(({ place, contentHash: hash }) => ({ ...place, hash }));
    if (given.length === 0 || isStopped) return;
    const marks = await database.query<DecisionRow>(decisionsByIdSql, [station, JSON.stringify(given)]);
    if (!isStopped && marks.length > 0) studioSync.decide(marks, 0);
  }

  /** Goes through the jobs of a state, the newest first; the id below which they were not read, or null. */
  async function goThrough(state: SharedState, beforeId: number | null, maxRows: number): Promise<number | null> {
    let from = beforeId ?? Number.MAX_SAFE_INTEGER;
    for (let left = maxRows; left > 0 && !isStopped; left -= pageSize) {
      const pageLimit = Math.min(pageSize, left);
      const rows = await database.query<ShownRow>(inStateSql, [state, from, pageLimit]);
      await put(rows);
      if (sync !== null) sync = { ...sync, done: sync.done + rows.length };
      tools.onChange();
      from = rows.at(-1)?.id ?? from;
      if (rows.length < pageLimit) return null;
    }
    return from;
  }

  async function firstLook(now: string, syncState: StudioSyncState): Promise<void> {
    const [open, ended] = [
      await database.query<{ count: number }>(countSql, [openStates, limits.open]),
      await database.query<{ count: number }>(countSql, [['done', 'cancelled'], limits.ended]),
    ];
    sync = { done: 0, total: [...open, ...ended].reduce((sum, { count }) => sum + count, 0) };
    try {
      for (const state of openStates) await goThrough(state, null, limits.open);
      await goThrough('cancelled', null, limits.ended);
      const olderThan = await goThrough('done', null, limits.ended);
      if (isStopped) return;
      // What was here from before, and is over by now.
      for (let ids = mirrored.open(0, pageSize); ids.length > 0; ids = mirrored.open(ids.at(-1) ?? 0, pageSize))
        await refresh(ids);
      if (isStopped) return;
      const olderAt = olderThan === null ? null : await endOf(olderThan);
      const jobs = JSON.stringify([now, 0]);
      studioSync.write({ ...syncState, jobs, photographs: JSON.stringify([now, '', '', '']), olderThan, olderAt });
    } finally {
      sync = null;
      tools.onChange();
    }
  }

  async function endOf(id: number): Promise<number> {
    const [row] = await database.query<ShownRow>(jobsByIdSql, [[id]]);
    return Math.round(Date.now() + (row?.finished ?? 0));
  }

  const refresh = async (ids: readonly number[]) => put(await database.query<ShownRow>(jobsByIdSql, [ids]));

  async function readChanges(now: string, syncState: StudioSyncState): Promise<void> {
    for (let isMore = true; isMore && !isStopped; ) {
      const [changed, id] = JSON.parse(syncState.jobs ?? '[]') as [string, number];
      const rows = await database.query<ShownRow>(changedSql, [changed, id, now, pageSize]);
      await put(rows);
      if (isStopped) return;
      const last = rows.at(-1);
      if (last) syncState = { ...syncState, jobs: JSON.stringify([last.changed, last.id]) };
      if (last) studioSync.write(syncState);
      isMore = rows.length === pageSize;
    }
    const lost = mirrored.unsure();
    for (let offset = 0; offset < lost.length && !isStopped; offset += pageSize)
      await refresh(lost.slice(offset, offset + pageSize));
    for (let isMore = true; isMore && !isStopped; ) {
      const from = JSON.parse(syncState.photographs ?? '[]') as unknown[];
      const rows = await database.query<DecisionRow>(decisionsSql, [station, ...from, now, pageSize]);
      const last = rows.at(-1);
      if (last === undefined || isStopped) return;
      decide(rows);
      const photographs = JSON.stringify([last.changed, last.share, last.path, last.contentHash]);
      syncState = { ...syncState, photographs };
      studioSync.write(syncState);
      isMore = rows.length === pageSize;
    }
  }

  function decide(rows: readonly DecisionRow[]): void {
    for (const [name, those] of Map.groupBy(rows, (row) => (row.isOwn ? null : (row.station ?? '')))) {
      const overruled = studioSync.decide(those, lately);
      if (name !== null && overruled.length > 0)
        tools.onOverruled(
          name,
          overruled.map(({ path }) => path),
        );
    }
  }

  return {
    get sync() {
      return sync;
    },
    refresh: coalesce(async () => {
      if (isStopped) return;
      const [found] = await database.query<{ now: string; studio: string; restored: boolean | null }>(horizonSql);
      if (found === undefined) return;
      if (found.restored === true)
        return database.transaction(async (queries) => {
          for (const sql of restoredSql) await queries.query(sql);
        });
      const { now, studio } = found;
      const before = studioSync.read();
      const isOther = before !== null && (before.studio !== studio || before.shares !== shares.text);
      if (isOther) {
        mirrored.clear();
        studioSync.forget();
      }
      const fresh = { studio, shares: shares.text, jobs: null, photographs: null, olderThan: null, olderAt: null };
      const syncState = before === null || isOther ? fresh : before;
      if (syncState !== before) studioSync.write(syncState);
      if (syncState.jobs === null) return await firstLook(now, syncState);
      const [from] = JSON.parse(syncState.jobs) as [string];
      const [changes] = await database.query<{ count: number }>(howManySql, [from, now, limits.changes + 1]);
      const isTooFar = (changes?.count ?? 0) > limits.changes || BigInt(from) > BigInt(now);
      return await (isTooFar ? firstLook(now, syncState) : readChanges(now, syncState));
    }),
    async fetchOlder() {
      const syncState = studioSync.read();
      if (syncState === null || syncState.olderThan === null) return;
      const olderThan = await goThrough('done', syncState.olderThan, limits.ended);
      if (isStopped) return;
      const olderAt = olderThan === null ? null : await endOf(olderThan);
      studioSync.write({ ...(studioSync.read() ?? syncState), olderThan, olderAt });
      tools.onChange();
    },
    stop() {
      isStopped = true;
    },
  };
}

/** For people at the station whose word does not stand. */
export function overruledMessage(station: string, paths: readonly string[]) {
  const [first = ''] = paths;
  const name = first.slice(first.lastIndexOf('/') + 1);
  return paths.length === 1
    ? msg('studio.overruled.one', { station, name })
    : msg('studio.overruled.some', { station, count: paths.length });
}
