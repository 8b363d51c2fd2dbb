/** Completes or undoes killed moves, and removes leftover temporary files. */
import { lstat, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type Message, msg } from '../../../contract/messages/message.ts';
import { syncFolder } from '../../files/atomic-write.ts';
import { hasContent } from '../../files/content-hash.ts';
import { diskErrorMessage } from '../../files/disk-errors.ts';
import { type FileMove, type MovedFile, type Store, troubleOf } from '../../store/index.ts';
import { completeMove, giveName, type MoveStore, releaseOnError, undoMove } from './move-files.ts';
import { findSidecars } from './original-sidecars.ts';
import { isPlaceholder, isSameFile, isTaken } from './target-file.ts';
import { isTemporaryFolderName, isTemporaryName } from './temporary-file.ts';

export type RecoveryStore = MoveStore & Pick<Store, 'temporaryFiles'>;

const runs = new WeakMap<object, Promise<unknown>>();

/** Recovers entries of ended processes, before a process begins its own work. @returns reasons of incomplete moves */
export function recoverFiles(store: RecoveryStore): Promise<Message[]> {
  const run = (runs.get(store.unfinished) ?? Promise.resolve()).then(() => recover(store));
  runs.set(
    store.unfinished,
    run.catch(() => undefined),
  );
  return run;
}

async function recover(store: RecoveryStore): Promise<Message[]> {
  const { temporaries, moves } = adopt(store);
  const messages: Message[] = [];
  for (const path of temporaries) if (!(await clearTemporary(path, store))) store.unfinished.release([path]);
  for (const move of moves) {
    const reason = await releaseOnError(move, store, () => recoverMove(move, store)).catch((error) => {
      const diskError = diskErrorMessage(error);
      if (diskError === null) throw error;
      return diskError.forFile;
    });
    const values = { name: basename(move.from), folder: dirname(move.to) };
    if (reason !== null) messages.push(msg('store.move.interrupted', { ...values, why: reason }));
  }
  return messages;
}

function adopt({ unfinished }: RecoveryStore): ReturnType<RecoveryStore['unfinished']['adopt']> {
  try {
    return unfinished.adopt();
  } catch (error) {
    if (troubleOf(error) === null) throw error;
    return { temporaries: [], moves: [] };
  }
}

/** @returns why the move is unfinished or its file changed; null if all is well */
async function recoverMove(noted: FileMove, store: MoveStore): Promise<Message | null> {
  const { from, to, hash } = noted;
  const name = basename(from);
  const states = [await store.availability.now(from), await store.availability.now(to)];
  if (states.includes('away')) {
    store.fileMoves.release(noted);
    return msg('review.originals.away', { name });
  }
  const move = await withNewSidecars(noted);
  if (!(await hasContent(to, hash))) {
    await undoMove(move, store);
    return (await hasContent(from, hash)) ? null : msg('review.originals.changed', { name });
  }
  const blocked = await nameSidecars(move.sidecars);
  if (blocked === null) {
    await completeMove(move, store);
    return null;
  }
  if (await isSameFile(from, to)) {
    await undoMove(move, store);
    return null;
  }
  store.fileMoves.release(noted);
  return msg('store.move.blocked', { name: basename(blocked.to), folder: dirname(blocked.to) });
}

/** Adds sidecars that a raw converter may have written since the kill. */
async function withNewSidecars(move: FileMove): Promise<FileMove> {
  if (move.kind === 'result') return move;
  const found = await findSidecars(move.from, move.to);
  const known = move.sidecars.map(({ from }) => from);
  return { ...move, sidecars: [...move.sidecars, ...found.filter(({ from }) => !known.includes(from))] };
}

/** Adds missing second names. @returns a sidecar whose name is taken, or null */
async function nameSidecars(sidecars: readonly MovedFile[]): Promise<MovedFile | null> {
  for (const sidecar of sidecars) {
    const { from, to } = sidecar;
    if (await isPlaceholder(to)) await rm(to, { force: true });
    if (!(await isTaken(from)) || (await isSameFile(from, to))) continue;
    if (!(await giveName(sidecar))) return sidecar;
  }
  return null;
}

async function clearTemporary(path: string, { temporaryFiles }: RecoveryStore): Promise<boolean> {
  try {
    const [entry, name] = [await lstat(path), basename(path)];
    if (isTemporaryName(name) && entry.isFile()) await rm(path);
    if (isTemporaryFolderName(name) && entry.isDirectory()) await rm(path, { recursive: true });
    if (await isPlaceholder(path)) await rm(path);
  } catch (error) {
    // The file is missing, or its disk is.
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || !(await isTaken(dirname(path)).catch(() => false))) return false;
  }
  await syncFolder(dirname(path)).catch(() => undefined);
  temporaryFiles.remove(path);
  return true;
}
