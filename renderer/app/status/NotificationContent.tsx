/** What a notice says, and where one goes on from it: in the language that is read while it stands. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../contract/app/app-snapshot.ts';

export interface NotificationText {
  readonly tone: Notice['tone'];
  /** Put into words whenever it is drawn. */
  readonly text: () => string;
}

export interface NotificationAction {
  readonly label: () => string;
  readonly go: () => void;
}

export function NotificationContent({
  text,
  action,
}: Pick<NotificationText, 'text'> & { readonly action: NotificationAction | null }) {
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
