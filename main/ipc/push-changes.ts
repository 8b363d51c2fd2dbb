import type { Changes } from '../../contract/app/app-snapshot.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { VisibleRows } from '../review/lists/visible-rows.ts';
import { type ChangedList, type Store, type StoreChange, troubleOf } from '../store/index.ts';
import type { LiveStatus } from './live-status.ts';
import type { Counts } from './snapshot.ts';

export interface PushOptions {
  readonly store: Store;
  readonly live: LiveStatus;
  /** Rows that the window shows. */
  readonly showing: VisibleRows;
  /** Counts over all jobs; may take a while. */
  readonly count: () => Promise<Counts>;
  /** Told of what could not be read. */
  readonly report: (fault: unknown) => void;
  readonly send: (changes: Changes) => void;
  /** ms between two events at least. */
  readonly every?: number;
  readonly clock?: Clock;
}

export interface ChangePush {
  /** Something outside the database changed: engine, service or watch folder. */
  live(): void;
  stop(): void;
}

/** Speed, time left and what is undecided are counted over all jobs: worth a new number this often, in ms. */
const countsEvery = 1000;

/** Another process that writes tells nobody: the database is asked this often, in ms. */
const foreignEvery = 1000;

interface Gathered {
  readonly jobs: Set<number>;
  readonly photographs: Set<number>;
  readonly lists: Set<ChangedList>;
  foreign: boolean;
  live: boolean;
}

const nothing = (): Gathered => ({
  jobs: new Set(),
  photographs: new Set(),
  lists: new Set(),
  foreign: false,
  live: false,
});

const jobsChanged = (all: Gathered): boolean => all.foreign || all.jobs.size > 0;

export function startChangePush(options: PushOptions): ChangePush {
  const { store, live, showing, count, report, send, every = 100, clock = systemClock } = options;
  let gathered = nothing();
  let isStopped = false;
  /** Call off what is due. */
  let cancelFlush: (() => void) | null = null;
  let cancelSettling: (() => void) | null = null;
  let countedAt = Number.NEGATIVE_INFINITY;

  /** Tells what `read` comes to, unless this has ended by then. */
  const sendLater = (read: Promise<Changes>) => {
    read.then(
      (changes) => {
        if (!isStopped) send(changes);
      },
      (fault: unknown) => {
        // The database cannot be had: everything is read again when it can. A thread that was closed has nobody to tell.
        if (!isStopped && troubleOf(fault) === null) report(fault);
      },
    );
  };
  const sendCounts = () => {
    countedAt = clock.monotonic();
    sendLater(count());
  };
  const sendPhotographs = (all: Gathered) => {
    const ids = all.foreign ? [...showing.photographs] : showing.photographsAmong(all.photographs);
    if (ids.length === 0) return;
    const rows = store.photographViews.byId(ids, showing.query);
    sendLater(rows.then((found) => ({ photographs: found.filter((row) => row !== null) })));
  };

  const countsDue = (all: Gathered) => jobsChanged(all) && clock.monotonic() - countedAt >= countsEvery;
  const read = (all: Gathered): Changes => {
    const lists = all.foreign
      ? new Set<ChangedList>(['batches', 'recipes', 'folders', 'profiles', 'presets', 'export_presets', 'settings'])
      : all.lists;
    const shown = all.foreign ? [...showing.jobs] : showing.jobsAmong(all.jobs);
    return {
      ...(shown.length > 0 ? { jobs: store.views.byId(shown) } : {}),
      ...(jobsChanged(all) ? { jobsChanged: true } : {}),
      ...(all.foreign || all.photographs.size > 0
        ? { photographsChanged: true, hasClientAnswers: store.clientPicks.isAny() }
        : {}),
      ...(lists.has('batches') ? { batches: store.batches.list() } : {}),
      ...(lists.has('recipes') ? { recipes: store.recipes.list() } : {}),
      ...(lists.has('folders') ? { folders: store.folders.list() } : {}),
      ...(lists.has('profiles') ? { profiles: store.profiles.list() } : {}),
      ...(lists.has('presets') ? { presets: store.presets.list() } : {}),
      ...(lists.has('export_presets') ? { exportPresets: store.exportPresets.list() } : {}),
      ...(lists.has('settings') ? { settings: store.settings.read() } : {}),
      ...(all.live || lists.size > 0 || countsDue(all)
        ? {
            engine: live.engine(),
            profileStatus: live.profiles(),
            folderStatus: live.folders(),
            outputTroubles: live.outputs(),
            power: live.power(),
            studio: live.studio(),
          }
        : {}),
    };
  };

  /** Closed folders, prices and limits, which change the counts too. */
  let terms = '';
  const hasOtherTerms = () => {
    const before = terms;
    const folders = live.outputs().map(({ folder }) => folder);
    terms = JSON.stringify([folders, store.profiles.list().map(({ id, costs }) => [id, costs])]);
    return terms !== before;
  };

  const flush = () => {
    cancelFlush = null;
    const all = gathered;
    gathered = nothing();
    const isDue = countsDue(all);
    send(read(all));
    sendPhotographs(all);
    if (isDue) sendCounts();
    // The last change of a burst must not leave old numbers on the screen.
    else if (jobsChanged(all) || ((all.live || all.lists.has('profiles')) && hasOtherTerms())) settle();
  };
  const settle = () => {
    cancelSettling ??= clock.after(countsEvery, () => {
      cancelSettling = null;
      sendCounts();
    });
  };
  const schedule = () => {
    // What ends after this (the engine, a question to a service) tells of it still, and the store is closed by then.
    if (isStopped) return;
    cancelFlush ??= clock.after(every, flush);
  };

  const unsubscribe = store.changes.subscribe((change: StoreChange) => {
    for (const id of change.jobs) gathered.jobs.add(id);
    for (const id of change.photographs) gathered.photographs.add(id);
    for (const list of change.lists) gathered.lists.add(list);
    gathered.foreign ||= change.foreign;
    schedule();
  });
  let cancelCheck = () => {};
  const checkAgain = () => {
    cancelCheck = clock.after(foreignEvery, () => {
      checkAgain();
      store.readForeignChanges();
    });
  };
  checkAgain();

  return {
    live: () => {
      gathered.live = true;
      schedule();
    },
    stop: () => {
      isStopped = true;
      unsubscribe();
      cancelCheck();
      cancelFlush?.();
      cancelSettling?.();
    },
  };
}
