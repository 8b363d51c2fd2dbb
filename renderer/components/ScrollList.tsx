/** A bulleted list of limited height that scrolls, and whose text can be selected. */
import { Box, type BoxProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScrollListProps extends Omit<BoxProps, 'className' | 'style'> {
  readonly children: ReactNode;
}

export function ScrollList(props: ScrollListProps) {
  return (
    <Box
      component="ul"
      className="selectable"
      mah={240}
      pl={20}
      style={{ overflow: 'auto', overflowWrap: 'anywhere' }}
      {...props}
    />
  );
}
