/** What is said of links that are not followed: out of a folder, and to what is taken in anyway. */
import { type MessageDescriptor, msg } from '../../contract/message.ts';
import { nameOf } from './path-kind.ts';

/** The sentence about all of them in the folder at `root`. */
export function leftAlone(count: number, root: string): MessageDescriptor {
  return msg('intake.links.out', { count, folder: nameOf(root) });
}

/** The sentence about links (paths, at least one) to what was met by itself. */
export function leftOut(links: readonly string[]): MessageDescriptor {
  return msg('intake.links.again', { count: links.length, name: nameOf(links[0]!) });
}
