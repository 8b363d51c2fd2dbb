/** What can be shown of a photograph or a result: its file, or else what is kept of it. */

import type { FileAvailability } from '../files/file-availability.ts';
import type { StoredPath } from '../files/stored-path.ts';
import { withTimeout } from '../files/with-timeout.ts';
import type { PreviewSubject, Store } from '../store/index.ts';

export interface ViewableFile {
  /**
   * What `read` makes of the file, or of the kept preview where the file is gone, away or cannot be read; null where there is
   * neither. A share that stops answering in the middle is waited for `readsWithin` ms where there is a kept preview.
   */
  read<T>(subject: PreviewSubject, read: (path: string) => Promise<T>): Promise<T | null>;
}

/** A photograph of 100 MB over a slow network takes about as long; ms. */
const readsWithin = 8000;

/** @param onUsed told of what was shown from its kept preview */
export function createViewableFileFinder(
  { keptPreviews: kept, filePlaces }: Pick<Store, 'keptPreviews' | 'filePlaces'>,
  availability: Pick<FileAvailability, 'locate' | 'markSilent'>,
  onUsed: (subject: PreviewSubject) => void,
): ViewableFile {
  async function fromFile<T>(
    stored: StoredPath,
    read: (path: string) => Promise<T>,
    hasPreview: boolean,
  ): Promise<T | null> {
    const { state, path } = await availability.locate(stored);
    if (state !== 'here') return null;
    const reading = read(path);
    try {
      return await (hasPreview ? withTimeout(reading, readsWithin) : reading);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ETIMEDOUT') await availability.markSilent(path, reading);
      return null;
    }
  }

  return {
    async read(subject, read) {
      const preview = kept.find(subject);
      for (const path of filePlaces.pathsOf(subject)) {
        const made = await fromFile(path, read, preview !== null);
        if (made !== null) return made;
      }
      if (preview === null) return null;
      try {
        const made = await read(kept.fileOf(preview));
        onUsed(subject);
        return made;
      } catch {
        return null; // Its file is gone: the next sweep finds that.
      }
    },
  };
}
