/** A group of settings, and one setting: words at the left, the control at the right. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { SettingId } from '../state/settings/settingsPages.ts';
import { consumeIntent, useUi } from '../state/window/navigation.ts';
import classes from './SettingRow.module.css';

interface SectionProps {
  /** Left out if the page's own title is enough. */
  readonly title?: string;
  readonly children: ReactNode;
}

export function Section({ title, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      {title !== undefined && <h3>{title}</h3>}
      <div className={classes.card}>{children}</div>
    </section>
  );
}

const control = 'input[type="radio"]:checked, input:not([type="hidden"], [type="radio"]), button';

interface SettingProps {
  readonly id: SettingId;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A setting that can be gone to: its control has the focus then. */
export function Setting({ id, className, children }: SettingProps) {
  const row = useRef<HTMLDivElement>(null);
  const isWanted = useUi(
    ({ intent }) => intent !== null && typeof intent === 'object' && 'setting' in intent && intent.setting === id,
  );
  useEffect(() => {
    if (!isWanted) return;
    consumeIntent();
    row.current?.scrollIntoView({ block: 'nearest' });
    row.current?.querySelector<HTMLElement>(control)?.focus();
  }, [isWanted]);
  return (
    <div ref={row} className={className}>
      {children}
    </div>
  );
}

interface SettingRowProps {
  readonly id: SettingId;
  readonly label: string;
  readonly help?: string;
  /** The help changes by itself, and is read out then. */
  readonly isLive?: boolean;
  /** What it is about, in a line of its own. */
  readonly path?: string;
  readonly children: ReactNode;
}

export function SettingRow({ id, label, help, isLive, path, children }: SettingRowProps) {
  return (
    <Setting id={id} className={classes.row}>
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
    </Setting>
  );
}
