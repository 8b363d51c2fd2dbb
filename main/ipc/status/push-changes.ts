/** Sends changes of the store and of the live status to the window, joined and at a limited rate. */
import type { Changes } from '../../../contract/app/app-snapshot.ts';
import { type Clock, systemClock } from '../../clock.ts';
import type { VisibleRows } from '../../review/lists/visible-rows.ts';
import { type ChangedList, type Store, type StoreChange, troubleOf } from '../../store/index.ts';
import type { LiveStatus } from '../bridge/ipc-context.ts';
import { type Counts, readLiveStatus } from './snapshot.ts';

interface PushOptions {
  readonly store: Store;
  readonly live: LiveStatus;
  /** Rows that the window shows. */
  readonly showing: VisibleRows;
  /** Counts over all jobs; may take a while. */
  readonly count: () => Promise<Counts>;
  /** Receives errors of reading, except unavailability of the database. */
  readonly report: (error: unknown) => void;
  readonly send: (changes: Changes) => void;
  /** Shortest time between two events, in ms. */
  readonly every?: number;
  readonly clock?: Clock;
}

export interface ChangePush {
  /** Reports a change outside the database: engine, service or watch folder. */
  live(): void;
  stop(): void;
}

export function startChangePush(options: PushOptions): ChangePush {
  const pusher = new ChangePusher(options);
  pusher.start();
  return { live: () => pusher.markLive(), stop: () => pusher.stop() };
}

/** Counts cover all jobs, so they are read at most this often. */
const countIntervalMs = 1000;

/** Other processes that write send no event, so the database is checked this often. */
const foreignCheckIntervalMs = 1000;

interface PendingChanges {
  readonly jobs: Set<number>;
  readonly photographs: Set<number>;
  readonly lists: Set<ChangedList>;
  /** Another process has written. */
  isForeign: boolean;
  isLive: boolean;
}

const noChanges = (): PendingChanges => ({
  jobs: new Set(),
  photographs: new Set(),
  lists: new Set(),
  isForeign: false,
  isLive: false,
});

const hasChangedJobs = ({ isForeign, jobs }: PendingChanges): boolean => isForeign || jobs.size > 0;

const nothingToCancel = () => undefined;

class ChangePusher {
  readonly #options: PushOptions;
  readonly #clock: Clock;
  #pending = noChanges();
  #isStopped = false;
  #cancelFlush: (() => void) | null = null;
  #cancelCount: (() => void) | null = null;
  #cancelForeignCheck: () => void = nothingToCancel;
  #unsubscribe: () => void = nothingToCancel;
  #lastCountAt = Number.NEGATIVE_INFINITY;
  /** Closed output folders and prices of services, as JSON. The counts depend on them. */
  #countConditions = '';

  constructor(options: PushOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  start(): void {
    this.#unsubscribe = this.#options.store.changes.subscribe((change) => this.#add(change));
    this.#checkForeignLater();
  }

  markLive(): void {
    this.#pending.isLive = true;
    this.#flushLater();
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#cancelForeignCheck();
    this.#cancelFlush?.();
    this.#cancelCount?.();
  }

  #add({ jobs, photographs, lists, foreign }: StoreChange): void {
    for (const id of jobs) this.#pending.jobs.add(id);
    for (const id of photographs) this.#pending.photographs.add(id);
    for (const list of lists) this.#pending.lists.add(list);
    this.#pending.isForeign ||= foreign;
    this.#flushLater();
  }

  #checkForeignLater(): void {
    this.#cancelForeignCheck = this.#clock.after(foreignCheckIntervalMs, () => {
      this.#checkForeignLater();
      this.#options.store.readForeignChanges();
    });
  }

  #flushLater(): void {
    // Parts that end later (engine, requests) still report, but the store is closed.
    if (this.#isStopped) return;
    this.#cancelFlush ??= this.#clock.after(this.#options.every ?? 100, () => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush = null;
    const changes = this.#pending;
    this.#pending = noChanges();
    const isCountDue = hasChangedJobs(changes) && this.#clock.monotonic() - this.#lastCountAt >= countIntervalMs;
    const needsStatus = changes.isLive || changes.lists.size > 0 || isCountDue;
    this.#options.send(readChanges(changes, needsStatus, this.#options));
    this.#sendPhotographs(changes);
    if (isCountDue) this.#sendCounts();
    // The last change of a burst must not leave old counts on the screen.
    else if (hasChangedJobs(changes) || this.#hasOtherConditions(changes)) this.#countLater();
  }

  #hasOtherConditions({ isLive, lists }: PendingChanges): boolean {
    if (!isLive && !lists.has('profiles')) return false;
    const { live, store } = this.#options;
    const before = this.#countConditions;
    const folders = live.outputs().map(({ folder }) => folder);
    this.#countConditions = JSON.stringify([folders, store.profiles.list().map(({ id, costs }) => [id, costs])]);
    return this.#countConditions !== before;
  }

  #countLater(): void {
    this.#cancelCount ??= this.#clock.after(countIntervalMs, () => {
      this.#cancelCount = null;
      this.#sendCounts();
    });
  }

  #sendCounts(): void {
    this.#lastCountAt = this.#clock.monotonic();
    this.#sendLater(this.#options.count());
  }

  #sendPhotographs({ isForeign, photographs }: PendingChanges): void {
    const { showing, store } = this.#options;
    const ids = isForeign ? [...showing.photographs] : showing.photographsAmong(photographs);
    if (ids.length === 0) return;
    const rows = store.photographViews.byId(ids, showing.query);
    this.#sendLater(rows.then((found) => ({ photographs: found.filter((row) => row !== null) })));
  }

  #sendLater(changes: Promise<Changes>): void {
    const { send, report } = this.#options;
    changes.then(
      (read) => {
        if (!this.#isStopped) send(read);
      },
      (error: unknown) => {
        // Everything is read again when an unavailable database is back. After a stop, the thread is closed.
        if (!this.#isStopped && troubleOf(error) === null) report(error);
      },
    );
  }
}

const allLists: readonly ChangedList[] = [
  'batches',
  'recipes',
  'folders',
  'profiles',
  'presets',
  'export_presets',
  'settings',
];

/** Reads the changed rows and lists, except photographs and counts, which take longer. */
function readChanges(
  changes: PendingChanges,
  needsStatus: boolean,
  { store, live, showing }: Pick<PushOptions, 'store' | 'live' | 'showing'>,
): Changes {
  const { isForeign } = changes;
  const lists = isForeign ? new Set(allLists) : changes.lists;
  const jobs = isForeign ? [...showing.jobs] : showing.jobsAmong(changes.jobs);
  return {
    ...(jobs.length > 0 ? { jobs: store.views.byId(jobs) } : {}),
    ...(hasChangedJobs(changes) ? { jobsChanged: true } : {}),
    ...(isForeign || changes.photographs.size > 0
      ? { photographsChanged: true, hasClientAnswers: store.clientPicks.isAny() }
      : {}),
    ...(lists.has('batches') ? { batches: store.batches.list() } : {}),
    ...(lists.has('recipes') ? { recipes: store.recipes.list() } : {}),
    ...(lists.has('folders') ? { folders: store.folders.list() } : {}),
    ...(lists.has('profiles') ? { profiles: store.profiles.list() } : {}),
    ...(lists.has('presets') ? { presets: store.presets.list() } : {}),
    ...(lists.has('export_presets') ? { exportPresets: store.exportPresets.list() } : {}),
    ...(lists.has('settings') ? { settings: store.settings.read() } : {}),
    ...(needsStatus || isForeign ? readLiveStatus(live) : {}),
  };
}
