/** Banners of the queue: a matter that waits for the user, or a report, with its buttons at the right. */
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Banner.module.css';

interface BannerListProps {
  readonly label: string;
  /** Whether nothing waits for the user. */
  readonly isReport?: boolean;
  readonly children: ReactNode;
  readonly testId: string;
}

export function BannerList({ label, isReport = false, children, testId }: BannerListProps) {
  return (
    <section className={classes.list} aria-label={label} data-report={isReport || undefined} data-testid={testId}>
      {children}
    </section>
  );
}

interface BannerProps {
  readonly icon: Icon;
  readonly title: string;
  /** Paragraphs below the title. */
  readonly children?: ReactNode;
  readonly buttons: ReactNode;
  readonly testId?: string;
}

export function Banner({ icon: Picture, title, children, buttons, testId }: BannerProps) {
  return (
    <div className={classes.banner} data-testid={testId}>
      <Picture size={18} aria-hidden />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
      <div className={classes.buttons}>{buttons}</div>
    </div>
  );
}
