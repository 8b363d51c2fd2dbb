import { isUtf8 } from 'node:buffer';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';

export type PathKind = 'file' | 'folder' | { readonly message: MessageDescriptor };

/** Returns the kind of a path or link target, without opening files. Rejects pipes and devices, which could block a reader. */
export async function pathKind(path: string): Promise<PathKind> {
  try {
    const part = await findInvalidPart(path);
    if (part !== null) return { message: invalidNameMessage(part) };
    const facts = await stat(path);
    if (facts.isFile()) return 'file';
    if (facts.isDirectory()) return 'folder';
    return { message: msg('intake.file.device', { name: displayName(path) }) };
  } catch (error) {
    return { message: await readErrorMessage(path, error) };
  }
}

/** Formats the message for a name with invalid UTF-8. */
export function invalidNameMessage(path: string): MessageDescriptor {
  return msg('intake.file.misread', { name: displayName(path) });
}

export async function readErrorMessage(path: string, error: unknown): Promise<MessageDescriptor> {
  const name = displayName(path);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return (await isLink(path)) ? msg('intake.file.deadLink', { name }) : msg('imaging.file.missing', { name });
    case 'EACCES':
    case 'EPERM':
      return msg('intake.file.noPermission', { name });
    case 'ELOOP':
      return msg('intake.file.endlessLink', { name });
    case 'ENAMETOOLONG':
      return msg('intake.file.nameTooLong', { name });
    default:
      return msg('imaging.file.noAnswer', { name });
  }
}

export function escapingLinksMessage(count: number, root: string): MessageDescriptor {
  return msg('intake.links.out', { count, folder: displayName(root) });
}

/** @param links at least one path of a link to a photograph found elsewhere */
export function duplicateLinksMessage(links: readonly string[]): MessageDescriptor {
  return msg('intake.links.again', { count: links.length, name: displayName(links[0]!) });
}

/** Returns the part of a path whose name has U+FFFD instead of invalid bytes, so that it leads elsewhere; or null. */
async function findInvalidPart(path: string): Promise<string | null> {
  for (let part = path; part.includes('\ufffd'); part = dirname(part)) {
    const names = await readdir(dirname(part), { encoding: 'buffer' }).catch(() => []);
    if (names.some((name) => !isUtf8(name) && name.toString() === basename(part))) return part;
  }
  return null;
}

export async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (facts) => facts.isSymbolicLink(),
    () => false,
  );
}

/** Returns the path itself for the root of a disk. */
export function displayName(path: string): string {
  return basename(path) || path;
}
