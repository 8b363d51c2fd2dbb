/** What a notice says, and where one goes on from it: in the language that is read while it stands. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../contract/app-snapshot.ts';

export interface Told {
  readonly tone: Notice['tone'];
  /** Put into words whenever it is drawn. */
  readonly text: () => string;
}

export interface WayOn {
  readonly label: () => string;
  readonly go: () => void;
}

export function NoticeWords({ text, wayOn }: Pick<Told, 'text'> & { readonly wayOn: WayOn | null }) {
  useTranslation();
  return (
    <>
      {text()}
      {wayOn && (
        <Button size="compact-xs" variant="default" ml="xs" onClick={wayOn.go} data-testid="notice-go">
          {wayOn.label()}
        </Button>
      )}
    </>
  );
}
