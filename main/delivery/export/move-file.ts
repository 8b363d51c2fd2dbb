/**
 * Moves a result to a folder of the user's. First the move is noted, then the file has its second name, then the database knows it
 * there, then the first name goes: what a kill leaves in between is finished, and the file has a name at any moment.
 */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { msg, UserFacingError } from '../../../contract/message.ts';
import { fingerprint } from '../../files/content-hash.ts';
import { fileIdentity } from '../../files/file-identity.ts';
import { isFile } from '../../review/touch-up/touch-up-eligibility.ts';
import { retryTransient, type Store, type WrittenFile } from '../../store/index.ts';
import type { FileExportContext } from './export-context.ts';
import type { ExportItem } from './export-items.ts';

type BegunMove = ReturnType<Store['begunMoves']['list']>[number];

/**
 * @param name without its extension
 * @throws UserFacingError with the result where it was
 */
export async function moveFile(
  { version: { id }, path }: ExportItem,
  { folder, name }: { readonly folder: string; readonly name: string },
  context: FileExportContext,
): Promise<WrittenFile> {
  const { store } = context;
  const { begunMoves, exportedFiles, temporaryFiles } = store;
  if (await store.originals.isOriginal(path))
    throw new UserFacingError(msg('delivery.export.isOriginal', { name: basename(path) }));
  if (isNamedSo(path, name) && (await isSameName(path, join(folder, basename(path))))) {
    const print = await fingerprint(path);
    if (print !== null) return { path, ...print };
  }
  const twin = join(context.scratch, `moving-${randomUUID()}`);
  await link(path, twin).catch(() => copyFile(path, twin, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE));
  context.signal.throwIfAborted();
  const file = await context.place(twin, join(folder, name) + extname(path), {
    temporaryFiles,
    note: (written) =>
      store.transaction(() => {
        if (!exportedFiles.note(written)) return false;
        begunMoves.note({ id, from: path, to: written.path, hash: written.hash });
        return true;
      }),
    forget: (to) =>
      store.transaction(() => {
        exportedFiles.forget(to);
        begunMoves.forget(to);
      }),
  });
  await finish({ id, from: path, to: file.path, hash: file.hash }, store);
  return file;
}

/** Finishes moves that a kill left half done, and forgets those that had not come to anything. What is on a disk that is away waits. */
export async function resumeMoves(store: Store): Promise<void> {
  for (const move of store.begunMoves.list()) {
    const { from, to, hash } = move;
    const [here, there] = [await store.availability.now(from), await store.availability.now(to)];
    if (here === 'away' || there === 'away') continue;
    if (there === 'here' && (await isFile(to, hash))) await finish(move, store);
    else {
      store.exportedFiles.forget(to);
      store.begunMoves.forget(to);
    }
  }
}

/** The file has its second name. The first one goes, unless it leads to something else by now. */
async function finish({ id, from, to, hash }: BegunMove, store: Store): Promise<void> {
  await retryTransient(() => {
    store.filePlaces.resultsFound([{ id, from, to }]);
    store.exportedFiles.forget(to);
  });
  const isOurs =
    (await isFile(from, hash)) && !(await isSameName(from, to)) && !(await store.originals.isOriginal(from));
  if (isOurs) await rm(from, { force: true });
  await retryTransient(() => store.begunMoves.forget(to));
  store.availability.forget(from);
  store.availability.forget(to);
}

/** True where both paths lead to one entry of a folder, as through a link to it. */
async function isSameName(a: string, b: string): Promise<boolean> {
  const [first, second] = [await fileIdentity(a), await fileIdentity(b)];
  return first !== null && first.realPath === second?.realPath;
}

/** True for a name that the export would give, with or without a number. */
function isNamedSo(path: string, name: string): boolean {
  const stem = basename(path, extname(path));
  return stem === name || (stem.startsWith(`${name}-`) && /^\d+$/.test(stem.slice(name.length + 1)));
}
