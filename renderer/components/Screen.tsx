/** The frame of a screen: its heading with actions, and a body that scrolls. */
import { Box, Flex, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScreenProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly testId: string;
}

export function Screen({ title, actions, children, testId }: ScreenProps) {
  return (
    <Flex component="section" direction="column" miw={0} mih={0} aria-label={title} data-testid={testId}>
      <ScreenHead title={title}>{actions}</ScreenHead>
      <Box flex={1} mih={0} px="md" pt="xs" pb="lg" style={{ overflow: 'auto' }}>
        {children}
      </Box>
    </Flex>
  );
}

interface ScreenHeadProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** The heading of a screen, with actions at its right. */
export function ScreenHead({ title, children }: ScreenHeadProps) {
  return (
    <Flex
      component="header"
      wrap="wrap"
      align="center"
      justify="flex-end"
      columnGap="sm"
      rowGap="xs"
      mih={56}
      px="md"
      py="xs"
    >
      <Title order={1} style={{ whiteSpace: 'nowrap' }}>
        {title}
      </Title>
      <Box flex={1} />
      {children}
    </Flex>
  );
}

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title?: string;
  readonly text?: string;
  readonly children?: ReactNode;
  readonly testId?: string;
}

/** A quiet message in the middle: empty lists, loading, failures. */
export function EmptyState({ icon, title, text, children, testId }: EmptyStateProps) {
  return (
    <Stack gap="sm" align="center" justify="center" h="100%" p="lg" c="dimmed" ta="center" data-testid={testId}>
      {icon}
      {title && (
        <Box component="h2" m={0} c="var(--b-text)" fz="lg">
          {title}
        </Box>
      )}
      {text && <Box maw={440}>{text}</Box>}
      {children}
    </Stack>
  );
}
