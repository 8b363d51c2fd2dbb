/** What can be done with the preset that is shown. */
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Presets.module.css';

interface PresetActionsProps {
  readonly onCopy: () => void;
  /** Absent where it has to be saved first. */
  readonly onUse?: (() => void) | undefined;
  /** What only one of the user's own can. */
  readonly children?: ReactNode;
}

export function PresetActions({ onCopy, onUse, children }: PresetActionsProps) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap="xs" className={classes.actions ?? ''}>
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
