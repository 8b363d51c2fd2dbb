/** The bar of touching up with its tool, Cancel and Done, the note over the stage, and the button that starts it. */
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconBrush } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../loupe/ToolButton.tsx';
import classes from './Touch.module.css';
import { cancelTouch, openTouch, saveTouch, useTouch } from './touchUp.ts';
import type { TouchUpAvailability } from './touchUpAvailability.ts';

interface TouchUpBarProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function TouchUpBar({ label, children }: TouchUpBarProps) {
  const { t } = useTranslation();
  const phase = useTouch((touch) => touch.phase);
  const errorText = useTouch((touch) => touch.errorText);
  const isBusy = phase !== 'ready';
  return (
    <Stack className={classes.top} gap={6} align="center">
      <Group
        className={classes.floating}
        gap="6px 12px"
        maw="100%"
        px={6}
        py={4}
        bd="1px solid var(--b-line)"
        role="toolbar"
        aria-label={label}
        data-testid="touch-bar"
      >
        {isBusy ? (
          <Group component="span" gap="xs" wrap="nowrap" miw={200} role="status">
            <Loader size={14} />
            {t(phase === 'saving' ? 'touch.saving' : 'touch.opening')}
          </Group>
        ) : (
          children
        )}
        <Group component="span" gap="xs" wrap="nowrap" ml="auto">
          <Button variant="default" size="compact-sm" onClick={cancelTouch} data-testid="touch-cancel">
            {t('touch.cancel')}
          </Button>
          <Button size="compact-sm" disabled={isBusy} onClick={() => void saveTouch()} data-testid="touch-done">
            {t('touch.done')}
          </Button>
        </Group>
      </Group>
      {errorText !== null && (
        <Text
          inherit
          className={classes.floating}
          maw={560}
          px="sm"
          py={6}
          fz="xs"
          c="var(--b-failed)"
          role="alert"
          data-testid="touch-trouble"
        >
          {errorText()}
        </Text>
      )}
    </Stack>
  );
}

/** A note at the bottom of the stage. */
export const StageNote = ({ children }: { readonly children: string }) => (
  <Text inherit className={`${classes.floating} ${classes.note}`} maw={560} px="sm" py={6} fz="xs" c="dimmed">
    {children}
  </Text>
);

interface TouchUpButtonProps {
  readonly availability: TouchUpAvailability;
  readonly versionId: number;
}

/** Starts touching up, or shows why that is unavailable. */
export function TouchUpButton({ availability, versionId }: TouchUpButtonProps) {
  const { t } = useTranslation();
  const isOpen = useTouch((touch) => touch.id === versionId);
  return (
    <ToolButton
      icon={IconBrush}
      label={t('touch.start')}
      name={t('touch.start')}
      command="loupe.touch"
      isOn={isOpen}
      why={'why' in availability ? t(`touch.reason.${availability.why}`) : null}
      onClick={() => !isOpen && void openTouch(versionId)}
      testId="loupe-touch"
    />
  );
}
