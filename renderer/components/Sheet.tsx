/** A sheet over the screen: what had the focus before it opened has it again when it closes. */
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRestoreFocus } from './restoreFocus.tsx';

interface SheetProps extends Omit<ModalProps, 'opened' | 'returnFocus' | 'closeButtonProps'> {
  /** Left out where it is there only while it is open. */
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
