/** Keeps a watcher on every watch folder of the store, and makes jobs of what it finds. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notice } from '../../contract/app/app-snapshot.ts';
import type { WatchFolder, WatchFolderStatus } from '../../contract/intake/watch-folder.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';
import { resolveLinks } from '../files/real-path.ts';
import type { Store } from '../store/index.ts';
import { addPhotographs, type FoundFile } from './add-photographs.ts';
import { decodeLater } from './deferred-decode.ts';
import type { StudioIntake } from './examine-file.ts';
import { displayName } from './path-kind.ts';
import { type FolderWatcher, type WatchEvent, type WatchRequest, watchFolder } from './watcher.ts';

export interface WatchFoldersOptions {
  readonly store: Store;
  readonly onChange: () => void;
  readonly onNotice: (tone: Notice['tone'], text: MessageDescriptor) => void;
  readonly times?: WatchRequest['times'];
  /** Delay before a failed intake is retried, in ms. */
  readonly retryAfterMs?: number;
  /** Of a computer that may take part in a studio. */
  readonly studio?: StudioWatchClaims;
}

export interface StudioWatchClaims {
  /** Whether this computer takes part in one now. */
  isIn(): boolean;
  /** The name of the station that watches a folder; null where that is this one, from now on, or there is no studio. */
  watcherOf(folder: string): Promise<string | null>;
  /** For photographs of a folder that come within some time of each other; null while this computer is in no studio. */
  intake(batch: { readonly key: string; readonly title: MessageDescriptor }, profileId: string): StudioIntake | null;
}

/** Interval of the checks whether an unwatched folder can be watched again, in ms. */
const recheckEvery = 5000;

export interface WatchFolders {
  /** Begins to watch, and from now on follows what the user changes. */
  start(): void;
  status(): WatchFolderStatus[];
  /** Asks the studio again whose the folders are. */
  askAgain(): void;
  /** Looks every folder through again, after the computer slept. */
  recheck(): void;
  /** Resolves when nothing is watched and everything found is in the database. */
  stop(): Promise<void>;
}

/** Photographs that come within this time of each other (ms) are one batch. */
const sameBatchWithin = 10 * 60 * 1000;

/** What is found within this time (ms) is taken in together, but for the first. */
const together = 250;

/** Where a watch folder's results go: its own choice, else the recipe's, else a folder inside the watched one. */
export function outputFolderOf(
  store: Pick<Store, 'folders' | 'recipes'>,
  folderId: string,
  recipe: Pick<Recipe, 'output'> | null = null,
): string | null {
  const folder = store.folders.get(folderId);
  if (folder === null) return null;
  const { output } = recipe ?? store.recipes.get(folder.recipeId) ?? {};
  return folder.outputFolder ?? output?.folder ?? join(folder.path, 'Burnish');
}

const watchedAs = (path: string) => msg('intake.watch.sameFolder', { path });

interface Watched {
  readonly folder: WatchFolder;
  readonly outputFolder: string;
  readonly watcher: FolderWatcher;
  condition: WatchFolderStatus['condition'];
  message: MessageDescriptor | null;
  readonly found: (FoundFile & { existing: boolean })[];
  taking: Promise<void> | null;
  /** Why photographs that were found are not taken in yet. */
  pendingReason: MessageDescriptor | null;
  /** Runs until what could not be taken in is tried again. */
  retryTimer: NodeJS.Timeout | null;
}

