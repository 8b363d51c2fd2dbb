/** The bar over a comparison and a survey: back, what is shown, and what is not. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { closeLook, useLook } from '../../state/look/look.ts';
import { BackButton } from './BackButton.tsx';
import classes from './Review.module.css';

interface LookBarProps {
  readonly title: string;
  /** How it is used. */
  readonly note?: string;
  /** How many more are meant than are shown. */
  readonly left: number;
  readonly children?: ReactNode;
}

export function LookBar({ title, note = '', left, children }: LookBarProps) {
  const { t } = useTranslation();
  const from = useLook((look) => look.from);
  const said = left > 0 ? t('look.left', { count: left }) : note;
  return (
    <header className={classes.bar}>
      <BackButton label={t(`look.back.${from}`)} onClick={closeLook} testId="look-back" />
      <h1 className="ellipsis" data-testid="look-title">
        {title}
      </h1>
      <span className={`${classes.dim} ${classes.aside} ellipsis`} title={said} data-testid="look-note">
        {said}
      </span>
      <div className={classes.grow} />
      {children}
    </header>
  );
}
