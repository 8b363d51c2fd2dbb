import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** A line over the grid about its batch, or about following. */
export function GridNotice({ children, testId }: { readonly children: ReactNode; readonly testId: string }) {
  return (
    <Group
      gap={12}
      wrap="nowrap"
      mih={40}
      m="0 16px 8px"
      p="4px 8px 4px 12px"
      bg="var(--b-raised)"
      style={{ borderRadius: 6 }}
      data-testid={testId}
    >
      {children}
    </Group>
  );
}
