/**
 * The mirror: jobs of other stations and decisions about photographs, stored next to this station's own. The first read is bounded;
 * older jobs follow on request.
 */
import { setImmediate } from 'node:timers/promises';
import { coalesce } from '../../files/coalesce.ts';
import type { Store, StudioSyncState } from '../../store/index.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import type { SharedState } from '../queue/queue-types.ts';
import type { Shares } from '../shares/shared-path.ts';
import {
  changedSql,
  countChangesSql,
  countSql,
  decisionsByIdSql,
  decisionsSql,
  horizonSql,
  inStateSql,
  jobsByIdSql,
  restoreSql,
} from './mirror-sql.ts';
import { type DecisionRow, type JobRow, MirroredJobReader } from './read-mirrored-jobs.ts';

export interface MirrorLimits {
  /** Finished jobs of the first read and of each later request. */
  readonly ended: number;
  /** Jobs of each other state. */
  readonly open: number;
  /** After more changes, everything is read again. */
  readonly changes: number;
}
const defaultLimits: MirrorLimits = { ended: 20_000, open: 100_000, changes: 20_000 };
const pageSize = 200;
/** Jobs written at once; other work runs between two slices. */
const sliceSize = 20;
/** Decisions within this time were made independently. */
const conflictWindowMs = 10_000;

const openStates = ['queued', 'taken', 'failed', 'uncertain'] as const satisfies readonly SharedState[];

export interface MirrorContext {
  readonly store: Pick<Store, 'mirrored' | 'studioSync'>;
  readonly database: StudioDatabase;
  readonly shares: Pick<Shares, 'toDisplayPath' | 'folderOf' | 'text'>;
  /** Id of this station. */
  readonly station: string;
  readonly profileOf: (serviceId: string) => string | null;
  readonly onOverruled: (station: string, paths: readonly string[]) => void;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

export interface Mirror {
  /** Reads changes. @throws StudioUnreachable */
  readonly refresh: () => Promise<void>;
  /** Reads older jobs. @throws StudioUnreachable */
  fetchOlder(): Promise<void>;
  /** Progress of the first read; null afterwards. */
  readonly sync: { readonly done: number; readonly total: number } | null;
  stop(): void;
}

export function createMirror(context: MirrorContext, limits = defaultLimits): Mirror {
  return new StudioMirror(context, limits);
}

class StudioMirror implements Mirror {
  readonly #context: MirrorContext;
  readonly #limits: MirrorLimits;
  readonly #reader: MirroredJobReader;
  #sync: Mirror['sync'] = null;
  #isStopped = false;

