/** Card of the recipe form: a step or an output, with its actions next to the title. */
import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormCardProps {
  readonly label: string;
  readonly title: ReactNode;
  readonly actions: ReactNode;
  readonly isActive?: boolean;
  readonly onFocusCapture?: () => void;
  readonly children: ReactNode;
  readonly testId: string;
}

export function FormCard({ label, title, actions, isActive = false, onFocusCapture, children, testId }: FormCardProps) {
  return (
    <Paper
      component="section"
      radius="md"
      bd={`1px solid ${isActive ? 'color-mix(in srgb, var(--b-text) 34%, transparent)' : 'var(--b-line)'}`}
      p="12px 16px"
      aria-label={label}
      {...(onFocusCapture && { onFocusCapture })}
      data-testid={testId}
    >
      <Group gap={4} wrap="nowrap">
        <Text component="h2" inherit fw={700} flex={1} miw={0}>
          {title}
        </Text>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
