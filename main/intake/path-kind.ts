/** What a path leads to: a file, a folder, or the sentence that says why neither. Opens nothing but folders. */
import { isUtf8 } from 'node:buffer';
import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';

export type PathKind = 'file' | 'folder' | { readonly message: MessageDescriptor };

/**
 * Follows links. Pipes, sockets and devices are refused here, since whoever opened one would wait for ever.
 * Never throws for what is wrong with the path; that is the answer.
 */
export async function pathKind(path: string): Promise<PathKind> {
  try {
    const part = await misreadPart(path);
    if (part !== null) return { message: invalidNameMessage(part) };
    const facts = await stat(path);
    if (facts.isFile()) return 'file';
    if (facts.isDirectory()) return 'folder';
    return { message: msg('intake.file.device', { name: displayName(path) }) };
  } catch (error) {
    return { message: await readErrorMessage(path, error) };
  }
}

/** The sentence about a name that cannot be written as text; systems that keep names as bytes have such. */
export function invalidNameMessage(path: string): MessageDescriptor {
  return msg('intake.file.misread', { name: displayName(path) });
}

/** The sentence about a path for which the file system gave `error`. */
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

/**
 * The part of `path` that stands for a name that is not valid UTF-8, or null: whoever hands such a path over as text has put U+FFFD
 * for what cannot be read, and it leads nowhere, or to another file that is really called so.
 */
async function misreadPart(path: string): Promise<string | null> {
  for (let part = path; part.includes('\ufffd'); part = dirname(part)) {
    const names = await readdir(dirname(part), { encoding: 'buffer' }).catch(() => []);
    if (names.some((name) => !isUtf8(name) && name.toString() === basename(part))) return part;
  }
  return null;
}

/** False for what is not there. */
export async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (facts) => facts.isSymbolicLink(),
    () => false,
  );
}

/** What a path is called in a sentence: the root of a disk has no other name. */
export function displayName(path: string): string {
  return basename(path) || path;
}
