/** The list at the left of a screen: its heading, and the things of which one is open. */
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useCommandTarget } from '../../commands/commandTargets.ts';
import { MiddleEllipsis } from './MiddleEllipsis.tsx';
import classes from './SideList.module.css';

interface SideListProps {
  readonly title: string;
  /** What it lists, for screen readers. */
  readonly label: string;
  /** Beside the heading. */
  readonly action?: ReactNode;
  /** Arrows move between the entries, and open each. */
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
  /** Shown when it is pointed at; else the name. */
  readonly title?: string | undefined;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly testId: string;
  /** What else can be done with it: shown at its end when it is pointed at, open, or has the focus. */
  readonly menu?: ReactNode;
}

export function SideItem({ name, note, more, title = name, isOpen, onOpen, testId, menu }: SideItemProps) {
  return (
    <div className={classes.row}>
      <button type="button" className={classes.item} aria-current={isOpen} onClick={onOpen} data-testid={testId}>
        <span className="ellipsis" title={title}>
          <MiddleEllipsis text={name} />
        </span>
        {note !== undefined && <small className="ellipsis">{note}</small>}
        {more !== undefined && <small className="ellipsis">{more}</small>}
      </button>
      {menu && <div className={classes.menu}>{menu}</div>}
    </div>
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
    <div className={classes.note} data-testid={testId}>
      <span className="ellipsis" title={name}>
        {name}
      </span>
      <small>{note}</small>
    </div>
  );
}
