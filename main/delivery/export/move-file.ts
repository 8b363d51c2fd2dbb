/** Moves a result to a folder of the user: it is placed there like any export, then its first name is removed. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { pathInside } from '../../files/contained-path.ts';
import { fingerprint } from '../../files/content-hash.ts';
import { fileIdentity } from '../../files/file-identity.ts';
import { displayPath } from '../../files/stored-path.ts';
import { completeMove, releaseOnError } from '../../pipeline/output/move-files.ts';
import type { FileMove, WrittenFile } from '../../store/index.ts';
import type { FileExportContext } from '../common/export-context.ts';
import { type ExportItem, openItem } from '../common/export-items.ts';

/**
 * Moves only a file that Burnish wrote, because the row of another station may name any file.
 * @param name without its extension
 * @throws UserFacingError; the result is not moved
 */
export async function moveFile(
  item: ExportItem,
  { folder, name }: { readonly folder: string; readonly name: string },
  context: FileExportContext,
): Promise<WrittenFile> {
  const { store } = context;
  const { fileMoves, temporaryFiles } = store;
  const { id } = item.version;
  const from = displayPath(item.path);
  const notWritten = () => new UserFacingError(msg('delivery.export.notWritten', { name: basename(from) }));
  fileMoves.assertIdle({ kind: 'result', subject: id, from });
  const path = await openItem(item, store);
  if (await store.originals.isOriginal(path))
    throw new UserFacingError(msg('delivery.export.isOriginal', { name: basename(from) }));
  const print = await fingerprint(path);
  if (print === null || !store.writtenFiles.isRecorded(print.hash, item.path)) throw notWritten();
  if (isNumberedName(from, name) && (await isSameEntry(path, join(folder, basename(from)))))
    return { path: from, ...print };
  const twin = join(context.scratch, `moving-${randomUUID()}`);
  await link(path, twin).catch(() => copyFile(path, twin, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE));
  context.signal.throwIfAborted();
  const moveTo = (to: string, hash: string): FileMove => ({
    kind: 'result',
    subject: id,
    from,
    to,
    hash,
    sidecars: [],
  });
  const file = await context.place(twin, pathInside(folder, name + extname(from)), {
    temporaryFiles,
    note(written) {
      // Another file has replaced the result since it was checked.
      if (written.hash !== print.hash) throw notWritten();
      return fileMoves.begin(moveTo(written.path, written.hash));
    },
    forget: (to) => fileMoves.undo(moveTo(to, '')),
  });
  const move = moveTo(file.path, file.hash);
  await releaseOnError(move, store, () => completeMove(move, store));
  return file;
}

/** Whether both paths lead to one entry of a folder, perhaps through a link to the folder. */
async function isSameEntry(a: string, b: string): Promise<boolean> {
  const [entryA, entryB] = [await fileIdentity(a), await fileIdentity(b)];
  return entryA !== null && entryA.realPath === entryB?.realPath;
}

/** Whether the export would give the file this name, perhaps with a number. */
function isNumberedName(path: string, name: string): boolean {
  const stem = basename(path, extname(path));
  return stem === name || (stem.startsWith(`${name}-`) && /^\d+$/.test(stem.slice(name.length + 1)));
}
