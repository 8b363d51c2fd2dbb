/** The file of a photograph that is here already, to be taken in once more. */
import { basename } from 'node:path';
import { msg } from '../../contract/messages/message.ts';
import { displayPath } from '../files/stored-path.ts';
import type { ReprocessSource, Store } from '../store/index.ts';
import type { FoundFile, RejectedPath } from './examine-file.ts';

/** A file to examine; or the reason, if another station has named it and it cannot be opened. */
export async function locateSource(
  { path: stored, relativeFolder, contentHash }: ReprocessSource,
  { availability }: Pick<Store, 'availability'>,
): Promise<FoundFile | RejectedPath> {
  const shown = displayPath(stored);
  const { state, path, root } = await availability.locate(stored);
  if (path === null && root !== null) {
    const name = basename(shown);
    const message =
      state === 'outside' ? msg('studio.share.fileOutside', { name }) : msg('imaging.file.missing', { name });
    return { path: shown, message };
  }
  // Named by the user, whatever else is next to it.
  const meant = contentHash === null ? {} : { contentHash };
  return { path: path ?? shown, relativeFolder, named: true, alone: true, ...meant };
}
