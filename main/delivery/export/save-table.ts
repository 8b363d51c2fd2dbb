/** Puts a table into a folder of the user's, under a name that is free there; whole or not at all. */
import { basename } from 'node:path';
import { nameTimes, safeName } from '../../../contract/recipes/naming.ts';
import { pathInside } from '../../files/contained-path.ts';
import { assertNoBrokenLink } from './broken-link.ts';
import type { ExportContext } from './export-context.ts';

/**
 * @param title what its name begins with; the day follows
 * @param write makes it in a folder of our own, and says where
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

/** The same under a name. @throws UserFacingError */
export async function saveFileAs(
  name: string,
  folder: string,
  { store, place }: Pick<ExportContext, 'store' | 'place'>,
  write: (scratch: string) => Promise<string>,
): Promise<string> {
  const wanted = pathInside(folder, name);
  await assertNoBrokenLink(wanted);
  const scratch = await store.scratch.make('exporting');
  try {
    const path = await write(scratch.path);
    const { temporaryFiles, exportedFiles } = store;
    const notes = { temporaryFiles, note: exportedFiles.note, forget: exportedFiles.forget };
    return basename((await place(path, wanted, notes)).path);
  } finally {
    await scratch.remove();
  }
}
