/** The frame of a screen: its heading with actions, and a body that scrolls. */
import type { ReactNode, Ref } from 'react';
import classes from './Shell.module.css';

interface ScreenProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly testId: string;
}

export function Screen({ title, actions, children, testId }: ScreenProps) {
  return (
    <section className={classes.screen} aria-label={title} data-testid={testId}>
      <ScreenHead title={title}>{actions}</ScreenHead>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

interface ScreenHeadProps {
  readonly title: string;
  /** All of it stands in one line, whether there is room or not. */
  readonly isOneLine?: boolean;
  readonly ref?: Ref<HTMLElement>;
  readonly children?: ReactNode;
}

/** The heading of a screen, with what belongs at its right. */
export function ScreenHead({ title, isOneLine = false, ref, children }: ScreenHeadProps) {
  return (
    <header ref={ref} className={classes.head} data-one-line={isOneLine || undefined}>
      <h1>{title}</h1>
      <div className={classes.grow} />
      {children}
    </header>
  );
}

interface CenterProps {
  readonly icon?: ReactNode;
  readonly title?: string;
  readonly text?: string;
  readonly children?: ReactNode;
  readonly testId?: string;
}

/** A quiet message in the middle: empty lists, loading, failures. */
export function EmptyState({ icon, title, text, children, testId }: CenterProps) {
  return (
    <div className={classes.centre} data-testid={testId}>
      {icon}
      {title && <h2>{title}</h2>}
      {text && <div style={{ maxWidth: 440 }}>{text}</div>}
      {children}
    </div>
  );
}