  readonly refresh = coalesce(() => this.#refresh());

  constructor(context: MirrorContext, limits: MirrorLimits) {
    this.#context = context;
    this.#limits = limits;
    this.#reader = new MirroredJobReader(context);
  }

  get sync() {
    return this.#sync;
  }

  async fetchOlder(): Promise<void> {
    const { studioSync } = this.#context.store;
    const syncState = studioSync.read();
    if (syncState === null || syncState.olderThan === null) return;
    const olderThan = await this.#readState('done', syncState.olderThan, this.#limits.ended);
    if (this.#isStopped) return;
    const olderAt = olderThan === null ? null : await this.#readEndOf(olderThan);
    studioSync.write({ ...(studioSync.read() ?? syncState), olderThan, olderAt });
    this.#context.onChange();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #refresh(): Promise<void> {
    if (this.#isStopped) return;
    const { database, shares, store } = this.#context;
    const [horizon] = await database.query<{ now: string; studio: string; restored: boolean | null }>(horizonSql);
    if (horizon === undefined) return;
    if (horizon.restored === true)
      return database.transaction(async (queries) => {
        for (const sql of restoreSql) await queries.query(sql);
      });
    const { now, studio } = horizon;
    const before = store.studioSync.read();
    const isOther = before !== null && (before.studio !== studio || before.shares !== shares.text);
    if (isOther) {
      store.mirrored.clear();
      store.studioSync.forget();
    }
    const fresh = { studio, shares: shares.text, jobs: null, photographs: null, olderThan: null, olderAt: null };
    const syncState = before === null || isOther ? fresh : before;
    if (syncState !== before) store.studioSync.write(syncState);
    if (syncState.jobs === null) return await this.#readAll(now, syncState);
    const [from] = JSON.parse(syncState.jobs) as [string];
    const maxChanges = this.#limits.changes;
    const [changes] = await database.query<{ count: number }>(countChangesSql, [from, now, maxChanges + 1]);
    const isTooFar = (changes?.count ?? 0) > maxChanges || BigInt(from) > BigInt(now);
    return await (isTooFar ? this.#readAll(now, syncState) : this.#readChanges(now, syncState));
  }

  async #readAll(now: string, syncState: StudioSyncState): Promise<void> {
    const { database, onChange, store } = this.#context;
    const [open, ended] = [
      await database.query<{ count: number }>(countSql, [openStates, this.#limits.open]),
      await database.query<{ count: number }>(countSql, [['done', 'cancelled'], this.#limits.ended]),
    ];
    this.#sync = { done: 0, total: [...open, ...ended].reduce((sum, { count }) => sum + count, 0) };
    try {
      for (const state of openStates) await this.#readState(state, null, this.#limits.open);
      await this.#readState('cancelled', null, this.#limits.ended);
      const olderThan = await this.#readState('done', null, this.#limits.ended);
      if (this.#isStopped) return;
      await this.#readOpenAgain();
      if (this.#isStopped) return;
      const olderAt = olderThan === null ? null : await this.#readEndOf(olderThan);
      const jobs = JSON.stringify([now, 0]);
      const photographs = JSON.stringify([now, '', '', '']);
      store.studioSync.write({ ...syncState, jobs, photographs, olderThan, olderAt });
    } finally {
      this.#sync = null;
      onChange();
    }
  }

  /** Reads the jobs of a state, newest first. Returns the last id if older ones are left, or null. */
  async #readState(state: SharedState, beforeId: number | null, maxRows: number): Promise<number | null> {
    const { database, onChange } = this.#context;
    let from = beforeId ?? Number.MAX_SAFE_INTEGER;
    for (let left = maxRows; left > 0 && !this.#isStopped; left -= pageSize) {
      const pageLimit = Math.min(pageSize, left);
      const rows = await database.query<JobRow>(inStateSql, [state, from, pageLimit]);
      await this.#save(rows);
      if (this.#sync !== null) this.#sync = { ...this.#sync, done: this.#sync.done + rows.length };
      onChange();
      from = rows.at(-1)?.id ?? from;
      if (rows.length < pageLimit) return null;
    }
    return from;
  }

  /** Reads open jobs of an earlier run again. */
  async #readOpenAgain(): Promise<void> {
    const { mirrored } = this.#context.store;
    for (let ids = mirrored.open(0, pageSize); ids.length > 0; ids = mirrored.open(ids.at(-1) ?? 0, pageSize))
      await this.#readJobs(ids);
  }

  async #readChanges(now: string, before: StudioSyncState): Promise<void> {
    const { database, store } = this.#context;
    let syncState = before;
    for (let isMore = true; isMore && !this.#isStopped; ) {
      const [changed, id] = JSON.parse(syncState.jobs ?? '[]') as [string, number];
      const rows = await database.query<JobRow>(changedSql, [changed, id, now, pageSize]);
      await this.#save(rows);
      if (this.#isStopped) return;
      const last = rows.at(-1);
      if (last) syncState = { ...syncState, jobs: JSON.stringify([last.changed, last.id]) };
      if (last) store.studioSync.write(syncState);
      isMore = rows.length === pageSize;
    }
    const unsure = store.mirrored.unsure();
    for (let offset = 0; offset < unsure.length && !this.#isStopped; offset += pageSize)
      await this.#readJobs(unsure.slice(offset, offset + pageSize));
    await this.#readDecisions(now, syncState);
  }

  async #readDecisions(now: string, before: StudioSyncState): Promise<void> {
    const { database, station, store } = this.#context;
    let syncState = before;
    for (let isMore = true; isMore && !this.#isStopped; ) {
      const from = JSON.parse(syncState.photographs ?? '[]') as unknown[];
      const rows = await database.query<DecisionRow>(decisionsSql, [station, ...from, now, pageSize]);
      const last = rows.at(-1);
      if (last === undefined || this.#isStopped) return;
      this.#saveDecisions(rows);
      const photographs = JSON.stringify([last.changed, last.share, last.path, last.contentHash]);
      syncState = { ...syncState, photographs };
      store.studioSync.write(syncState);
      isMore = rows.length === pageSize;
    }
  }

  #saveDecisions(rows: readonly DecisionRow[]): void {
    const { onOverruled, store } = this.#context;
    const byStation = Map.groupBy(rows, (row) => (row.isOwn ? null : (row.station ?? '')));
    for (const [name, decisions] of byStation) {
      const overruled = store.studioSync.decide(decisions, conflictWindowMs);
      const paths = overruled.map(({ path }) => path);
      if (name !== null && paths.length > 0) onOverruled(name, paths);
    }
  }

  async #readJobs(ids: readonly number[]): Promise<void> {
    await this.#save(await this.#context.database.query<JobRow>(jobsByIdSql, [ids]));
  }

  /** Returns the end of a job, ms since 1970. */
  async #readEndOf(id: number): Promise<number> {
    const [row] = await this.#context.database.query<JobRow>(jobsByIdSql, [[id]]);
    return Math.round(Date.now() + (row?.finished ?? 0));
  }

  /** Saves a page of jobs, and the decisions about their photographs. */
  async #save(rows: readonly JobRow[]): Promise<void> {
    const { database, station, store } = this.#context;
    const jobs = await this.#reader.read(database, rows);
    for (let offset = 0; offset < jobs.length && !this.#isStopped; offset += sliceSize) {
      store.mirrored.apply(jobs.slice(offset, offset + sliceSize));
      await setImmediate();
    }
    const photographs = jobs.map(({ place, contentHash: hash }) => ({ ...place, hash }));
    if (photographs.length === 0 || this.#isStopped) return;
    const decisions = await database.query<DecisionRow>(decisionsByIdSql, [station, JSON.stringify(photographs)]);
    if (!this.#isStopped && decisions.length > 0) store.studioSync.decide(decisions, 0);
  }
}
