/** Carries changes of the store to the window: gathered, and sent about ten times a second at most. */
import type { Changes } from '../../preload/contract/channels.ts';
import type { ChangedList, Store, StoreChange } from '../store/index.ts';
import type { Live } from './live.ts';

export interface PushOptions {
  readonly store: Store;
  readonly live: Live;
  readonly send: (changes: Changes) => void;
  /** ms between two events at least. */
  readonly every?: number;
}

export interface Push {
  /** Something outside the database changed: engine, service or watch folder. */
  live(): void;
  stop(): void;
}

/** Speed, time left and what is undecided are counted over all jobs: worth a new number this often, in ms. */
const countsEvery = 1000;

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

export function startPush({ store, live, send, every = 100 }: PushOptions): Push {
  let gathered = nothing();
  let timer: NodeJS.Timeout | null = null;
  let countedAt = 0;

  const counts = (): Changes => {
    countedAt = Date.now();
    return { throughput: store.views.throughput(), undecided: store.views.undecided() };
  };

  const read = (all: Gathered): Changes => {
    const lists = all.foreign
      ? new Set<ChangedList>(['batches', 'recipes', 'folders', 'profiles', 'settings'])
      : all.lists;
    const countsAreDue = jobsChanged(all) && Date.now() - countedAt >= countsEvery;
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
        ? { engine: live.engine(), profileStatus: live.profiles(), folderStatus: live.folders() }
        : {}),
      ...(countsAreDue ? counts() : {}),
    };
  };

  const flush = () => {
    timer = null;
    const all = gathered;
    gathered = nothing();
    send(read(all));
    // The last change of a burst must not leave old numbers on the screen.
    if (jobsChanged(all) && Date.now() - countedAt < countsEvery) settle();
  };
  let settling: NodeJS.Timeout | null = null;
  const settle = () => {
    settling ??= setTimeout(() => {
      settling = null;
      send(counts());
    }, countsEvery);
  };
  const schedule = () => {
    timer ??= setTimeout(flush, every);
  };

  const unsubscribe = store.changes.subscribe((change: StoreChange) => {
    for (const id of change.jobs) gathered.jobs.add(id);
    for (const id of change.removedJobs) gathered.removedJobs.add(id);
    for (const id of change.resultsOf) gathered.resultsOf.add(id);
    for (const list of change.lists) gathered.lists.add(list);
    gathered.foreign ||= change.foreign;
    schedule();
  });
  // The command line may write to the same database.
  const foreign = setInterval(() => store.lookForForeignChanges(), 1000);

  return {
    live: () => {
      gathered.live = true;
      schedule();
    },
    stop: () => {
      unsubscribe();
      clearInterval(foreign);
      if (timer) clearTimeout(timer);
      if (settling) clearTimeout(settling);
    },
  };
}
