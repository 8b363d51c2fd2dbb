/** Buttons of the open preset. */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface PresetActionsProps {
  readonly onCopy: () => void;
  /** Absent if the preset must be saved first. */
  readonly onUse?: (() => void) | undefined;
  /** Buttons of a custom preset. */
  readonly children?: ReactNode;
}

export function PresetActions({ onCopy, onUse, children }: PresetActionsProps) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="xs" flex="none" pt={16}>
      {children}
      <Button variant="default" onClick={onCopy} data-testid="preset-copy">
        {t('presets.copy')}
      </Button>
      <Button disabled={onUse === undefined} onClick={onUse} data-testid="preset-use">
        {t('presets.use')}
      </Button>
    </Group>
  );
}
