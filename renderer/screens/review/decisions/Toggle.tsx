/** A small button that is on or off: of the filters, and of decisions. */
import type { ReactNode } from 'react';
import classes from '../Review.module.css';

export interface ToggleProps {
  readonly isOn: boolean;
  readonly label: string;
  /** Its key; '' where it has none. */
  readonly hint?: string;
  readonly onClick: () => void;
  readonly testId: string;
  readonly children: ReactNode;
}

export function ToggleButton({ isOn, label, hint, onClick, testId, children }: ToggleProps) {
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-pressed={isOn}
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      onClick={onClick}
      data-testid={testId}
    >
      {children}
    </button>
  );
}

/** Toggles of one kind, under a name that is read aloud. */
export function ToggleGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a fieldset
    <div className={classes.group} role="group" aria-label={label}>
      {children}
    </div>
  );
}
