/** Opens a store for a program that has people before it: tells them what keeps the database from being used, and when it must end. */
import { join } from 'node:path';
import { openStore, patiently, rescueSentence, type Store, troubleSentence } from './index.ts';
import { tightenDataFolder } from './tighten.ts';

export interface TroubleTold {
  readonly log: { warn(text: string): void };
  /** Trouble that passes; and (`isOver`) that it has. */
  readonly onTrouble: (sentence: string, isOver: boolean) => void;
  /** Told once why the process has to end: its database is damaged (the next start repairs it), or gone. */
  readonly onEnd: (sentence: string, trouble: 'damaged' | 'gone') => void;
}

export interface DataFolder {
  /** Absolute. */
  readonly dataDir: string;
  /** Where results go until another folder is chosen. */
  readonly picturesFolder: string;
}

/**
 * @param isApplications as in `tightenDataFolder`
 * @param busyMs as in `openDatabase`
 * @throws DatabaseDamaged, DatabaseTooNew; a locked database is waited for
 */
export async function openTelling(
  { dataDir, picturesFolder }: DataFolder,
  isApplications: boolean,
  busyMs: number,
  { onTrouble, onEnd, log }: TroubleTold,
): Promise<Store> {
  tightenDataFolder(dataDir, isApplications);
  const onWait = () => onTrouble(troubleSentence('locked', dataDir), false);
  const store = await patiently(() => openStore({ folder: dataDir, busyMs }), undefined, onWait);
  if (store.rescue) log.warn(rescueSentence(store.rescue));
  store.trouble.subscribe((trouble) => {
    const sentence = troubleSentence(trouble, dataDir);
    if (trouble !== null) log.warn(sentence);
    if (trouble === 'damaged') store.suspect();
    // Not in the midst of the statement that found it.
    if (trouble === 'damaged' || trouble === 'gone') setImmediate(() => onEnd(sentence, trouble));
    else onTrouble(sentence, trouble === null);
  });
  if (store.settings.read().outputFolder === '') {
    await patiently(() => store.settings.save({ outputFolder: join(picturesFolder, 'Burnish') }));
  }
  return store;
}
