/**
 * Moves originals whose work is all done into a folder "Done" beside them, and back. First the move is noted, then the file has its
 * second name, then the first one goes: it has a name at any moment, and what a kill leaves in between is finished.
 */
import { lstat, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type Message, msg, UserFacingError } from '../../contract/message.ts';
import type { OriginalsReport } from '../../contract/originals-report.ts';
import { outputsOf } from '../../contract/recipe.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { diskErrorMessage } from '../files/disk-errors.ts';
import { fileIdentity } from '../files/file-identity.ts';
import { makeUserFolder } from '../files/private-files.ts';
import { isPlaceholder, isTaken, linkAs, reserveAndRename } from '../pipeline/output/target-file.ts';
import { type MovedOriginal, type OriginalToMove, retryTransient, type Store } from '../store/index.ts';
import { isSidecarNameTaken, moveSidecars } from './original-sidecars.ts';
import { isFile } from './touch-up/touch-up-eligibility.ts';

/** What the folder is called, in every language: files there are looked for by their paths. */
const doneFolder = 'Done';
/** Failures that are told one by one. */
const maxListedFailures = 100;

export type MoveStore = Pick<Store, 'movedOriginals' | 'availability' | 'recipes'>;

export interface MoveContext {
  readonly onProgress: (count: number) => void;
  readonly stopped: AbortSignal;
}

export interface MovedOriginals {
  readonly report: OriginalsReport;
  /** Photographs whose original was moved. */
  readonly moved: readonly number[];
  /** Those it could not be. */
  readonly failed: readonly number[];
}

/** Moves those of the photographs whose work is all done. What cannot be moved stays, and is told of. */
export function moveToDone(ids: readonly number[], store: MoveStore, context: MoveContext): Promise<MovedOriginals> {
  const pictures = picturesOfRecipes(store);
  return each(store.movedOriginals.toMove(ids), context, async (original) => {
    if (original.done === 0 || original.open > 0) return 'notDone';
    const from = await placeOf(original, store);
    if (basename(dirname(from)) === doneFolder) return 'there';
    await requireMovable(from, original, pictures);
    await moveOne(from, original, store);
    return 'moved';
  });
}

/** Puts those of the photographs that were moved back where they were. */
export function moveBack(ids: readonly number[], store: MoveStore, context: MoveContext): Promise<MovedOriginals> {
  return each(store.movedOriginals.list('done', ids), context, async (move) => {
    const name = basename(move.first);
    if (!(await isFile(move.to, move.hash))) throw new UserFacingError(msg('review.originals.changed', { name }));
    if (await isTaken(move.first))
      throw new UserFacingError(msg('review.originals.taken', { name, folder: dirname(move.first) }));
    await retryTransient(() => store.movedOriginals.returning(move.photographId, true));
    const isNamed = await named(move.to, move.first).catch((error) => {
      store.movedOriginals.returning(move.photographId, false);
      throw error;
    });
    if (!isNamed) {
      store.movedOriginals.returning(move.photographId, false);
      throw new UserFacingError(msg('review.originals.taken', { name, folder: dirname(move.first) }));
    }
    await finishReturning(move, store);
    return 'moved';
  });
}

/** Finishes what a kill left half done, and forgets what had not come to anything. What is on a disk that is away waits. */
export async function resumeOriginalMoves(store: MoveStore): Promise<void> {
  const { movedOriginals, availability } = store;
  for (const move of movedOriginals.list('going')) {
    if ((await availability.now(move.first)) === 'away') continue;
    if (await isFile(move.to, move.hash)) await finishGoing(move, store);
    else {
      if (await isPlaceholder(move.to)) await rm(move.to, { force: true });
      await retryTransient(() => movedOriginals.forget(move.photographId));
    }
  }
  for (const move of movedOriginals.list('returning')) {
    if ((await availability.now(move.to)) === 'away') continue;
    if (await isFile(move.first, move.hash)) await finishReturning(move, store);
    else {
      if (await isPlaceholder(move.first)) await rm(move.first, { force: true });
      await retryTransient(() => movedOriginals.returning(move.photographId, false));
    }
  }
}

type Fate = 'moved' | 'there' | 'notDone';

