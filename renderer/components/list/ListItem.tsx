import type { ReactNode } from 'react';
import classes from './ListItem.module.css';

interface ListItemProps {
  readonly isCurrent: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly testId: string;
}

/** An item of a list at the left, whose content is open at the right. */
export function ListItem({ isCurrent, onClick, children, testId }: ListItemProps) {
  return (
    <button type="button" className={classes.item} aria-current={isCurrent} onClick={onClick} data-testid={testId}>
      {children}
    </button>
  );
}
