/** The pictures that a gallery would have, before anything is written. */
import { access } from 'node:fs/promises';
import { defaultRendering, type ExportChoice } from '../../../contract/delivery/export.ts';
import type { GalleryPlan } from '../../../contract/delivery/gallery.ts';
import { createViewableFileFinder } from '../../review/viewable-file.ts';
import { chosenIds, itemsOf } from '../export/export-items.ts';
import { sumFiles } from '../export/plan-export.ts';
import type { GalleryContext } from './gallery-context.ts';

/** Looks for each file, so that `count` is the number of pictures made. @throws the signal's reason */
export async function planGallery(
  choice: ExportChoice,
  { store, reader }: Pick<GalleryContext, 'store' | 'reader'>,
  signal: AbortSignal,
): Promise<GalleryPlan> {
  const ids = await chosenIds(reader, choice, signal);
  // A preview may stand in for a missing file.
  const options = { rendering: defaultRendering, needsFiles: false };
  const { count, withoutPicture, unprocessed, flawed } = await sumFiles(
    choice,
    ids,
    options,
    { store, reader },
    signal,
  );
  const finder = createViewableFileFinder(store, store.availability, () => undefined);
  let missing = 0;
  for await (const { version } of itemsOf(store, choice, ids)) {
    signal.throwIfAborted();
    const isFound = await finder.read({ subject: 'result', id: version.id }, (path) => access(path).then(() => true));
    if (isFound === null) missing += 1;
  }
  return { count: count - missing, withoutPicture, unprocessed, missing, flawed };
}
