/** Moves a result to a folder of the user's: first it is placed there, as any export is, then its first name goes. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { msg, UserFacingError } from '../../../contract/message.ts';
import { pathInside } from '../../files/contained-path.ts';
import { fingerprint } from '../../files/content-hash.ts';
import { fileIdentity } from '../../files/file-identity.ts';
import { completeMove, releaseOnError } from '../../pipeline/output/move-files.ts';
import type { FileMove, WrittenFile } from '../../store/index.ts';
import type { FileExportContext } from './export-context.ts';
import type { ExportItem } from './export-items.ts';

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
  const { fileMoves, temporaryFiles } = store;
  fileMoves.assertIdle({ kind: 'result', subject: id, from: path });
  if (await store.originals.isOriginal(path))
    throw new UserFacingError(msg('delivery.export.isOriginal', { name: basename(path) }));
  if (isNamedSo(path, name) && (await isSameName(path, join(folder, basename(path))))) {
    const print = await fingerprint(path);
    if (print !== null) return { path, ...print };
  }
  const twin = join(context.scratch, `moving-${randomUUID()}`);
  await link(path, twin).catch(() => copyFile(path, twin, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE));
  context.signal.throwIfAborted();
  const asMove = (to: string, hash: string): FileMove => ({
    ...{ kind: 'result', subject: id, from: path, to, hash, sidecars: [] },
  });
  const file = await context.place(twin, pathInside(folder, name + extname(path)), {
    temporaryFiles,
    note: (written) => fileMoves.begin(asMove(written.path, written.hash)),
    forget: (to) => fileMoves.undo(asMove(to, '')),
  });
  const move = asMove(file.path, file.hash);
  await releaseOnError(move, store, () => completeMove(move, store));
  return file;
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
