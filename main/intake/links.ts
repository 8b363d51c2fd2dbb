/**
 * Links that are not followed: inside a folder out of it, since whoever put them there decides what is read, and that may be
 * somebody else; and to what is taken in anyway.
 */
import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { type Sentence, say } from '../../contract/sentence.ts';
import { nameOf } from './path-kind.ts';

/**
 * True where `path` leads to something that is not below `root`, which is free of links itself (`realpath`). A junction of
 * Windows is such a link too.
 * @throws the file system's error for a link that leads nowhere
 */
export async function leadsOut(path: string, root: string): Promise<boolean> {
  const target = await realpath(path);
  return target !== root && !target.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The sentence about all of them in the folder at `root`. */
export function leftAlone(count: number, root: string): Sentence {
  return say('intake.links.out', { count, folder: nameOf(root) });
}

/** The sentence about links (paths, at least one) to what was met by itself. */
export function leftOut(links: readonly string[]): Sentence {
  return say('intake.links.again', { count: links.length, name: nameOf(links[0]!) });
}
