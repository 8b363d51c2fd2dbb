/** Whether originals and results are at hand, and where they were: told of the photographs that are shown, in short time. */
import type { FilePresence, FileState, PhotographPresence } from '../../contract/review/file-availability.ts';
import type { FileAvailability } from '../files/file-availability.ts';
import { displayPath, type StoredPath } from '../files/stored-path.ts';
import type { Store } from '../store/index.ts';

export type Presence = (photographIds: readonly number[]) => Promise<PhotographPresence[]>;

/** What is not seen within this time (ms) is unknown, and asked for again. */
const patienceMs = 2500;

export function createPresenceLookup(
  { keptPreviews: kept, filePlaces }: Pick<Store, 'keptPreviews' | 'filePlaces'>,
  availability: Pick<FileAvailability, 'at' | 'volumeOf'>,
): Presence {
  async function fileAt(path: StoredPath, hasPreview: boolean, late: Promise<FileState>): Promise<FilePresence> {
    const [state, { name: volume }] = await Promise.all([
      Promise.race([availability.at(path), late]),
      availability.volumeOf(path),
    ]);
    return { state, path: displayPath(path), volume, hasPreview };
  }

  return async (ids) => {
    let cancelTimer: NodeJS.Timeout | undefined;
    const late = new Promise<FileState>((resolve) => {
      cancelTimer = setTimeout(() => resolve('unknown'), patienceMs);
    });
    const previews = new Set(kept.ofPhotographs(ids).map(({ subject, id }) => `${subject} ${id}`));
    const original = async (
      id: number,
      sourcePath: StoredPath,
      foundPath: StoredPath | null,
    ): Promise<FilePresence> => {
      const hasPreview = previews.has(`photograph ${id}`);
      const found = foundPath === null ? null : await fileAt(foundPath, hasPreview, late);
      return found?.state === 'here' ? found : fileAt(sourcePath, hasPreview, late);
    };
    const images = Map.groupBy(filePlaces.images(ids), ({ photographId }) => photographId);
    const presences = filePlaces.originals(ids).map(async ({ photographId, sourcePath, foundPath }) => {
      const results = (images.get(photographId) ?? []).map(async ({ resultId, path }) => ({
        resultId,
        ...(await fileAt(path, previews.has(`result ${resultId}`), late)),
      }));
      const own = await original(photographId, sourcePath, foundPath);
      return { photographId, original: own, results: await Promise.all(results) };
    });
    try {
      return await Promise.all(presences);
    } finally {
      clearTimeout(cancelTimer);
    }
  };
}
