/** Moves originals whose work is all done into a folder "Done" next to them, and back. */
import { lstat, rmdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { OriginalsReport } from '../../contract/app/action-reports.ts';
import { type Message, msg, UserFacingError } from '../../contract/messages/message.ts';
import { outputsOf } from '../../contract/recipes/recipe.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { hasContent } from '../files/content-hash.ts';
import { diskErrorMessage } from '../files/disk-errors.ts';
import { makeUserFolder } from '../files/private-files.ts';
import { displayPath } from '../files/stored-path.ts';
import { moveFiles } from '../pipeline/output/move-files.ts';
import { findSidecars } from '../pipeline/output/original-sidecars.ts';
import { type RecoveryStore, recoverFiles } from '../pipeline/output/recover-files.ts';
import { isTaken } from '../pipeline/output/target-file.ts';
import type { FileMove, MovedFile, OriginalToMove, Store } from '../store/index.ts';

/** What the folder is called, in every language: files there are looked for by their paths. */
const doneFolder = 'Done';
/** Folders “Done” that this process created; absolute paths. */
const createdFolders = new Set<string>();
/** Failures that are told one by one. */
const maxListedFailures = 100;

export type MoveStore = RecoveryStore & Pick<Store, 'movedOriginals' | 'recipes'>;

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
export async function moveToDone(
  ids: readonly number[],
  store: MoveStore,
  context: MoveContext,
): Promise<MovedOriginals> {
  await recoverFiles(store);
  const pictures = picturesOfRecipes(store);
  return each(store.movedOriginals.toMove(ids), context, async (original) => {
    store.fileMoves.assertIdle({
      kind: 'done',
      subject: original.photographId,
      from: displayPath(original.sourcePath),
    });
    if (original.done === 0 || original.open > 0) return 'notDone';
    const from = await placeOf(original, store);
    if (basename(dirname(from)) === doneFolder) return 'there';
    await requireMovable(from, original, pictures);
    await moveOne(from, original, store);
    return 'moved';
  });
}

/** Puts those of the photographs that were moved back where they were. */
export async function moveBack(
  ids: readonly number[],
  store: MoveStore,
  context: MoveContext,
): Promise<MovedOriginals> {
  await recoverFiles(store);
  const originals = store.movedOriginals.list(ids);
  const result = await each(originals, context, async ({ photographId, first, to: from, hash }) => {
    const name = basename(first);
    store.fileMoves.assertIdle({ kind: 'back', subject: photographId, from });
    if (!(await hasContent(from, hash))) throw new UserFacingError(msg('review.originals.changed', { name }));
    const sidecars = await findSidecars(from, first);
    await requireFree([{ from, to: first, hash }, ...sidecars]);
    const move: FileMove = { kind: 'back', subject: photographId, from, to: first, hash, sidecars };
    if (!(await moveFiles(move, store))) throw new UserFacingError(takenMessage(first));
    return 'moved';
  });
  for (const folder of new Set(originals.map(({ to }) => dirname(to)))) await removeCreatedFolder(folder);
  return result;
}

/** Removes a folder “Done” that this process created. It stays if anything is in it. */
async function removeCreatedFolder(folder: string): Promise<void> {
  if (!createdFolders.has(folder)) return;
  const isRemoved = await rmdir(folder).then(
    () => true,
    () => false,
  );
  if (!isRemoved) return;
  createdFolders.delete(folder);
  await syncFolder(dirname(folder));
}

/** @throws UserFacingError that names a file whose name is taken */
async function requireFree(files: readonly MovedFile[]): Promise<void> {
  for (const { to } of files) if (await isTaken(to)) throw new UserFacingError(takenMessage(to));
}

function takenMessage(path: string): Message {
  return msg('review.originals.taken', { name: basename(path), folder: dirname(path) });
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
  const found = foundPath === null ? null : await availability.locate(foundPath);
  if (found?.state === 'here') return found.path;
  const { state, path } = await availability.locate(sourcePath);
  if (state === 'here') return path;
  const name = basename(displayPath(sourcePath));
  if (state === 'outside') throw new UserFacingError(msg('studio.share.fileOutside', { name }));
  throw new UserFacingError(msg(state === 'away' ? 'review.originals.away' : 'review.originals.gone', { name }));
}

/** @throws UserFacingError for what is another file by now, is only a link, or is used by a recipe */
async function requireMovable(from: string, { hash }: OriginalToMove, pictures: ReadonlySet<string>): Promise<void> {
  const name = basename(from);
  if (pictures.has(from)) throw new UserFacingError(msg('review.originals.inRecipe', { name }));
  if (!(await lstat(from)).isFile()) throw new UserFacingError(msg('review.originals.link', { name }));
  if (!(await hasContent(from, hash))) throw new UserFacingError(msg('review.originals.changed', { name }));
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

async function isAnyTaken(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (await isTaken(path)) return true;
  return false;
}

/** @throws UserFacingError if the folder does not take it; it is where it was then */
async function moveOne(from: string, { photographId, hash }: OriginalToMove, store: MoveStore): Promise<void> {
  const folder = join(dirname(from), doneFolder);
  const extension = extname(from);
  const stem = basename(from, extension);
  try {
    if ((await makeUserFolder(folder)).includes(folder)) createdFolders.add(folder);
    for (let number = 1; ; number += 1) {
      const to = join(folder, (number === 1 ? stem : `${stem}-${number}`) + extension);
      const sidecars = await findSidecars(from, to);
      if (await isAnyTaken([to, ...sidecars.map((each) => each.to)])) continue;
      if (await moveFiles({ kind: 'done', subject: photographId, from, to, hash, sidecars }, store)) return;
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
