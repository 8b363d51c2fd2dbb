/** Confirms actions that cannot be undone, or may cost money. */
import { modals } from '@mantine/modals';
import { create } from 'zustand';

interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** True unless set. */
  readonly isDestructive?: boolean;
  readonly onYes: () => void;
}

/** Keeps Esc from closing the sheet below. */
export const useConfirming = create(() => ({ isOpen: false }));

export function confirm({ title, text, yes, no, isDestructive = true, onYes }: Confirmation): void {
  useConfirming.setState({ isOpen: true });
  modals.openConfirmModal({
    title,
    children: text,
    labels: { confirm: yes, cancel: no },
    closeButtonProps: { 'aria-label': no },
    confirmProps: { ...(isDestructive ? { color: 'red' } : {}), 'data-testid': 'confirm-yes' },
    cancelProps: { 'data-autofocus': true, 'data-testid': 'confirm-no' },
    onConfirm: onYes,
    // The sheet below receives Esc after this.
    onClose: () => setTimeout(() => useConfirming.setState({ isOpen: false })),
  });
}
