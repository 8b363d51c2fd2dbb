/** A sheet over the screen, which restores the focus when it closes. */
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRestoreFocus } from './restoreFocus.tsx';

interface SheetProps extends Omit<ModalProps, 'opened' | 'returnFocus' | 'closeButtonProps'> {
  /** Omitted by sheets that are mounted only while they are open. */
  readonly opened?: boolean;
  readonly 'data-testid': string;
}

export function Sheet({ opened = true, ...props }: SheetProps) {
  const { t } = useTranslation();
  useRestoreFocus(opened);
  return (
    <Modal opened={opened} returnFocus={false} closeButtonProps={{ 'aria-label': t('actions.close') }} {...props} />
  );
}
