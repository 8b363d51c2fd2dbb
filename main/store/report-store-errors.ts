/** Opens a store for a program that has people before it: tells them what keeps the database from being used, and when it must end. */
import { join } from 'node:path';
import { type Message, type MessageDescriptor, toLogText } from '../../contract/messages/message.ts';
import { restrictDataFolder } from './data-folder/restrict-permissions.ts';
import { type DatabaseTrouble, diagnoseCause, type FatalTrouble, isFatalTrouble } from './database/database-errors.ts';
import { openStore, repairMessage, retryTransient, type Store, troubleMessage, troubleOf } from './index.ts';
import { DatabaseBusy, DataFolderReadOnly } from './store-errors.ts';

export interface TroubleHandlers {
  readonly log: { warn(text: string): void };
  /** Trouble that passes; and (`isOver`) that it has. */
  readonly onTrouble: (sentence: MessageDescriptor, isOver: boolean) => void;
  /** Told once why the process has to end: its database is damaged (the next start repairs it), or gone. */
  readonly onEnd: (sentence: MessageDescriptor, problem: FatalTrouble) => void;
}

export interface DataFolder {
  /** Absolute. */
  readonly dataDir: string;
  /** Where results go until another folder is chosen. */
  readonly picturesFolder: string;
  /** What is waited for until it has passed: by default another program that has the database. */
  readonly waitsFor?: readonly DatabaseTrouble[];
  /** Puts into words what people find beside the database. */
  readonly toWords: (message: Message) => string;
  /** As in `openDatabase`: for a program that has the checks done once it is there. */
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
      return openStore({ folder: dataDir, busyMs, toWords, checksLater: showsServices });
    } catch (fault) {
      diagnoseCause(fault, join(dataDir, 'burnish.db'));
      throw troubleOf(fault) === 'read-only' ? new DataFolderReadOnly(dataDir) : fault;
    }
  };
  const store = await retryTransient(open, undefined, (problem) => {
    if (!waitsFor.includes(problem)) throw new DatabaseBusy(problem, dataDir);
    onTrouble(troubleMessage(problem, dataDir), false);
  });
  if (store.rescue) log.warn(toLogText(repairMessage(store.rescue)));
  store.trouble.subscribe((problem) => {
    const sentence = troubleMessage(problem, dataDir);
    if (problem !== null) log.warn(toLogText(sentence));
    if (problem === 'damaged') store.suspect();
    // Not in the midst of the statement that found it.
    if (isFatalTrouble(problem)) setImmediate(() => onEnd(sentence, problem));
    // Whoever waits for nothing ends with what it has met.
    else if (waitsFor.length > 0) onTrouble(sentence, problem === null);
  });
  if (store.settings.read().outputFolder === '') {
    await retryTransient(() => store.settings.save({ outputFolder: join(picturesFolder, 'Burnish') }));
  }
  return store;
}
