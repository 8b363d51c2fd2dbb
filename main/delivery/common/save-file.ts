/** Saves a table, a list or a recipe in a folder of the user, complete or not at all. */
import { lstat, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { nameTimes, safeName } from '../../../contract/recipes/naming.ts';
import { pathInside } from '../../files/contained-path.ts';
import { type ExportContext, placeExport } from './export-context.ts';

/**
 * Saves a table under its title and the date.
 * @param write creates the file in a private folder and returns its path
 * @returns the file's name
 * @throws UserFacingError
 */
export function saveTable(
  title: string,
  folder: string,
  context: Pick<ExportContext, 'store' | 'place' | 'now'>,
  write: (scratch: string) => Promise<string>,
  extension: 'csv' | 'json' = 'csv',
): Promise<string> {
  return saveFileAs(`${safeName(`${title} ${nameTimes(context.now()).date}`)}.${extension}`, folder, context, write);
}

/** Saves a file under a name, numbered if taken; see `saveTable`. */
export async function saveFileAs(
  name: string,
  folder: string,
  context: Pick<ExportContext, 'store' | 'place'>,
  write: (scratch: string) => Promise<string>,
): Promise<string> {
  const wanted = pathInside(folder, name);
  await assertNoBrokenLink(wanted);
  const scratch = await context.store.scratch.make('exporting');
  try {
    const path = await write(scratch.path);
    return basename((await placeExport(path, wanted, context)).path);
  } finally {
    await scratch.remove();
  }
}

/**
 * Rejects a name that a link to a missing file has. Tables and XMP files must not get a numbered name instead, because
 * other programs look for this one.
 * @throws UserFacingError
 */
export async function assertNoBrokenLink(path: string): Promise<void> {
  const isLink = await lstat(path).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );
  if (!isLink) return;
  const code = await stat(path).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP') return;
  throw new UserFacingError(msg('delivery.export.deadLink', { path, target: await readlink(path) }));
}
