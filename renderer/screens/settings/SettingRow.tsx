/** A section of the settings, and one line of it: words at the left, the control at the right. */
import type { ReactNode } from 'react';
import classes from './Settings.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes.card}>{children}</div>
    </section>
  );
}

interface SettingRowProps {
  readonly label: string;
  readonly help?: string;
  /** The help changes by itself, and is read out then. */
  readonly isLive?: boolean;
  /** What it is about, in a line of its own. */
  readonly path?: string;
  readonly children: ReactNode;
}

export function SettingRow({ label, help, isLive, path, children }: SettingRowProps) {
  return (
    <div className={classes.row}>
      <div>
        {label}
        {help && (
          <p className="selectable" aria-live={isLive ? 'polite' : undefined}>
            {help}
          </p>
        )}
        {path && <p className="selectable">{path}</p>}
      </div>
      {children}
    </div>
  );
}
