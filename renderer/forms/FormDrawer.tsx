/** A drawer with a form that is saved as a whole, such as a service. */
import { Drawer, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmLeaveForm, useUi } from '../state/window/navigation.ts';

interface FormDrawerProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly testId: string;
}

export function FormDrawer({ opened, title, onClose, children, testId }: FormDrawerProps) {
  const { t } = useTranslation();
  const isConfirming = useUi((ui) => ui.pending !== null);
  return (
    <Drawer
      opened={opened}
      onClose={() => confirmLeaveForm(onClose)}
      closeOnEscape={!isConfirming}
      position="right"
      size={440}
      title={title}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid={testId}
    >
      {children}
    </Drawer>
  );
}

interface DrawerFormProps {
  readonly onSubmit: () => void;
  /** Buttons, which stay visible while the fields scroll. */
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

export function DrawerForm({ onSubmit, footer, children }: DrawerFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        {children}
        <Group
          justify="flex-end"
          gap="xs"
          pos="sticky"
          bottom={0}
          mx="-md"
          mb="-md"
          px="md"
          py="sm"
          bg="var(--mantine-color-body)"
          // Above the arrows of number fields.
          style={{ zIndex: 2, borderTop: '1px solid var(--b-line)' }}
        >
          {footer}
        </Group>
      </Stack>
    </form>
  );
}
