/** A button of the filter bar that is on or off. */
import type { ReactNode } from 'react';
import classes from '../Review.module.css';

export interface ToggleProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly onClick: () => void;
  readonly testId: string;
  readonly children: ReactNode;
}

export function Toggle({ isOn, label, onClick, testId, children }: ToggleProps) {
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={onClick}
      data-testid={testId}
    >
      {children}
    </button>
  );
}

export const toggled = <T,>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
