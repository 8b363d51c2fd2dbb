/** Asks before something that cannot be undone. */
import { modals } from '@mantine/modals';

interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
}

export function confirm({ title, text, yes, no, onYes }: Question): void {
  modals.openConfirmModal({
    title,
    children: text,
    labels: { confirm: yes, cancel: no },
    closeButtonProps: { 'aria-label': no },
    confirmProps: { color: 'red', 'data-testid': 'confirm-yes' },
    cancelProps: { 'data-autofocus': true, 'data-testid': 'confirm-no' },
    onConfirm: onYes,
  });
}
