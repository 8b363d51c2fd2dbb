/** Carries changes of the store to the window: gathered, and sent about ten times a second at most. */
import type { Changes } from '../../preload/contract/channels.ts';
import { type Clock, systemClock } from '../pipeline/clock.ts';
import type { ChangedList, Store, StoreChange } from '../store/index.ts';
import type { Live } from './live.ts';

export interface PushOptions {
  readonly store: Store;
  readonly live: Live;
  readonly send: (changes: Changes) => void;
  /** ms between two events at least. */
  readonly every?: number;
  readonly clock?: Clock;
}

export interface Push {
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
  readonly removedJobs: Set<number>;
  readonly resultsOf: Set<number>;
  readonly lists: Set<ChangedList>;
  foreign: boolean;
  live: boolean;
}

const nothing = (): Gathered => ({
  jobs: new Set(),
  removedJobs: new Set(),
  resultsOf: new Set(),
  lists: new Set(),
  foreign: false,
  live: false,
});

const jobsChanged = (all: Gathered): boolean => all.foreign || all.jobs.size > 0 || all.removedJobs.size > 0;

export function startPush({ store, live, send, every = 100, clock = systemClock }: PushOptions): Push {
  let gathered = nothing();
  let isStopped = false;
  /** Call off what is due. */
  let cancelFlush: (() => void) | null = null;
  let cancelSettling: (() => void) | null = null;
  let countedAt = Number.NEGATIVE_INFINITY;

  const counts = (): Changes => {
    countedAt = clock.monotonic();
    return { throughput: store.views.throughput(), undecided: store.views.undecided() };
  };

  const read = (all: Gathered): Changes => {
    const lists = all.foreign
      ? new Set<ChangedList>(['batches', 'recipes', 'folders', 'profiles', 'settings'])
      : all.lists;
    const countsAreDue = jobsChanged(all) && clock.monotonic() - countedAt >= countsEvery;
    return {
      ...(all.foreign
        ? { jobs: store.views.summaries() }
        : all.jobs.size > 0
          ? { jobs: store.views.byId(all.jobs) }
          : {}),
      ...(all.removedJobs.size > 0 ? { removedJobs: [...all.removedJobs] } : {}),
      ...(all.resultsOf.size > 0 ? { resultsOf: [...all.resultsOf] } : {}),
      ...(lists.has('batches') ? { batches: store.batches.list() } : {}),
      ...(lists.has('recipes') ? { recipes: store.recipes.list() } : {}),
      ...(lists.has('folders') ? { folders: store.folders.list() } : {}),
      ...(lists.has('profiles') ? { profiles: store.profiles.list() } : {}),
      ...(lists.has('settings') ? { settings: store.settings.read() } : {}),
      ...(all.live || lists.size > 0 || countsAreDue
        ? {
            engine: live.engine(),
            profileStatus: live.profiles(),
            folderStatus: live.folders(),
            outputTroubles: live.outputs(),
            power: live.power(),
          }
        : {}),
      ...(countsAreDue ? counts() : {}),
    };
  };

  const flush = () => {
    cancelFlush = null;
    const all = gathered;
    gathered = nothing();
    send(read(all));
    // The last change of a burst must not leave old numbers on the screen.
    if (jobsChanged(all) && clock.monotonic() - countedAt < countsEvery) settle();
  };
  const settle = () => {
    cancelSettling ??= clock.after(countsEvery, () => {
      cancelSettling = null;
      send(counts());
    });
  };
  const schedule = () => {
    // What ends after this (the engine, a question to a service) tells of it still, and the store is closed by then.
    if (isStopped) return;
    cancelFlush ??= clock.after(every, flush);
  };

  const unsubscribe = store.changes.subscribe((change: StoreChange) => {
    for (const id of change.jobs) gathered.jobs.add(id);
    for (const id of change.removedJobs) gathered.removedJobs.add(id);
    for (const id of change.resultsOf) gathered.resultsOf.add(id);
    for (const list of change.lists) gathered.lists.add(list);
    gathered.foreign ||= change.foreign;
    schedule();
  });
  let cancelLook = () => {};
  const lookAgain = () => {
    cancelLook = clock.after(foreignEvery, () => {
      lookAgain();
      store.lookForForeignChanges();
    });
  };
  lookAgain();

  return {
    live: () => {
      gathered.live = true;
      schedule();
    },
    stop: () => {
      isStopped = true;
      unsubscribe();
      cancelLook();
      cancelFlush?.();
      cancelSettling?.();
    },
  };
}
