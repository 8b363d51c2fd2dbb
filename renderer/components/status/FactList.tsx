/** Pairs of a label and a value, some with a button. Pairs without a value are omitted. */
import { Box, Flex } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

export type Fact = readonly [label: string, value: string | null | undefined, action?: ReactNode];

export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      display="grid"
      m={0}
      fz="xs"
      lh="18px"
      style={{ gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '4px 12px' }}
    >
      {facts.map(([label, value, action]) =>
        value ? (
          <Fragment key={label}>
            <Box component="dt" c="dimmed">
              {label}
            </Box>
            <Flex
              component="dd"
              className="selectable"
              display={action === undefined ? 'block' : 'flex'}
              align="flex-start"
              justify="space-between"
              m={0}
              miw={0}
              style={{ overflowWrap: 'break-word' }}
            >
              <Box component="span" miw={0}>
                {withBreaks(value)}
              </Box>
              {action !== undefined && (
                <Flex ml={4} my={-5}>
                  {action}
                </Flex>
              )}
            </Flex>
          </Fragment>
        ) : null,
      )}
    </Box>
  );
}

/** Lets a path break between its folders, and within a name only if the name is longer than a line. */
function withBreaks(value: string): ReactNode[] {
  return value.split(/(?<=[/\\])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their position in the path
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
