/** Moves a file that was written here to the system's trash, and nothing that may be somebody else's. */
import { basename, dirname } from 'node:path';
import { msg, UserFacingError } from '../../contract/messages/message.ts';
import { fingerprint } from '../files/content-hash.ts';
import { displayPath, type StoredPath } from '../files/stored-path.ts';
import type { Store } from '../store/index.ts';

/** What was found there; `other`, `original`: another file in its place, or one that was taken in as a photograph, which stay. */
export type TrashedFile = 'moved' | 'gone' | 'other' | 'original';

export interface TrashContext {
  readonly store: Pick<Store, 'availability' | 'originals'>;
  /** Moves a file to the system's trash; absent where there is none. */
  readonly trash?: ((path: string) => Promise<void>) | undefined;
}

/**
 * @param file with the hash that was recorded when it was written; without one, it stays
 * @throws UserFacingError if its disk is away, or it cannot be moved: then it stays
 */
export async function moveToTrash(
  { path: stored, hash }: { readonly path: StoredPath; readonly hash: string | null },
  { store, trash }: TrashContext,
): Promise<TrashedFile> {
  const { state, path } = await store.availability.locate(stored);
  const [name, folder] = [basename(displayPath(stored)), dirname(displayPath(stored))];
  if (state === 'outside') throw new UserFacingError(msg('studio.share.fileOutside', { name }));
  if (state === 'away') throw new UserFacingError(msg('review.touch.resultAway', { name, folder }));
  if (state !== 'here') return 'gone';
  if (hash === null || (await fingerprint(path))?.hash !== hash) return 'other';
  if (await store.originals.isOriginal(path)) return 'original';
  const moving = trash?.(path) ?? Promise.reject(new Error('there is no trash'));
  await moving.catch((cause: unknown) => {
    throw new UserFacingError(msg('review.touch.noTrash', { name }), { cause });
  });
  store.availability.forget(stored);
  return 'moved';
}