export function watchFolders({
  store,
  onChange,
  onNotice,
  times,
  retryAfterMs = 5000,
  studio,
}: WatchFoldersOptions): WatchFolders {
  const watched = new Map<string, Watched>();
  /** The batch that photographs of a folder go into, and when the last one did (by the clock that only grows). */
  const batches = new Map<string, { id: number; addedAt: number }>();
  /** The same of a studio's. */
  const sharedBatches = new Map<string, { readonly key: string; addedAt: number }>();
  /** Stations that watch folders in the place of this one, by folder. */
  const watchers = new Map<string, string>();
  /** Paths under which skipped folders are watched for the same recipe, by folder. */
  const twins = new Map<string, string>();
  const later = decodeLater(store);
  let againTimer: NodeJS.Timeout | null = null;
  let unsubscribe: (() => void) | null = null;
  let syncing: Promise<void> = Promise.resolve();

  const batchOf = (folder: WatchFolder) => {
    const open = batches.get(folder.id);
    if (open && performance.now() - open.addedAt < sameBatchWithin && store.batches.get(open.id))
      return { batchId: open.id };
    return { title: titleOf(folder), origin: 'watch' as const, folderId: folder.id };
  };
  const titleOf = (folder: WatchFolder) => msg('intake.batch.watched', { folder: displayName(folder.path) });
  const intakeOf = (folder: WatchFolder, profileId: string) => {
    if (studio === undefined) return {};
    const now = performance.now();
    const open = sharedBatches.get(folder.id);
    const { key } = open && now - open.addedAt < sameBatchWithin ? open : { key: randomUUID() };
    sharedBatches.set(folder.id, { key, addedAt: now });
    const intake = studio.intake({ key, title: titleOf(folder) }, profileId);
    return intake === null ? {} : { studio: intake };
  };

  /** Takes in what was found, the scan's files apart from those that were seen arriving. */
  const take = async (entry: Watched) => {
    for (; entry.found.length > 0; await sleep(together)) {
      const existing = entry.found[0]?.existing ?? false;
      const end = entry.found.findIndex((file) => file.existing !== existing);
      const files = entry.found.splice(0, end < 0 ? entry.found.length : end);
      const recipe = store.recipes.get(entry.folder.recipeId);
      if (recipe === null) {
        entry.condition = 'failed';
        entry.message = msg('intake.watch.noRecipe');
        entry.found.unshift(...files);
        break;
      }
      const profileId = recipe.profileId ?? store.settings.read().defaultProfileId;
      const report = await addPhotographs(files, {
        store,
        recipe,
        batch: batchOf(entry.folder),
        outputFolder: entry.outputFolder,
        profileId,
        ...intakeOf(entry.folder, profileId),
        from: existing ? 'scan' : 'watch',
        takeResults: entry.folder.takeResults,
        onGlance: later.add,
      }).catch((fault: unknown) => {
        // None of them is forgotten; those that were taken in before it came to this are known as that.
        entry.found.unshift(...files);
        throw fault;
      });
      entry.pendingReason = null;
      if (report.batchId !== null) batches.set(entry.folder.id, { id: report.batchId, addedAt: performance.now() });
      onChange();
    }
  };

  const takeAll = (entry: Watched) => {
    if (entry.retryTimer !== null) clearTimeout(entry.retryTimer);
    entry.retryTimer = null;
    entry.taking ??= take(entry)
      .catch((fault: unknown) => {
        entry.pendingReason = msg('intake.watch.behind', {
          why: fault instanceof Error ? fault.message : String(fault),
        });
        if (watched.get(entry.folder.id) === entry) entry.retryTimer = setTimeout(() => takeAll(entry), retryAfterMs);
        onChange();
      })
      .finally(() => {
        entry.taking = null;
      });
  };

  const onWatchEvent = (id: string, event: WatchEvent) => {
    const entry = watched.get(id);
    if (!entry) return;
    switch (event.kind) {
      case 'found':
        entry.found.push(event);
        takeAll(entry);
        return;
      case 'ready':
        entry.condition = 'watching';
        entry.message = null;
        break;
      case 'gone':
        entry.condition = 'gone';
        entry.message = event.message;
        onNotice('warning', event.message);
        break;
      case 'back':
        entry.condition = 'scanning';
        entry.message = null;
        // A link may lead elsewhere by now.
        askAgain();
        break;
      case 'notice':
        entry.message = event.message;
        onNotice('warning', event.message);
        break;
      default:
        event satisfies never;
    }
    onChange();
  };

  const open = (folder: WatchFolder, outputFolder: string) => {
    const otherOutputFolders = store.folders.list().flatMap(({ id }) => outputFolderOf(store, id) ?? []);
    const entry: Watched = {
      folder,
      outputFolder,
      condition: 'scanning',
      message: null,
      found: [],
      taking: null,
      retryTimer: null,
      pendingReason: null,
      watcher: watchFolder(
        {
          path: folder.path,
          subfolders: folder.subfolders,
          ignore: folder.ignore,
          existing: folder.existing,
          polling: folder.polling,
          followLinks: folder.followLinks,
          outputFolders: [...otherOutputFolders, store.settings.read().outputFolder, store.folder],
          ...(times ? { times } : {}),
        },
        (event) => onWatchEvent(folder.id, event),
      ),
    };
    watched.set(folder.id, entry);
  };

  const close = async (entry: Watched) => {
    watched.delete(entry.folder.id);
    if (entry.retryTimer !== null) clearTimeout(entry.retryTimer);
    await entry.watcher.close();
    await entry.taking;
  };

  /** As it was, while that cannot be told. */
  const watcherOf = async (folder: string, before: string | null) =>
    studio?.watcherOf(folder).catch(() => before) ?? null;

  /** Opens, closes and reopens watchers until they are as the store says. */
  const sync = async () => {
    const wanted = new Map(
      store.folders
        .list()
        .filter(({ paused }) => !paused)
        .map((folder) => [folder.id, folder]),
    );
    for (const { id, path } of wanted.values()) {
      const before = watchers.get(id);
      const watcher = await watcherOf(path, before ?? null);
      if (watcher === null) watchers.delete(id);
      else {
        watchers.set(id, watcher);
        wanted.delete(id);
        if (watcher !== before) onNotice('info', msg('studio.watch.elsewhere', { station: watcher }));
      }
    }
    for (const [id, twin] of await findTwins([...wanted.values()])) {
      wanted.delete(id);
      if (twins.get(id) === twin.path) continue;
      twins.set(id, twin.path);
      onNotice('info', watchedAs(twin.path));
    }
    for (const id of twins.keys()) if (wanted.has(id)) twins.delete(id);
    for (const entry of [...watched.values()]) {
      const folder = wanted.get(entry.folder.id);
      const outputFolder = folder ? outputFolderOf(store, folder.id) : null;
      const isUnchanged =
        JSON.stringify(folder) === JSON.stringify(entry.folder) && outputFolder === entry.outputFolder;
      if (!isUnchanged) await close(entry);
    }
    for (const folder of wanted.values()) {
      const outputFolder = outputFolderOf(store, folder.id);
      if (!watched.has(folder.id) && outputFolder !== null) open(folder, outputFolder);
    }
    onChange();
  };

  /** Folders that lead to the same one as an earlier folder, with the same recipe and output folder. */
  const findTwins = async (folders: readonly WatchFolder[]) => {
    const firstOf = new Map<string, WatchFolder>();
    const found = new Map<string, WatchFolder>();
    for (const folder of folders) {
      const outputFolder = outputFolderOf(store, folder.id) ?? folder.path;
      const key = JSON.stringify([await resolveLinks(folder.path), await resolveLinks(outputFolder), folder.recipeId]);
      const first = firstOf.get(key);
      if (first === undefined) firstOf.set(key, folder);
      else found.set(folder.id, first);
    }
    return found;
  };

  const askAgain = () => {
    syncing = syncing.then(sync);
  };

  const watchedElsewhere = (id: string) => {
    const [station, twin] = [watchers.get(id), twins.get(id)];
    if (station !== undefined) return msg('studio.watch.elsewhere', { station });
    return twin === undefined ? null : watchedAs(twin);
  };

  return {
    start: () => {
      unsubscribe ??= store.changes.subscribe(({ lists, foreign }) => {
        if (foreign || lists.has('folders') || lists.has('recipes')) syncing = syncing.then(sync);
      });
      syncing = syncing.then(sync);
      const rescan = () => {
        if (studio?.isIn() || watchers.size > 0 || twins.size > 0) askAgain();
      };
      againTimer = setInterval(rescan, recheckEvery);
    },
    askAgain,
    status: () =>
      store.folders.list().map((folder): WatchFolderStatus => {
        const entry = watched.get(folder.id);
        return {
          id: folder.id,
          condition: folder.paused ? 'paused' : (entry?.condition ?? 'scanning'),
          message: entry?.pendingReason ?? entry?.message ?? watchedElsewhere(folder.id),
        };
      }),
    recheck: () => {
      for (const { watcher } of watched.values()) watcher.recheck();
    },
    stop: async () => {
      if (againTimer !== null) clearInterval(againTimer);
      unsubscribe?.();
      unsubscribe = null;
      await syncing;
      await Promise.all([...watched.values()].map(close));
      await later.close();
    },
  };
}
