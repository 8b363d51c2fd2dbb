/** Notifications: short messages at the foot of the window (`app/status/Notices.tsx`). */
import { Button } from '@mantine/core';
import { notifications, notificationsStore } from '@mantine/notifications';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../contract/app/app-snapshot.ts';

interface NotificationText {
  readonly tone: Notice['tone'];
  /** Called on each render, so that a change of language is followed. */
  readonly text: () => string;
}

interface NotificationAction {
  readonly label: () => string;
  readonly go: () => void;
}

interface NotificationOptions {
  readonly action?: NotificationAction | null;
  readonly about?: string;
  readonly needsAnswer?: boolean;
}

const colors = { info: 'gray', success: 'green', warning: 'yellow', error: 'red' } as const;

const closeButton = () => ({ 'aria-label': i18next.t('actions.close') });
// Unlike the content, the label of the button is no component that follows the language.
i18next.on('languageChanged', () =>
  notifications.updateState(notificationsStore, (current) =>
    current.map((each) => ({ ...each, closeButtonProps: closeButton() })),
  ),
);

/** Time that a notification is shown, in ms. */
const shownMs = 6_000;
const maxShown = 4;
/** Notifications that wait to be dismissed leave room for the others. */
const maxStaying = maxShown - 1;
notificationsStore.setState({ ...notificationsStore.getState(), limit: maxShown });

/**
 * Shows a short message at the foot of the window. A failure stays until it is dismissed.
 * @param options.about subject; a notification replaces earlier ones about the same subject, or with the same text
 * @param options.needsAnswer keeps it until it is dismissed
 */
export function notify(
  { tone, text }: NotificationText,
  { action = null, about, needsAnswer = false }: NotificationOptions = {},
): void {
  const id = about ?? `${tone} ${text()}`;
  notifications.hide(id);
  const isStaying = needsAnswer || tone === 'error' || tone === 'warning';
  if (isStaying) makeRoom();
  notifications.show({
    id,
    message: <NotificationContent text={text} action={action} />,
    color: colors[tone],
    autoClose: isStaying ? false : shownMs,
    closeButtonProps: closeButton(),
    role: tone === 'error' ? 'alert' : 'status',
    'data-testid': `notice-${tone}`,
  });
}

/** Dismisses the notification about a subject. */
export const hideNotification = (about: string): void => void notifications.hide(about);

/** Dismisses the oldest notifications that stay, until there is room for another one. */
function makeRoom(): void {
  const staying = notificationsStore.getState().notifications.filter(({ autoClose }) => autoClose === false);
  for (const { id } of staying.slice(0, Math.max(0, staying.length - maxStaying + 1))) notifications.hide(id ?? '');
}

interface ContentProps extends Pick<NotificationText, 'text'> {
  readonly action: NotificationAction | null;
}

function NotificationContent({ text, action }: ContentProps) {
  useTranslation();
  return (
    <>
      {text()}
      {action && (
        <Button size="compact-xs" variant="default" ml="xs" onClick={action.go} data-testid="notice-go">
          {action.label()}
        </Button>
      )}
    </>
  );
}
