/** Puts a table into a folder of the user's, under a name that is free there; whole or not at all. */
import { basename, join } from 'node:path';
import { nameTimes, safeName } from '../../../contract/naming.ts';
import { requireNoDeadLink } from './dead-link.ts';
import type { ExportTools } from './tools.ts';

/**
 * @param title what its name begins with; the day follows
 * @param write makes it in a folder of our own, and says where
 * @returns the file's name
 * @throws UserFacingError
 */
export function placeTable(
  title: string,
  folder: string,
  tools: Pick<ExportTools, 'store' | 'place' | 'now'>,
  write: (scratch: string) => Promise<string>,
  extension: 'csv' | 'json' = 'csv',
): Promise<string> {
  return placeUnder(`${safeName(`${title} ${nameTimes(tools.now()).date}`)}.${extension}`, folder, tools, write);
}

/** The same under a name. @throws UserFacingError */
export async function placeUnder(
  name: string,
  folder: string,
  { store, place }: Pick<ExportTools, 'store' | 'place'>,
  write: (scratch: string) => Promise<string>,
): Promise<string> {
  const wanted = join(folder, name);
  await requireNoDeadLink(wanted);
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
