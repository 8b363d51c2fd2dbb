/** Finds the files of results for other programs, to drag or copy them there. */
import { basename } from 'node:path';
import type { ExportChoice } from '../../../contract/delivery/export.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { displayPath } from '../../files/stored-path.ts';
import { thumbnail } from '../../imaging/read/display.ts';
import type { ExportContext } from '../common/export-context.ts';
import { listChosenIds, readItems } from '../common/export-items.ts';

/** Other programs reject longer lists. */
const maxFiles = 1000;
const dragImagePx = 96;

/** Returns the paths of available files. @throws UserFacingError if none is available, or too many are chosen */
export async function availableFiles(
  choice: ExportChoice,
  { store, reader }: Pick<ExportContext, 'store' | 'reader'>,
): Promise<readonly string[]> {
  const ids = await listChosenIds(reader, choice);
  if (ids.length > maxFiles)
    throw new UserFacingError(msg('delivery.export.manyFiles', { count: ids.length, most: maxFiles }));
  const paths: string[] = [];
  let outsideName: string | null = null;
  for await (const { path: stored } of readItems(store, choice, ids)) {
    const { state, path } = await store.availability.locate(stored);
    if (state === 'here') paths.push(path);
    else if (state === 'outside') outsideName ??= basename(displayPath(stored));
  }
  if (paths.length === 0 && outsideName !== null)
    throw new UserFacingError(msg('studio.share.fileOutside', { name: outsideName }));
  if (paths.length === 0) throw new UserFacingError(msg('delivery.export.noFiles'));
  return paths;
}

/** Returns a PNG of the file, or null if it cannot be drawn. */
export async function drawDragImage(path: string): Promise<Buffer | null> {
  try {
    return await sharp(await thumbnail(path, dragImagePx))
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}
