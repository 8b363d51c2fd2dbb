/** The open database of a store, with its locks, watchers and folders. */
import { join } from 'node:path';
import { type Message, msg, toLogText } from '../../contract/messages/message.ts';
import { createChanges } from './change-notifier.ts';
import { openMarkedFolder } from './data-folder/marked-folder.ts';
import { databaseName } from './database/backups.ts';
import { type Database, openDatabase } from './database/database.ts';
import { diagnoseCause, watchTrouble } from './database/database-errors.ts';
import { createGroupSync } from './database/group-sync.ts';
import { hasMarkedFolders, markFolders } from './database/migrate.ts';
import { createProcessLock } from './database/process-lock.ts';
import { createQueueLock } from './database/queue-lock.ts';
import { createWalCheckpointer } from './database/wal-marker.ts';
import { createDatabaseWorker } from './database/worker/database-worker.ts';
import { recipes } from './documents/document-tables.ts';
import type { QueueContext } from './store-context.ts';

export interface StoreOptions {
  /** The data folder, absolute. */
  readonly folder: string;
  /** The clock, ms since 1970. */
  readonly now?: () => number;
  /** As in `openDatabase`. */
  readonly busyMs?: number;
  /** As in `openDatabase`. */
  readonly shouldDeferChecks?: boolean;
  /** Formats texts in the data folder, by default as in the log. */
  readonly toWords?: (message: Message) => string;
}

export type StoreConnection = ReturnType<typeof openConnection>;

/** @throws DatabaseDamaged, DatabaseTooNew */
export function openConnection(options: StoreOptions) {
  const { folder, now = Date.now, toWords = toLogText } = options;
  const changes = createChanges();
  const fill = (empty: Database) => recipes({ db: empty, now, changes }).addStarters(recipeNamer(options));
  const { db, rescue, isUnchecked } = openDatabase(join(folder, databaseName), {
    shouldDeferChecks: options.shouldDeferChecks ?? false,
    fill,
    now,
    toWords,
    ...(options.busyMs === undefined ? {} : { busyMs: options.busyMs }),
  });
  const trouble = watchTrouble(db);
  const worker = createDatabaseWorker();
  const wal = createWalCheckpointer(db, worker);
  const ownFolders = openOwnFolders(db, folder, toWords(msg('store.ownFolder')));
  const groupSync = createGroupSync(db);
  const context: QueueContext = { db, now, changes, lightly: groupSync.lightly };
  return {
    context,
    /** The data folder, absolute. */
    folder,
    ...ownFolders,
    rescue,
    isUnchecked,
    trouble,
    worker,
    wal,
    groupSync,
    queueLock: createQueueLock(db, now),
    processes: createProcessLock(`${db.name}-processes`),
    /** Resolves when all earlier commits survive a power cut. Concurrent calls share one sync. */
    onDisk: (): Promise<void> =>
      groupSync.reached().catch((error: unknown) => {
        diagnoseCause(error, db.name);
        throw error;
      }),
  };
}

/** Translates names of starter recipes. */
function recipeNamer({ toWords }: StoreOptions): (name: string) => string {
  return (name) => (toWords ? toWords(msg('store.named', { name: { named: name } })) : name);
}

function openOwnFolders(db: Database, folder: string, markerText: string) {
  try {
    // Only once, because later a folder without a marker is the user's.
    const shouldAdopt = !hasMarkedFolders(db);
    const workFolder = openMarkedFolder(folder, 'work', shouldAdopt, markerText);
    const previewFolder = openMarkedFolder(folder, 'previews', shouldAdopt, markerText);
    // Earlier versions had no such folder.
    const keptFolder = openMarkedFolder(folder, 'kept', false, markerText);
    if (shouldAdopt) markFolders(db);
    return { workFolder, previewFolder, keptFolder };
  } catch (error) {
    db.close();
    throw error;
  }
}
