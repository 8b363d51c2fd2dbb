/** The drawer in which a remote service is added or changed, with a test of the connection. */
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../preload/contract/profile.ts';
import { ServiceForm } from './ServiceForm.tsx';

interface ServiceDrawerProps {
  /** Null = the drawer is closed. */
  readonly draft: Profile | null;
  readonly isNew: boolean;
  readonly onClose: () => void;
}

export function ServiceDrawer({ draft, isNew, onClose }: ServiceDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={draft !== null}
      onClose={onClose}
      position="right"
      size={440}
      title={isNew ? t('services.form.add') : t('services.form.edit')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid="service-drawer"
    >
      {draft && <ServiceForm key={draft.id} initial={draft} isNew={isNew} onClose={onClose} />}
    </Drawer>
  );
}
