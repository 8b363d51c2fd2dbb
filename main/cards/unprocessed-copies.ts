/** Which copies work is begun with, or gone on with. */
import type { Store } from '../store/index.ts';
import type { CopiedPhotograph } from './copy-shot.ts';

/**
 * Paths of copies that were made now, and of those that were there and were never taken in, or are not finished, as after a copy that
 * was broken off. What was finished before is left alone, whatever it was done with.
 */
export function findUnprocessedCopies(
  photographs: readonly CopiedPhotograph[],
  { originals }: Pick<Store, 'originals'>,
): string[] {
  return photographs.filter(({ isNew, hash }) => isNew || !originals.isDoneWith(hash)).map(({ path }) => path);
}
