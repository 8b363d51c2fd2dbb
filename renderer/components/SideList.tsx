/** The list at the left of a screen: its heading, and the things of which one is open. */
import { type ReactNode, useRef } from 'react';
import { useCommandTarget } from '../commands/commandTargets.ts';
import classes from './SideList.module.css';

interface SideListProps {
  readonly title: string;
  /** What it lists, for screen readers. */
  readonly label: string;
  /** Beside the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function SideList({ title, label, action, children }: SideListProps) {
  const items = useRef<HTMLDivElement>(null);
  useCommandTarget('list', () => items.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus());
  return (
    <nav className={classes.list} aria-label={label}>
      <header>
        <h1>{title}</h1>
        {action}
      </header>
      <div ref={items} className={classes.items}>
        {children}
      </div>
    </nav>
  );
}

interface SideItemProps {
  readonly name: string;
  readonly note: string;
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
          {name}
        </span>
        <small className="ellipsis">{note}</small>
        {more !== undefined && <small className="ellipsis">{more}</small>}
      </button>
      {menu && <div className={classes.menu}>{menu}</div>}
    </div>
  );
}