async function each<T extends { readonly photographId: number }>(
  all: readonly T[],
  { onProgress, stopped }: MoveContext,
  act: (item: T) => Promise<Fate>,
): Promise<MovedOriginals> {
  const count = { moved: 0, there: 0, notDone: 0 };
  const failed: Message[] = [];
  const moved: number[] = [];
  const stay: number[] = [];
  for (const [index, item] of all.entries()) {
    if (stopped.aborted) break;
    onProgress(index);
    try {
      const fate = await act(item);
      count[fate] += 1;
      if (fate === 'moved') moved.push(item.photographId);
    } catch (fault) {
      if (!(fault instanceof UserFacingError)) throw fault;
      failed.push(fault.sentence);
      stay.push(item.photographId);
    }
  }
  return {
    report: { ...count, failed: failed.slice(0, maxListedFailures), failedCount: failed.length },
    moved,
    failed: stay,
  };
}

/** Where the file is now. @throws UserFacingError where it is not there, or its disk is not */
async function placeOf({ sourcePath, foundPath }: OriginalToMove, { availability }: MoveStore): Promise<string> {
  if (foundPath !== null && (await availability.now(foundPath)) === 'here') return foundPath;
  const state = await availability.now(sourcePath);
  if (state === 'here') return sourcePath;
  const name = basename(sourcePath);
  throw new UserFacingError(msg(state === 'away' ? 'review.originals.away' : 'review.originals.gone', { name }));
}

/** @throws UserFacingError for what is another file by now, is only a link, or is used by a recipe */
async function requireMovable(from: string, { hash }: OriginalToMove, pictures: ReadonlySet<string>): Promise<void> {
  const name = basename(from);
  if (pictures.has(from)) throw new UserFacingError(msg('review.originals.inRecipe', { name }));
  if (!(await lstat(from)).isFile()) throw new UserFacingError(msg('review.originals.link', { name }));
  if (!(await isFile(from, hash))) throw new UserFacingError(msg('review.originals.changed', { name }));
}

function picturesOfRecipes({ recipes }: MoveStore): ReadonlySet<string> {
  const all = recipes
    .list()
    .flatMap((recipe) => [
      ...recipe.steps.map(({ reference }) => reference),
      ...outputsOf(recipe).map(({ composition }) =>
        composition?.background.kind === 'picture' ? composition.background.path : null,
      ),
    ]);
  return new Set(all.filter((path) => path !== null));
}

/** @throws UserFacingError where the folder does not take it; it is where it was then */
async function moveOne(from: string, { photographId, hash }: OriginalToMove, store: MoveStore): Promise<void> {
  const folder = join(dirname(from), doneFolder);
  const extension = extname(from);
  const stem = basename(from, extension);
  try {
    await makeUserFolder(folder);
    for (let number = 1; ; number += 1) {
      const to = join(folder, (number === 1 ? stem : `${stem}-${number}`) + extension);
      if ((await isTaken(to)) || (await isSidecarNameTaken(from, to))) continue;
      const move = { photographId, first: from, to, hash };
      await retryTransient(() => store.movedOriginals.note(move));
      const isNamed = await named(from, to).catch((error) => {
        store.movedOriginals.forget(photographId);
        throw error;
      });
      if (isNamed) return await finishGoing(move, store);
      store.movedOriginals.forget(photographId);
    }
  } catch (error) {
    const diskError = diskErrorMessage(error);
    if (diskError === null) throw error;
    throw new UserFacingError(
      msg('review.originals.notMoved', { name: basename(from), folder, why: diskError.forFile }),
      {
        cause: error,
      },
    );
  }
}

/** Gives the file its second name; on a disk without hard links it has only that then. False where it is taken. */
async function named(from: string, to: string): Promise<boolean> {
  const given = await linkAs(from, to);
  return given === 'impossible' ? reserveAndRename(from, to) : given === 'given';
}

async function finishGoing(move: MovedOriginal, store: MoveStore): Promise<void> {
  await dropName(move.first, move.to, move.hash);
  await moveSidecars(move.first, move.to);
  await retryTransient(() => store.movedOriginals.moved(move.photographId));
  forgetSeen(move, store);
}

async function finishReturning(move: MovedOriginal, store: MoveStore): Promise<void> {
  await dropName(move.to, move.first, move.hash);
  await moveSidecars(move.to, move.first);
  await retryTransient(() => store.movedOriginals.back(move.photographId));
  forgetSeen(move, store);
}

function forgetSeen({ first, to }: MovedOriginal, { availability }: MoveStore): void {
  availability.forget(first);
  availability.forget(to);
}

/** The first name goes, unless it leads to something else by now, or both are one. */
async function dropName(path: string, otherPath: string, hash: string): Promise<void> {
  const [one, two] = [await fileIdentity(path), await fileIdentity(otherPath)];
  await syncFolder(dirname(otherPath));
  if (one !== null && one.realPath !== two?.realPath && (await isFile(path, hash)) && (await isFile(otherPath, hash)))
    await rm(path, { force: true });
  await syncFolder(dirname(path));
}
