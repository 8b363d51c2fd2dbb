import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { makeFolderInside } from '../../files/contained-path.ts';
import { diskErrorMessage } from '../../files/disk-errors.ts';
import { makeUserFolder } from '../../files/private-files.ts';

/**
 * Creates a folder of the user unless it exists.
 * @param root the chosen folder: `folder` itself or one above it
 * @throws UserFacingError with its name and the reason
 */
export async function createExportFolder(folder: string, root = folder): Promise<void> {
  try {
    await makeUserFolder(root);
    if (folder !== root) await makeFolderInside(root, folder);
  } catch (cause) {
    const diskError = diskErrorMessage(cause);
    // The message of ENOENT is about files that have disappeared.
    const isKnown = diskError !== null && diskError.code !== 'ENOENT';
    throw new UserFacingError(isKnown ? diskError.allIn(folder) : msg('delivery.export.notMade', { folder }), {
      cause,
    });
  }
}
