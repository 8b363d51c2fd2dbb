import type { FileAvailability } from '../../files/file-availability.ts';
import type { StoredPath } from '../../files/stored-path.ts';
import { type PictureRead, readPicture, UnmeasurableImage } from '../../imaging/measure/measured-image.ts';
import type { PhotographFile } from '../../store/index.ts';

/** `gone`: unavailable or replaced now; `never`: unreadable. */
type UnchangedRead = PictureRead | 'gone' | 'never';

/** Reads a photograph with its original content. @throws the signal's reason */
export async function readIfUnchanged(
  { foundPath, sourcePath, contentHash }: PhotographFile,
  availability: Pick<FileAvailability, 'locate'>,
  signal: AbortSignal,
): Promise<UnchangedRead> {
  const readAt = async (stored: StoredPath): Promise<UnchangedRead> => {
    const { state, path } = await availability.locate(stored);
    if (state !== 'here') return 'gone';
    try {
      const read = await readPicture(path, signal);
      return read.contentHash === contentHash ? read : 'gone';
    } catch (error) {
      signal.throwIfAborted();
      // Other errors, such as a sleeping disk, may pass.
      return error instanceof UnmeasurableImage ? 'never' : 'gone';
    }
  };
  const found = foundPath === null ? 'gone' : await readAt(foundPath);
  return found === 'gone' ? readAt(sourcePath) : found;
}
