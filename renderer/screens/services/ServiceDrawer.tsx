/** The drawer in which a remote service is added or changed, with a test of the connection. */
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../contract/services/profile.ts';
import { type CostField, confirmLeaveForm, useUi } from '../../state/window/navigation.ts';
import { ServiceForm } from './ServiceForm.tsx';

interface ServiceDrawerProps {
  /** Null = the drawer is closed. */
  readonly service: Profile | null;
  readonly isNew: boolean;
  /** The field of its costs to begin with; null = its name. */
  readonly cost: CostField | null;
  readonly onClose: () => void;
}

export function ServiceDrawer({ service, isNew, cost, onClose }: ServiceDrawerProps) {
  const { t } = useTranslation();
  const asking = useUi((ui) => ui.pending !== null);
  return (
    <Drawer
      opened={service !== null}
      onClose={() => confirmLeaveForm(onClose)}
      closeOnEscape={!asking}
      position="right"
      size={440}
      title={isNew ? t('services.form.add') : t('services.form.edit')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid="service-drawer"
    >
      {service && <ServiceForm key={service.id} service={service} isNew={isNew} cost={cost} onClose={onClose} />}
    </Drawer>
  );
}
