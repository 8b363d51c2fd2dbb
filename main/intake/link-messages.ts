/** What is said of links that are not followed: out of a folder, and to what is taken in anyway. */
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { displayName } from './path-kind.ts';

/** The sentence about all of them in the folder at `root`. */
export function escapingLinksMessage(count: number, root: string): MessageDescriptor {
  return msg('intake.links.out', { count, folder: displayName(root) });
}

/** The sentence about links (paths, at least one) to what was met by itself. */
export function duplicateLinksMessage(links: readonly string[]): MessageDescriptor {
  return msg('intake.links.again', { count: links.length, name: displayName(links[0]!) });
}
