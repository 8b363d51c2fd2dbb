/** Reads a photograph or result for viewing: its file, or else its preview. */
import type { FileAvailability } from '../../files/file-availability.ts';
import type { StoredPath } from '../../files/stored-path.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import type { PreviewSubject, Store } from '../../store/index.ts';

export interface ViewableFile {
  /**
   * Returns the value of `read` for the file, or for its preview if the file cannot be read; null if both fail. With a
   * preview, the file has a time limit.
   */
  read<T>(subject: PreviewSubject, read: (path: string) => Promise<T>): Promise<T | null>;
}

/** Enough for 100 MB over a slow network. */
const readTimeoutMs = 8000;

export function createViewableFileFinder(
  { keptPreviews, filePlaces }: Pick<Store, 'keptPreviews' | 'filePlaces'>,
  availability: Pick<FileAvailability, 'locate' | 'markSilent'>,
  onPreviewUsed: (subject: PreviewSubject) => void,
): ViewableFile {
  async function readFile<T>(
    stored: StoredPath,
    read: (path: string) => Promise<T>,
    hasPreview: boolean,
  ): Promise<T | null> {
    const { state, path } = await availability.locate(stored);
    if (state !== 'here') return null;
    const reading = read(path);
    try {
      return await (hasPreview ? withTimeout(reading, readTimeoutMs) : reading);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ETIMEDOUT') await availability.markSilent(path, reading);
      return null;
    }
  }

  return {
    async read(subject, read) {
      const preview = keptPreviews.find(subject);
      for (const path of filePlaces.pathsOf(subject)) {
        const value = await readFile(path, read, preview !== null);
        if (value !== null) return value;
      }
      if (preview === null) return null;
      try {
        const value = await read(keptPreviews.fileOf(preview));
        onPreviewUsed(subject);
        return value;
      } catch {
        return null; // The next sweep removes the row of a missing file.
      }
    },
  };
}
