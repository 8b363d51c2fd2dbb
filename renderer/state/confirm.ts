/** Asks before something that cannot be undone, or that may cost something. */
import { modals } from '@mantine/modals';

interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** False where nothing is lost by it: then the button is not red. */
  readonly takesAway?: boolean;
  readonly onYes: () => void;
}

export function confirm({ title, text, yes, no, takesAway = true, onYes }: Question): void {
  modals.openConfirmModal({
    title,
    children: text,
    labels: { confirm: yes, cancel: no },
    closeButtonProps: { 'aria-label': no },
    confirmProps: { ...(takesAway ? { color: 'red' } : {}), 'data-testid': 'confirm-yes' },
    cancelProps: { 'data-autofocus': true, 'data-testid': 'confirm-no' },
    onConfirm: onYes,
  });
}
