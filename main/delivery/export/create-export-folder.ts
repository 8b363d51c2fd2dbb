/** Folders of the user's that exports go to. */
import { msg, UserFacingError } from '../../../contract/message.ts';
import { diskErrorMessage } from '../../files/disk-errors.ts';
import { makeUserFolder } from '../../files/private-files.ts';

/** Makes the folder where it is not there. @throws UserFacingError that names it, and says why not */
export async function createExportFolder(folder: string): Promise<void> {
  await makeUserFolder(folder).catch((cause: unknown) => {
    const diskError = diskErrorMessage(cause);
    // Of what never was there, nothing is “no longer there”.
    const isKnown = diskError !== null && diskError.code !== 'ENOENT';
    throw new UserFacingError(isKnown ? diskError.allIn(folder) : msg('delivery.export.notMade', { folder }), {
      cause,
    });
  });
}
