/** The slim bar of touching up: what its tool offers, then Cancel and Done; and above it, why something did not go well. */
import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Touch.module.css';
import { cancelTouch, saveTouch, useTouch } from './touchUp.ts';

interface TouchBarProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function TouchUpBar({ label, children }: TouchBarProps) {
  const { t } = useTranslation();
  const phase = useTouch((touch) => touch.phase);
  const errorText = useTouch((touch) => touch.errorText);
  const isBusy = phase !== 'ready';
  return (
    <div className={classes.top}>
      <div className={classes.bar} role="toolbar" aria-label={label} data-testid="touch-bar">
        {isBusy ? (
          <span className={classes.busy} role="status">
            <Loader size={14} />
            {t(phase === 'saving' ? 'touch.saving' : 'touch.opening')}
          </span>
        ) : (
          children
        )}
        <span className={classes.ends}>
          <Button variant="default" size="compact-sm" onClick={cancelTouch} data-testid="touch-cancel">
            {t('touch.cancel')}
          </Button>
          <Button size="compact-sm" disabled={isBusy} onClick={() => void saveTouch()} data-testid="touch-done">
            {t('touch.done')}
          </Button>
        </span>
      </div>
      {errorText !== null && (
        <p className={classes.trouble} role="alert" data-testid="touch-trouble">
          {errorText()}
        </p>
      )}
    </div>
  );
}
