/** Looks up whether the files of visible photographs are available, and where they were last. */
import type { FilePresence, FileState, PhotographPresence } from '../../../contract/review/file-availability.ts';
import type { FileAvailability } from '../../files/file-availability.ts';
import { displayPath, type StoredPath } from '../../files/stored-path.ts';
import type { Store } from '../../store/index.ts';

export type Presence = (photographIds: readonly number[]) => Promise<PhotographPresence[]>;

/** After it, a file's state is `unknown`, and the window requests it again. */
const lookupTimeoutMs = 2500;

export function createPresenceLookup(
  { keptPreviews, filePlaces }: Pick<Store, 'keptPreviews' | 'filePlaces'>,
  availability: Pick<FileAvailability, 'at' | 'volumeOf'>,
): Presence {
  return async (ids) => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<FileState>((resolve) => {
      timer = setTimeout(() => resolve('unknown'), lookupTimeoutMs);
    });
    const lookUp = async (path: StoredPath, hasPreview: boolean): Promise<FilePresence> => {
      const [state, { name: volume }] = await Promise.all([
        Promise.race([availability.at(path), timeout]),
        availability.volumeOf(path),
      ]);
      return { state, path: displayPath(path), volume, hasPreview };
    };
    const previews = new Set(keptPreviews.ofPhotographs(ids).map(({ subject, id }) => `${subject} ${id}`));
    const images = Map.groupBy(filePlaces.images(ids), ({ photographId }) => photographId);
    const presences = filePlaces.originals(ids).map(async ({ photographId, sourcePath, foundPath }) => {
      const results = (images.get(photographId) ?? []).map(async ({ resultId, path }) => ({
        resultId,
        ...(await lookUp(path, previews.has(`result ${resultId}`))),
      }));
      const hasPreview = previews.has(`photograph ${photographId}`);
      const found = foundPath === null ? null : await lookUp(foundPath, hasPreview);
      const original = found?.state === 'here' ? found : await lookUp(sourcePath, hasPreview);
      return { photographId, original, results: await Promise.all(results) };
    });
    try {
      return await Promise.all(presences);
    } finally {
      clearTimeout(timer);
    }
  };
}
