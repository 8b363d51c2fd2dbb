/** Folders of the user's that exports go to. */
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { makeFolderInside } from '../../files/contained-path.ts';
import { diskErrorMessage } from '../../files/disk-errors.ts';
import { makeUserFolder } from '../../files/private-files.ts';

/**
 * Makes the folder if it is missing.
 * @param root the folder that was chosen, which it is at or below
 * @throws UserFacingError with its name and the reason
 */
export async function createExportFolder(folder: string, root = folder): Promise<void> {
  await make(folder, root).catch((cause: unknown) => {
    const diskError = diskErrorMessage(cause);
    // Of what never was there, nothing is “no longer there”.
    const isKnown = diskError !== null && diskError.code !== 'ENOENT';
    throw new UserFacingError(isKnown ? diskError.allIn(folder) : msg('delivery.export.notMade', { folder }), {
      cause,
    });
  });
}

async function make(folder: string, root: string): Promise<void> {
  await makeUserFolder(root);
  if (folder !== root) await makeFolderInside(root, folder);
}
