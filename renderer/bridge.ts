/** The only user of `window.burnish`: asks the main process, listens to it, and turns refusals into notifications. */
import { notifications, notificationsStore } from '@mantine/notifications';
import i18next from 'i18next';
import { createElement } from 'react';
import { formatMessage } from '../contract/messages/format-message.ts';
import { msg } from '../contract/messages/message.ts';
import type { Bridge, Events, Reply, RequestArgs, RequestName, Responses } from '../preload/channels.ts';
import {
  type NotificationAction,
  NotificationContent,
  type NotificationText,
} from './app/status/NotificationContent.tsx';

declare global {
  interface Window {
    readonly burnish: Bridge;
  }
}

interface NoticeOptions {
  /** What can be done next. */
  readonly action?: NotificationAction | null;
  readonly about?: string;
  readonly needsAnswer?: boolean;
}

type Arguments<N extends RequestName> = RequestArgs<N> extends undefined ? [] : [args: RequestArgs<N>];

/** Sends a request; a refused or broken one comes back as `ok: false` with its sentence, and nothing is shown. */
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

/** As `requestQuietly`, and a refusal is shown in the corner of the window. */
export async function request<N extends RequestName>(name: N, ...args: Arguments<N>): Promise<Reply<Responses[N]>> {
  const reply = await requestQuietly(name, ...args);
  if (!reply.ok) notify({ tone: 'error', text: () => formatMessage(reply.message) });
  return reply;
}

/** Listens to an event; the returned function ends it. */
export function subscribe<N extends keyof Events>(name: N, listener: (event: Events[N]) => void): () => void {
  return window.burnish.on[name](listener);
}

/** Asks for a grant for dropped files and folders; null where none of them has a path (an image dragged from a web page). */
export async function grantDropped(files: readonly File[]): Promise<Reply<string | null>> {
  const reply = await window.burnish.grantDropped(files);
  if (!reply.ok) notify({ tone: 'error', text: () => formatMessage(reply.message) });
  return reply;
}

/** Takes away what was told about it: whatever is open now says the same. */
export const hideNotification = (about: string): void => void notifications.hide(about);

const colors = { info: 'gray', success: 'green', warning: 'yellow', error: 'red' } as const;

const closeButton = () => ({ 'aria-label': i18next.t('actions.close') });
// The words of a notice are components, and read another language by themselves; this is none.
i18next.on('languageChanged', () =>
  notifications.updateState(notificationsStore, (current) =>
    current.map((each) => ({ ...each, closeButtonProps: closeButton() })),
  ),
);

/** Time that a notification is shown, in ms. */
const shownMs = 6_000;
/** Notifications that wait to be dismissed leave room for those that pass. */
const maxShown = 4;
const maxStaying = maxShown - 1;
notificationsStore.setState({ ...notificationsStore.getState(), limit: maxShown });

/**
 * Shows a short message at the foot of the window. A failure stays until it is dismissed.
 * @param options.about subject; a notification replaces earlier ones about the same subject, or with the same text
 * @param options.needsAnswer keeps it until it is dismissed
 */
export function notify(
  { tone, text }: NotificationText,
  { action = null, about, needsAnswer = false }: NoticeOptions = {},
): void {
  const id = about ?? `${tone} ${text()}`;
  notifications.hide(id);
  const stays = needsAnswer || tone === 'error' || tone === 'warning';
  if (stays) makeRoom();
  notifications.show({
    id,
    message: createElement(NotificationContent, { text, action }),
    color: colors[tone],
    autoClose: stays ? false : shownMs,
    closeButtonProps: closeButton(),
    role: tone === 'error' ? 'alert' : 'status',
    'data-testid': `notice-${tone}`,
  });
}

/** Dismisses the oldest of those that stay. */
function makeRoom(): void {
  const staying = notificationsStore.getState().notifications.filter(({ autoClose }) => autoClose === false);
  for (const { id } of staying.slice(0, Math.max(0, staying.length - maxStaying + 1))) notifications.hide(id ?? '');
}
