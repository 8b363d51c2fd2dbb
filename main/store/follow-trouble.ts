/** Opens a store for a program that has people before it: tells them what keeps the database from being used, and when it must end. */
import { openStore, patiently, type Store, troubleSentence } from './index.ts';

export interface TroubleTold {
  /** Trouble that passes; and (`isOver`) that it has. */
  readonly onTrouble: (sentence: string, isOver: boolean) => void;
  /** Told once why the process has to end: its database is damaged (the next start repairs it), or gone. */
  readonly onEnd: (sentence: string, trouble: 'damaged' | 'gone') => void;
}

/**
 * @param busyMs as in `openDatabase`
 * @throws DatabaseDamaged, DatabaseTooNew; a locked database is waited for
 */
export async function openTelling(folder: string, busyMs: number, { onTrouble, onEnd }: TroubleTold): Promise<Store> {
  const onWait = () => onTrouble(troubleSentence('locked', folder), false);
  const store = await patiently(() => openStore({ folder, busyMs }), undefined, onWait);
  store.trouble.subscribe((trouble) => {
    const sentence = troubleSentence(trouble, folder);
    if (trouble === 'damaged') store.suspect();
    // Not in the midst of the statement that found it.
    if (trouble === 'damaged' || trouble === 'gone') setImmediate(() => onEnd(sentence, trouble));
    else onTrouble(sentence, trouble === null);
  });
  return store;
}
