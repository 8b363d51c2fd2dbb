/** The files of results as they are, for other programs: those that are there, and a small picture of the first. */
import { basename } from 'node:path';
import type { ExportChoice } from '../../../contract/delivery/export.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { displayPath } from '../../files/stored-path.ts';
import { thumbnail } from '../../imaging/read/display.ts';
import type { ExportContext } from './export-context.ts';
import { chosenIds, itemsOf } from './export-items.ts';

/** A list that other programs take. */
const maxFiles = 1000;
const pictureSide = 96;

/** @throws UserFacingError where there is none, or more than other programs take */
export async function availableFiles(
  choice: ExportChoice,
  { store, reader }: Pick<ExportContext, 'store' | 'reader'>,
): Promise<readonly string[]> {
  const ids = await chosenIds(reader, choice);
  if (ids.length > maxFiles)
    throw new UserFacingError(msg('delivery.export.manyFiles', { count: ids.length, most: maxFiles }));
  const paths: string[] = [];
  let outsideName: string | null = null;
  for await (const { path: stored } of itemsOf(store, choice, ids)) {
    const { state, path } = await store.availability.locate(stored);
    if (state === 'here') paths.push(path);
    else if (state === 'outside') outsideName ??= basename(displayPath(stored));
  }
  if (paths.length === 0 && outsideName !== null)
    throw new UserFacingError(msg('studio.share.fileOutside', { name: outsideName }));
  if (paths.length === 0) throw new UserFacingError(msg('delivery.export.noFiles'));
  return paths;
}

/** A PNG to be dragged; null where none can be drawn. */
export async function drawDragImage(path: string): Promise<Buffer | null> {
  try {
    return await sharp(await thumbnail(path, pictureSide))
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}
