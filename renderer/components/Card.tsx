/** Cards of a screen in a grid: services and watch folders. */
import { Box, Group, Paper, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface CardProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly testId: string;
}

export function Card({ label, children, testId }: CardProps) {
  return (
    <Paper component="article" withBorder radius="md" p="md" aria-label={label} data-testid={testId}>
      <Stack gap="xs">{children}</Stack>
    </Paper>
  );
}

export function CardGrid({ children }: { readonly children: ReactNode }) {
  return (
    <SimpleGrid minColWidth={360} style={{ alignItems: 'start' }}>
      {children}
    </SimpleGrid>
  );
}

interface CardHeaderProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function CardHeader({ title, children }: CardHeaderProps) {
  return (
    <Group gap={4} wrap="nowrap" mih={32}>
      <Box component="h2" className="ellipsis" flex={1} m={0} fz={15}>
        {title}
      </Box>
      {children}
    </Group>
  );
}
