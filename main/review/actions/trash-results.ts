/** Moves results to the system's trash. */
import { basename, dirname } from 'node:path';
import type { KeepOneReport } from '../../../contract/app/action-reports.ts';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { fingerprint } from '../../files/content-hash.ts';
import { displayPath, type StoredPath } from '../../files/stored-path.ts';
import { retryTransient, type Store } from '../../store/index.ts';
import type { Bulk } from './bulk-work.ts';

/** `other`: replaced by another file; `original`: added as a photograph. Both stay. */
type TrashOutcome = 'moved' | 'gone' | 'other' | 'original';

interface TrashContext {
  readonly store: Pick<Store, 'availability' | 'originals'>;
  /** Absent if the system has none. */
  readonly trash?: ((path: string) => Promise<void>) | undefined;
}

/**
 * Moves a file to the trash if it has the recorded hash.
 * @throws UserFacingError if it is unavailable or cannot be moved
 */
export async function moveToTrash(
  { path: stored, hash }: { readonly path: StoredPath; readonly hash: string | null },
  { store, trash }: TrashContext,
): Promise<TrashOutcome> {
  const { state, path } = await store.availability.locate(stored);
  const [name, folder] = [basename(displayPath(stored)), dirname(displayPath(stored))];
  if (state === 'outside') throw new UserFacingError(msg('studio.share.fileOutside', { name }));
  if (state === 'away') throw new UserFacingError(msg('review.touch.resultAway', { name, folder }));
  if (state !== 'here') return 'gone';
  if (hash === null || (await fingerprint(path))?.hash !== hash) return 'other';
  if (await store.originals.isOriginal(path)) return 'original';
  const moving = trash?.(path) ?? Promise.reject(new Error('The system has no trash.'));
  await moving.catch((cause: unknown) => {
    throw new UserFacingError(msg('review.touch.noTrash', { name }), { cause });
  });
  store.availability.forget(stored);
  return 'moved';
}

interface KeepOneContext extends TrashContext {
  readonly store: TrashContext['store'] & Pick<Store, 'variants'>;
  readonly bulk: Pick<Bulk, 'runAlongside'>;
}

/**
 * Keeps one result of each photograph. Files go first, so that a crash leaves only rows without files, which the next run
 * removes. Results whose files cannot be moved stay.
 * @param keptId null = the primary ones
 */
export function keepOneResult(
  photographIds: readonly number[],
  keptId: number | null,
  { store, trash, bulk }: KeepOneContext,
): Promise<KeepOneReport> {
  const ids = store.variants.others(photographIds, keptId);
  return bulk.runAlongside('trash', ids.length, async (onProgress, signal) => {
    let removed = 0;
    let why: Message | null = null;
    for (const [index, id] of ids.entries()) {
      if (signal.aborted) break;
      try {
        for (const file of store.variants.filesOf(id)) await moveToTrash(file, { store, trash });
        if (await retryTransient(() => store.variants.remove(id), signal)) removed += 1;
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof UserFacingError)) throw error;
        why ??= error.sentence;
      }
      onProgress(index + 1);
    }
    return { removed, left: ids.length - removed, why };
  });
}
