/** Groups of settings, and rows with a label at the left and a control at the right. */
import { Box, Group, Paper, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { SettingId } from '../state/settings/settingsPages.ts';
import { consumeIntent, useUi } from '../state/window/navigation.ts';
import { Note } from './Note.tsx';
import classes from './SettingRow.module.css';

interface SectionProps {
  /** Omitted if the title of the page is enough. */
  readonly title?: string;
  readonly children: ReactNode;
}

export function Section({ title, children }: SectionProps) {
  return (
    <section aria-label={title}>
      {title !== undefined && (
        <Box component="h3" m={0} mb="xs" fz="sm">
          {title}
        </Box>
      )}
      <Paper withBorder radius="md" p="md">
        <Stack>{children}</Stack>
      </Paper>
    </section>
  );
}

const controlSelector = 'input[type="radio"]:checked, input:not([type="hidden"], [type="radio"]), button';

interface SettingProps {
  readonly id: SettingId;
  readonly children: ReactNode;
}

/** A setting that other screens can open: its control gets the focus. */
export function Setting({ id, children }: SettingProps) {
  const row = useRef<HTMLDivElement>(null);
  const isWanted = useUi(
    ({ intent }) => intent !== null && typeof intent === 'object' && 'setting' in intent && intent.setting === id,
  );
  useEffect(() => {
    if (!isWanted) return;
    consumeIntent();
    row.current?.scrollIntoView({ block: 'nearest' });
    row.current?.querySelector<HTMLElement>(controlSelector)?.focus();
  }, [isWanted]);
  return <div ref={row}>{children}</div>;
}

interface SettingRowProps {
  readonly id: SettingId;
  readonly label: string;
  readonly help?: string;
  /** Whether screen readers announce changes of the help. */
  readonly isLive?: boolean;
  /** Shown in a separate line. */
  readonly path?: string;
  readonly children: ReactNode;
}

export function SettingRow({ id, label, help, isLive, path, children }: SettingRowProps) {
  return (
    <Setting id={id}>
      <Group className={classes.row} gap="lg" justify="space-between" wrap="nowrap" mih={32}>
        <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
          {label}
          {help && (
            <Note className="selectable" aria-live={isLive ? 'polite' : undefined}>
              {help}
            </Note>
          )}
          {path && <Note className="selectable">{path}</Note>}
        </Box>
        {children}
      </Group>
    </Setting>
  );
}
