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
  readonly children: ReactNode;
}

export function SettingRow({ label, help, children }: SettingRowProps) {
  return (
    <div className={classes.row}>
      <div>
        {label}
        {help && <p className="selectable">{help}</p>}
      </div>
      {children}
    </div>
  );
}
