/** Names of tables and XMP files that a link has which leads nowhere: under the next free name, nobody would look for them. */
import { lstat, readlink, stat } from 'node:fs/promises';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';

/** @throws UserFacingError where something is at `path` that is a link to nothing, or to itself */
export async function assertNoBrokenLink(path: string): Promise<void> {
  const isLink = await lstat(path).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );
  if (!isLink) return;
  const code = await stat(path).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'ELOOP') return;
  throw new UserFacingError(msg('delivery.export.deadLink', { path, target: await readlink(path) }));
}
