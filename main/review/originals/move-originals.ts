/** Moves originals whose jobs are all done to a folder “Done” next to them, and back. */
import { lstat, rmdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { OriginalsReport } from '../../../contract/app/action-reports.ts';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { outputsOf } from '../../../contract/recipes/recipe.ts';
import { syncFolder } from '../../files/atomic-write.ts';
import { hasContent } from '../../files/content-hash.ts';
import { diskErrorMessage } from '../../files/disk-errors.ts';
import { makeUserFolder } from '../../files/private-files.ts';
import { displayPath } from '../../files/stored-path.ts';
import { moveFiles } from '../../pipeline/output/move-files.ts';
import { findSidecars } from '../../pipeline/output/original-sidecars.ts';
import { type RecoveryStore, recoverFiles } from '../../pipeline/output/recover-files.ts';
import { isTaken } from '../../pipeline/output/target-file.ts';
import type { FileMove, MovedFile, OriginalToMove, Store } from '../../store/index.ts';

/** Not translated, because files are found by their paths. */
const doneFolder = 'Done';
/** Absolute paths of folders that this process created. */
const createdFolders = new Set<string>();
const maxListedFailures = 100;

export type MoveStore = RecoveryStore & Pick<Store, 'movedOriginals' | 'recipes'>;

interface MoveContext {
  readonly onProgress: (count: number) => void;
  readonly signal: AbortSignal;
}

interface MovedOriginals {
  readonly report: OriginalsReport;
  /** Ids of photographs. */
  readonly moved: readonly number[];
  readonly failed: readonly number[];
}

/** Moves the originals whose jobs are all done. The report lists those that could not be moved. */
export async function moveToDone(
  ids: readonly number[],
  store: MoveStore,
  context: MoveContext,
): Promise<MovedOriginals> {
  await recoverFiles(store);
  const recipePictures = listRecipePictures(store);
  return moveEach(store.movedOriginals.toMove(ids), context, async (original) => {
    store.fileMoves.assertIdle({
      kind: 'done',
      subject: original.photographId,
      from: displayPath(original.sourcePath),
    });
    if (original.done === 0 || original.open > 0) return 'notDone';
    const from = await locateOriginal(original, store);
    if (basename(dirname(from)) === doneFolder) return 'there';
    await assertMovable(from, original, recipePictures);
    await moveOne(from, original, store);
    return 'moved';
  });
}

/** Moves moved originals back to their first places. */
export async function moveBack(
  ids: readonly number[],
  store: MoveStore,
  context: MoveContext,
): Promise<MovedOriginals> {
  await recoverFiles(store);
  const originals = store.movedOriginals.list(ids);
  const result = await moveEach(originals, context, async ({ photographId, first, to: from, hash }) => {
    const name = basename(first);
    store.fileMoves.assertIdle({ kind: 'back', subject: photographId, from });
    if (!(await hasContent(from, hash))) throw new UserFacingError(msg('review.originals.changed', { name }));
    const sidecars = await findSidecars(from, first);
    await assertFree([{ from, to: first, hash }, ...sidecars]);
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

/** @throws UserFacingError if a name is taken */
async function assertFree(files: readonly MovedFile[]): Promise<void> {
  for (const { to } of files) if (await isTaken(to)) throw new UserFacingError(takenMessage(to));
}

function takenMessage(path: string): Message {
  return msg('review.originals.taken', { name: basename(path), folder: dirname(path) });
}

/** `there`: it is in “Done” already. */
type MoveOutcome = 'moved' | 'there' | 'notDone';

async function moveEach<T extends { readonly photographId: number }>(
  originals: readonly T[],
  { onProgress, signal }: MoveContext,
  move: (original: T) => Promise<MoveOutcome>,
): Promise<MovedOriginals> {
  const counts = { moved: 0, there: 0, notDone: 0 };
  const messages: Message[] = [];
  const moved: number[] = [];
  const failed: number[] = [];
  for (const [index, original] of originals.entries()) {
    if (signal.aborted) break;
    onProgress(index);
    try {
      const outcome = await move(original);
      counts[outcome] += 1;
      if (outcome === 'moved') moved.push(original.photographId);
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error;
      messages.push(error.sentence);
      failed.push(original.photographId);
    }
  }
  const report = { ...counts, failed: messages.slice(0, maxListedFailures), failedCount: messages.length };
  return { report, moved, failed };
}

/** Returns the current path. @throws UserFacingError if the file or its disk is unavailable */
async function locateOriginal({ sourcePath, foundPath }: OriginalToMove, { availability }: MoveStore): Promise<string> {
  const found = foundPath === null ? null : await availability.locate(foundPath);
  if (found?.state === 'here') return found.path;
  const { state, path } = await availability.locate(sourcePath);
  if (state === 'here') return path;
  const name = basename(displayPath(sourcePath));
  if (state === 'outside') throw new UserFacingError(msg('studio.share.fileOutside', { name }));
  throw new UserFacingError(msg(state === 'away' ? 'review.originals.away' : 'review.originals.gone', { name }));
}

/** @throws UserFacingError if the file has changed, is a link, or is used by a recipe */
async function assertMovable(
  from: string,
  { hash }: OriginalToMove,
  recipePictures: ReadonlySet<string>,
): Promise<void> {
  const name = basename(from);
  if (recipePictures.has(from)) throw new UserFacingError(msg('review.originals.inRecipe', { name }));
  if (!(await lstat(from)).isFile()) throw new UserFacingError(msg('review.originals.link', { name }));
  if (!(await hasContent(from, hash))) throw new UserFacingError(msg('review.originals.changed', { name }));
}

/** Returns the paths of reference images and backgrounds. */
function listRecipePictures({ recipes }: MoveStore): ReadonlySet<string> {
  const paths = recipes
    .list()
    .flatMap((recipe) => [
      ...recipe.steps.map(({ reference }) => reference),
      ...outputsOf(recipe).map(({ composition }) =>
        composition?.background.kind === 'picture' ? composition.background.path : null,
      ),
    ]);
  return new Set(paths.filter((path) => path !== null));
}

async function isAnyTaken(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (await isTaken(path)) return true;
  return false;
}

/** @throws UserFacingError if the folder cannot be written to; the file is not moved */
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
    const message = msg('review.originals.notMoved', { name: basename(from), folder, why: diskError.forFile });
    throw new UserFacingError(message, { cause: error });
  }
}
