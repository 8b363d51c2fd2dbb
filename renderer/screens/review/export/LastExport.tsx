/** The way to what was made last, at the foot of the sheet that made it, and what came of it where that ended just now. */
import { Button } from '@mantine/core';
import classes from './Export.module.css';

interface LastMadeProps {
  readonly label: string;
  /** Absent where nothing was made yet. */
  readonly onReveal: (() => void) | undefined;
  readonly ended: (() => string) | null;
  readonly testId: string;
}

export function LastExport({ label, onReveal, ended, testId }: LastMadeProps) {
  return (
    <div className={classes.last}>
      {onReveal && (
        <Button flex="none" variant="default" onClick={onReveal} data-testid={`${testId}-reveal`}>
          {label}
        </Button>
      )}
      <p className={classes.dim} role="status" data-testid={`${testId}-ended`}>
        {ended?.()}
      </p>
    </div>
  );
}
