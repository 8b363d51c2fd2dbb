/** Opens a store for a program that has people before it: tells them what keeps the database from being used, and when it must end. */
import { join } from 'node:path';
import { type Message, type MessageDescriptor, toLogText } from '../../contract/message.ts';
import { tightenDataFolder } from './data-folder/tighten.ts';
import { type EndingTrouble, findCause, isEnding, type Trouble } from './database/trouble.ts';
import { DataReadOnly, NotWaitedFor } from './errors.ts';
import { openStore, patiently, rescueSentence, type Store, troubleOf, troubleSentence } from './index.ts';

export interface TroubleTold {
  readonly log: { warn(text: string): void };
  /** Trouble that passes; and (`isOver`) that it has. */
  readonly onTrouble: (sentence: MessageDescriptor, isOver: boolean) => void;
  /** Told once why the process has to end: its database is damaged (the next start repairs it), or gone. */
  readonly onEnd: (sentence: MessageDescriptor, trouble: EndingTrouble) => void;
}

export interface DataFolder {
  /** Absolute. */
  readonly dataDir: string;
  /** Where results go until another folder is chosen. */
  readonly picturesFolder: string;
  /** What is waited for until it has passed: by default another program that has the database. */
  readonly waitsFor?: readonly Trouble[];
  /** Puts into words what people find beside the database. */
  readonly toWords: (message: Message) => string;
  /** As in `openDatabase`: for a program that has the checks done once it is there. */
  readonly showsServices?: boolean;
}

/**
 * @param isApplications as in `tightenDataFolder`
 * @param busyMs as in `openDatabase`
 * @throws DatabaseDamaged, DatabaseTooNew, DataReadOnly; NotWaitedFor
 */
export async function openTelling(
  { dataDir, picturesFolder, waitsFor = ['locked'], toWords, showsServices = false }: DataFolder,
  isApplications: boolean,
  busyMs: number,
  { onTrouble, onEnd, log }: TroubleTold,
): Promise<Store> {
  const open = () => {
    try {
      tightenDataFolder(dataDir, isApplications);
      return openStore({ folder: dataDir, busyMs, toWords, checksLater: showsServices });
    } catch (fault) {
      findCause(fault, join(dataDir, 'burnish.db'));
      throw troubleOf(fault) === 'read-only' ? new DataReadOnly(dataDir) : fault;
    }
  };
  const store = await patiently(open, undefined, (trouble) => {
    if (!waitsFor.includes(trouble)) throw new NotWaitedFor(trouble, dataDir);
    onTrouble(troubleSentence(trouble, dataDir), false);
  });
  if (store.rescue) log.warn(toLogText(rescueSentence(store.rescue)));
  store.trouble.subscribe((trouble) => {
    const sentence = troubleSentence(trouble, dataDir);
    if (trouble !== null) log.warn(toLogText(sentence));
    if (trouble === 'damaged') store.suspect();
    // Not in the midst of the statement that found it.
    if (isEnding(trouble)) setImmediate(() => onEnd(sentence, trouble));
    // Whoever waits for nothing ends with what it has met.
    else if (waitsFor.length > 0) onTrouble(sentence, trouble === null);
  });
  if (store.settings.read().outputFolder === '') {
    await patiently(() => store.settings.save({ outputFolder: join(picturesFolder, 'Burnish') }));
  }
  return store;
}
