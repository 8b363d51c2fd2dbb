/**
 * Moves a file and its sidecars to free names, all or none. All get their second names first, so that `recoverFiles`
 * can complete or undo a killed move.
 */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../files/atomic-write.ts';
import { hasContent } from '../../files/content-hash.ts';
import { fileIdentity } from '../../files/file-identity.ts';
import { type FileMove, type MovedFile, retryTransient, type Store } from '../../store/index.ts';
import { isPlaceholder, isSameFile, isTaken, linkAs, reserveAndRename } from './target-file.ts';

export type MoveStore = Pick<Store, 'availability' | 'fileMoves' | 'originals' | 'unfinished'>;

/**
 * @returns false if a name is taken; nothing has changed then
 * @throws UserFacingError if an earlier move is unfinished
 */
export async function moveFiles(move: FileMove, store: MoveStore): Promise<boolean> {
  const hasBegun = await retryTransient(() => store.fileMoves.begin(move));
  if (!hasBegun) return false;
  return releaseOnError(move, store, async () => {
    const areNamed = await nameAll(move).catch(async (error) => {
      await undoMove(move, store);
      throw error;
    });
    if (areNamed) await completeMove(move, store);
    else await undoMove(move, store);
    return areNamed;
  });
}

async function nameAll(move: FileMove): Promise<boolean> {
  for (const file of [...move.sidecars, move]) if (!(await giveName(file))) return false;
  return true;
}

/** Returns false if the name is taken. */
export async function giveName({ from, to }: MovedFile): Promise<boolean> {
  const given = await linkAs(from, to);
  return given === 'impossible' ? reserveAndRename(from, to) : given === 'given';
}

export async function completeMove(move: FileMove, store: MoveStore): Promise<void> {
  await retryTransient(() => store.fileMoves.arrive(move));
  // A power cut must leave one of the names.
  await syncFolder(dirname(move.to));
  // A result may have the same content as its photograph.
  const mustStay = move.kind === 'result' && (await store.originals.isOriginal(move.from));
  if (!mustStay) for (const file of [...move.sidecars, move]) await dropFirstName(file);
  await syncFolder(dirname(move.from));
  await retryTransient(() => store.fileMoves.finish(move));
  forgetAvailability(move, store);
}

/** Removes the second names, after restoring missing first ones. */
export async function undoMove(move: FileMove, store: MoveStore): Promise<void> {
  for (const file of [move, ...move.sidecars]) await dropSecondName(file);
  await syncFolder(dirname(move.from));
  await syncFolder(dirname(move.to));
  await retryTransient(() => store.fileMoves.undo(move));
  forgetAvailability(move, store);
}

export async function releaseOnError<T>(move: FileMove, store: MoveStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await retryTransient(() => store.fileMoves.release(move));
    throw error;
  }
}

async function dropFirstName({ from, to, hash }: MovedFile): Promise<void> {
  if (await areTwoNames(from, to, hash)) await rm(from, { force: true });
}

async function dropSecondName({ from, to, hash }: MovedFile): Promise<void> {
  if (await isPlaceholder(to)) return rm(to, { force: true });
  if (await isTaken(from)) {
    if ((await isSameFile(from, to)) && (await areTwoNames(from, to, hash))) await rm(to, { force: true });
  } else if (await hasContent(to, hash)) {
    const file = { from: to, to: from, hash };
    if (!(await giveName(file))) return;
    await syncFolder(dirname(from));
    if (await areTwoNames(to, from, hash)) await rm(to, { force: true });
  }
}

/** Whether a file has two names, not two paths through a linked folder. */
async function areTwoNames(a: string, b: string, hash: string): Promise<boolean> {
  const [first, second] = [await fileIdentity(a), await fileIdentity(b)];
  if (first === null || second === null || first.realPath === second.realPath) return false;
  return (await isSameFile(a, b)) || ((await hasContent(a, hash)) && (await hasContent(b, hash)));
}

function forgetAvailability({ from, to }: FileMove, { availability }: MoveStore): void {
  availability.forget(from);
  availability.forget(to);
}
