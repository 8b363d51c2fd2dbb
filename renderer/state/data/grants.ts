/** What the user has chosen and main has granted: shown by its path, sent by its grant, which is spent by that. */

import type { Grant } from '../../../contract/validation/path-grant.ts';
import type { Reply } from '../../../preload/channels.ts';

/** Grants that are not spent, by path: the same folder may have been chosen for two forms. */
const granted = new Map<string, string[]>();

/** The path to show, which `sendGranted` knows from now on. */
export function rememberGrant({ id, path }: Grant): string {
  granted.set(path, [...(granted.get(path) ?? []), id]);
  return path;
}

/** What stands for a path on the wire: its grant where it is new, else the path itself, which main has stored. */
export function toWirePath<P extends string | null>(path: P): P | string {
  return (path === null ? undefined : granted.get(path)?.at(-1)) ?? path;
}

/**
 * Sends a request that is made with what stands for its paths; one that is answered well has spent their grants.
 * @param isSpent whether this answer has: one may ask something back
 */
export async function sendGranted<T>(
  send: (read: typeof toWirePath) => Promise<Reply<T>>,
  isSpent: (answer: T) => boolean = () => true,
): Promise<Reply<T>> {
  const used = new Map<string, string>();
  const reply = await send((path) => {
    const sent = toWirePath(path);
    if (path !== null && sent !== null && sent !== path) used.set(path, sent);
    return sent;
  });
  if (!reply.ok || !isSpent(reply.value)) return reply;
  for (const [path, id] of used) {
    const left = (granted.get(path) ?? []).filter((each) => each !== id);
    if (left.length > 0) granted.set(path, left);
    else granted.delete(path);
  }
  return reply;
}
