/** The list at the left of a screen: a heading, and items that open at the right. */
import { Box, Stack } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useCommandTarget } from '../../commands/commandTargets.ts';
import { Note } from '../Note.tsx';
import { ListItem } from './ListItem.tsx';
import { MiddleEllipsis } from './MiddleEllipsis.tsx';
import classes from './SideList.module.css';

interface SideListProps {
  readonly title: string;
  /** Names the list for screen readers. */
  readonly label: string;
  /** Shown next to the heading. */
  readonly action?: ReactNode;
  /** Whether arrow keys open the item they move to. */
  readonly opensByArrows?: boolean;
  readonly children: ReactNode;
}

/** Returns the index of the entry a key moves to, or null if the key does not move. */
function indexAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

function openByArrows(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[aria-current]')];
  const index = entries.indexOf(event.target as HTMLElement);
  const next = index === -1 ? null : indexAfter(event.key, index, entries.length);
  if (next === null) return;
  event.preventDefault();
  entries[next]?.focus();
  entries[next]?.click();
}

export function SideList({ title, label, action, opensByArrows = false, children }: SideListProps) {
  const items = useRef<HTMLDivElement>(null);
  useCommandTarget('list', () => items.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus());
  return (
    <nav className={classes.list} aria-label={label}>
      <header>
        <h1>{title}</h1>
        {action}
      </header>
      <div ref={items} className={classes.items} {...(opensByArrows && { onKeyDown: openByArrows })}>
        {children}
      </div>
    </nav>
  );
}

interface SideItemProps {
  readonly name: string;
  readonly note?: string;
  /** A second quiet line. */
  readonly more?: string | undefined;
  /** The tooltip; the name by default. */
  readonly title?: string | undefined;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly testId: string;
  /** Shown at its end while it is hovered, focused or open. */
  readonly menu?: ReactNode;
}

export function SideItem({ name, note, more, title = name, isOpen, onOpen, testId, menu }: SideItemProps) {
  return (
    <Box pos="relative" className={classes.row}>
      <ListItem isCurrent={isOpen} onClick={onOpen} testId={testId}>
        <Box component="span" className="ellipsis" pr={menu ? 28 : undefined} title={title}>
          <MiddleEllipsis text={name} />
        </Box>
        {note !== undefined && (
          <Note span truncate>
            {note}
          </Note>
        )}
        {more !== undefined && (
          <Note span truncate>
            {more}
          </Note>
        )}
      </ListItem>
      {menu && (
        <Box pos="absolute" top={4} right={4} className={classes.menu}>
          {menu}
        </Box>
      )}
    </Box>
  );
}

interface SideNoteProps {
  readonly name: string;
  readonly note: string;
  readonly testId: string;
}

/** An entry that cannot be opened, and the reason. */
export function SideNote({ name, note, testId }: SideNoteProps) {
  return (
    <Stack gap={0} px="xs" py={6} c="dimmed" data-testid={testId}>
      <span className="ellipsis" title={name}>
        {name}
      </span>
      <Note span>{note}</Note>
    </Stack>
  );
}
