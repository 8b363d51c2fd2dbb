/** Grants for chosen paths: forms show the path, and requests spend the grant. */
import type { Grant } from '../../../contract/validation/path-grant.ts';
import type { Reply } from '../../../preload/channels.ts';

/** Unspent grants. A path may have been chosen in two forms. */
const granted = new Map<string, string[]>();

/** Returns the path to show. */
export function rememberGrant({ id, path }: Grant): string {
  granted.set(path, [...(granted.get(path) ?? []), id]);
  return path;
}

/** Returns the grant of a path, or the path if main knows it. */
export function toWirePath<P extends string | null>(path: P): P | string {
  return (path === null ? undefined : granted.get(path)?.at(-1)) ?? path;
}

/**
 * Sends a request with grants instead of paths.
 * @param isSpent whether a successful response spends them
 */
export async function sendGranted<T>(
  send: (toWire: typeof toWirePath) => Promise<Reply<T>>,
  isSpent: (response: T) => boolean = () => true,
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
