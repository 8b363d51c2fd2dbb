/** Gives a file that was made of a result its name beside that: the first one that is free, never in the place of another file. */
import { dirname, extname } from 'node:path';
import { UserFacingError } from '../../../contract/messages/message.ts';
import { syncFolder } from '../../files/atomic-write.ts';
import { applyUserPermissions } from '../../files/private-files.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import type { WrittenFile } from '../../store/index.ts';
import { diskJobError } from '../stage-outcome.ts';
import { isTaken, stageFile, syncFile } from './target-file.ts';
import type { TemporaryFiles } from './temporary-file.ts';

/** Whose file it is. */
export interface PlacementRecorder {
  readonly temporaryFiles: TemporaryFiles;
  /** Told just before it has that name; false where the name is another's, whose file may be away. */
  note(file: WrittenFile): boolean;
  /** Somebody else was faster. */
  forget(path: string): void;
}

/**
 * @param finished whole, in a folder of our own; no name of it is left there.
 * @param wanted absolute; where that is taken, it gets a number
 * @returns the file as it is now
 * @throws UserFacingError where the folder does not take it; nothing of it is there then
 */
export async function placeSibling(finished: string, wanted: string, notes: PlacementRecorder): Promise<WrittenFile> {
  const folder = dirname(wanted);
  const extension = extname(wanted);
  const stem = wanted.slice(0, wanted.length - extension.length);
  try {
    await applyUserPermissions(finished);
    const print = await syncFile(finished);
    const delivery = await withTimeout(stageFile(finished, folder, notes.temporaryFiles));
    try {
      for (let number = 1; ; number += 1) {
        const path = number === 1 ? wanted : `${stem}-${number}${extension}`;
        if (await isTaken(path)) continue;
        const file = { path, ...print };
        if (!notes.note(file)) continue;
        try {
          if (await delivery.claimName(path)) {
            await syncFolder(folder);
            return file;
          }
        } catch (error) {
          notes.forget(path);
          throw error;
        }
        notes.forget(path);
      }
    } finally {
      await delivery.discard();
    }
  } catch (error) {
    const diskError = diskJobError(error, folder);
    throw diskError === null ? error : new UserFacingError(diskError.message, { cause: error });
  }
}
