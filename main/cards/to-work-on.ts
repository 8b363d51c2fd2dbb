/** Which copies work is begun with: what is new here. */
import type { Store } from '../store/index.ts';
import type { CopiedPhotograph } from './copy-shot.ts';

/** Paths of copies that were made now, and of those that were there and were never taken in, as after a copy that was broken off. */
export function toWorkOn(photographs: readonly CopiedPhotograph[], { originals }: Pick<Store, 'originals'>): string[] {
  return photographs.filter(({ isNew, hash }) => isNew || !originals.isTakenIn(hash)).map(({ path }) => path);
}
