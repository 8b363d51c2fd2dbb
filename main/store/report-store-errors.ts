/** Opens the store for a program with users, and reports trouble with the database to them. */
import { join } from 'node:path';
import { type Message, type MessageDescriptor, toLogText } from '../../contract/messages/message.ts';
import { restrictDataFolder } from './data-folder/restrict-permissions.ts';
import { type DatabaseTrouble, diagnoseCause, type FatalTrouble, isFatalTrouble } from './database/database-errors.ts';
import { openStore, repairMessage, retryTransient, type Store, troubleMessage, troubleOf } from './index.ts';
import { DatabaseBusy, DataFolderReadOnly } from './store-errors.ts';

export interface TroubleHandlers {
  readonly log: { warn(text: string): void };
  readonly onTrouble: (message: MessageDescriptor, isOver: boolean) => void;
  /** Reports why the process has to end. The next start repairs damage. */
  readonly onEnd: (message: MessageDescriptor, trouble: FatalTrouble) => void;
}

export interface DataFolder {
  /** Absolute. */
  readonly dataDir: string;
  /** Parent of the default output folder, absolute. */
  readonly picturesFolder: string;
  /** Trouble to wait for. If empty, the program fails instead. */
  readonly waitsFor?: readonly DatabaseTrouble[];
  readonly toWords: (message: Message) => string;
  readonly showsServices?: boolean;
}

/**
 * @param isApplications as in `restrictDataFolder`
 * @param busyMs as in `openDatabase`
 * @throws DatabaseDamaged, DatabaseTooNew, DataFolderReadOnly; DatabaseBusy
 */
export async function openStoreWithAlerts(
  { dataDir, picturesFolder, waitsFor = ['locked'], toWords, showsServices = false }: DataFolder,
  isApplications: boolean,
  busyMs: number,
  { onTrouble, onEnd, log }: TroubleHandlers,
): Promise<Store> {
  const open = () => {
    try {
      restrictDataFolder(dataDir, isApplications);
      return openStore({ folder: dataDir, busyMs, toWords, shouldDeferChecks: showsServices });
    } catch (error) {
      diagnoseCause(error, join(dataDir, 'burnish.db'));
      throw troubleOf(error) === 'read-only' ? new DataFolderReadOnly(dataDir) : error;
    }
  };
  const store = await retryTransient(open, undefined, (trouble) => {
    if (!waitsFor.includes(trouble)) throw new DatabaseBusy(trouble, dataDir);
    onTrouble(troubleMessage(trouble, dataDir), false);
  });
  if (store.rescue) log.warn(toLogText(repairMessage(store.rescue)));
  store.trouble.subscribe((trouble) => {
    const message = troubleMessage(trouble, dataDir);
    if (trouble !== null) log.warn(toLogText(message));
    if (trouble === 'damaged') store.suspect();
    // Deferred, because the failed statement is still running.
    if (isFatalTrouble(trouble)) setImmediate(() => onEnd(message, trouble));
    else if (waitsFor.length > 0) onTrouble(message, trouble === null);
  });
  if (store.settings.read().outputFolder === '') {
    await retryTransient(() => store.settings.save({ outputFolder: join(picturesFolder, 'Burnish') }));
  }
  return store;
}
