/** Asks before something that cannot be undone, or that may cost something. */
import { modals } from '@mantine/modals';
import { create } from 'zustand';

interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** False where nothing is lost by it: then the button is not red. */
  readonly isDestructive?: boolean;
  readonly onYes: () => void;
}

/** Whether a question is open: a sheet below it stays at Escape, which answers the question. */
export const useConfirming = create(() => ({ isOpen: false }));

export function confirm({ title, text, yes, no, isDestructive = true, onYes }: Question): void {
  useConfirming.setState({ isOpen: true });
  modals.openConfirmModal({
    title,
    children: text,
    labels: { confirm: yes, cancel: no },
    closeButtonProps: { 'aria-label': no },
    confirmProps: { ...(isDestructive ? { color: 'red' } : {}), 'data-testid': 'confirm-yes' },
    cancelProps: { 'data-autofocus': true, 'data-testid': 'confirm-no' },
    onConfirm: onYes,
    // Only after the key that closes it, which a sheet below hears too.
    onClose: () => setTimeout(() => useConfirming.setState({ isOpen: false })),
  });
}
