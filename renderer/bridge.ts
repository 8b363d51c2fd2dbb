/** Requests to main and events from it; the only user of `window.burnish`. */
import { formatMessage } from '../contract/messages/format-message.ts';
import { msg } from '../contract/messages/message.ts';
import type { Bridge, Events, Reply, RequestArgs, RequestName, Responses } from '../preload/channels.ts';
import { notify } from './notifications.tsx';

declare global {
  interface Window {
    readonly burnish: Bridge;
  }
}

type Arguments<N extends RequestName> = RequestArgs<N> extends undefined ? [] : [args: RequestArgs<N>];

/** Sends a request. Returns `ok: false` with a message if it is rejected or fails. */
export async function requestQuietly<N extends RequestName>(
  name: N,
  ...args: Arguments<N>
): Promise<Reply<Responses[N]>> {
  const [group = '', method = ''] = name.split('.');
  const groups = window.burnish as unknown as Record<
    string,
    Record<string, (args?: unknown) => Promise<Reply<Responses[N]>>>
  >;
  try {
    const call = groups[group]?.[method];
    if (call === undefined) return { ok: false, message: msg('ipc.noAnswer') };
    return await call(args[0]);
  } catch {
    return { ok: false, message: msg('ipc.noAnswer') };
  }
}

/** Sends a request, and shows a notification if it is rejected or fails. */
export async function request<N extends RequestName>(name: N, ...args: Arguments<N>): Promise<Reply<Responses[N]>> {
  return notifyError(await requestQuietly(name, ...args));
}

/** Requests a grant for dropped files; the grant is null if none has a path, like an image from a web page. */
export async function grantDropped(files: readonly File[]): Promise<Reply<string | null>> {
  return notifyError(await window.burnish.grantDropped(files));
}

function notifyError<T>(reply: Reply<T>): Reply<T> {
  if (!reply.ok) notify({ tone: 'error', text: () => formatMessage(reply.message) });
  return reply;
}

/** Returns a function that ends the subscription. */
export function subscribe<N extends keyof Events>(name: N, listener: (event: Events[N]) => void): () => void {
  return window.burnish.on[name](listener);
}
