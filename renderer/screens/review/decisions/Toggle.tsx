/** A small button that is on or off, for filters and decisions. */
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Toggle.module.css';

interface ToggleProps {
  readonly isOn: boolean;
  readonly label: string;
  /** Its key, or '' without one. */
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

/** @param label for screen readers */
export function ToggleGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Group gap={2} wrap="nowrap" align="stretch" flex="none" role="group" aria-label={label}>
      {children}
    </Group>
  );
}
