/** A list of documents at the left, and the text of the selected one at the right. */
import { Box, Flex, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './DocumentViewer.module.css';
import { ListItem } from './list/ListItem.tsx';
import { Note } from './Note.tsx';

interface DocumentViewerProps<Id extends string> {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly items: readonly { readonly id: Id; readonly name: string; readonly note?: string }[];
  readonly selected: Id | null;
  readonly onSelect: (id: Id) => void;
  /** Names the text for screen readers. */
  readonly textLabel: string;
  /** Parts of the text, which are rendered only when they scroll into view. */
  readonly sections: readonly string[];
  /** Shown above the text. */
  readonly header?: ReactNode;
  readonly testId: string;
}

export function DocumentViewer<Id extends string>(props: DocumentViewerProps<Id>) {
  const { label, items, selected, onSelect, textLabel, sections, header, testId } = props;
  return (
    // The rest of the sheet takes about 300 px.
    <Flex gap="md" h="min(440px, calc(90dvh - 300px))" mih={200}>
      <Box component="nav" flex="none" w={216} style={{ overflow: 'auto' }} aria-label={label}>
        {items.map(({ id, name, note }) => (
          <ListItem key={id} isCurrent={id === selected} onClick={() => onSelect(id)} testId={`${testId}-${id}`}>
            <span>{name}</span>
            {note !== undefined && <Note span>{note}</Note>}
          </ListItem>
        ))}
      </Box>
      <Stack flex={1} gap="xs" miw={0}>
        {header}
        <section
          key={selected}
          className={classes.text}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          tabIndex={0}
          aria-label={textLabel}
          data-testid={`${testId}-text`}
        >
          {sections.map((section, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other name, and keep their order
            <pre key={index}>{section}</pre>
          ))}
        </section>
      </Stack>
    </Flex>
  );
}
