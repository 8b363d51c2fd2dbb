/** The bar over a comparison and a survey: back, what is shown, and what is not. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackButton } from '../../components/BackButton.tsx';
import { closePanes, usePanes } from '../../state/review/panesStore.ts';
import classes from './Review.module.css';

interface PanesBarProps {
  readonly title: string;
  /** How it is used. */
  readonly note?: string;
  /** How many more are meant than are shown. */
  readonly left: number;
  readonly children?: ReactNode;
}

export function PanesBar({ title, note = '', left, children }: PanesBarProps) {
  const { t } = useTranslation();
  const from = usePanes((state) => state.from);
  const text = left > 0 ? t('panes.left', { count: left }) : note;
  return (
    <header className={classes.bar}>
      <BackButton label={t(`panes.back.${from}`)} onClick={closePanes} testId="panes-back" />
      <h1 className="ellipsis" data-testid="panes-title">
        {title}
      </h1>
      <span className={`${classes.dim} ${classes.aside} ellipsis`} title={text} data-testid="panes-note">
        {text}
      </span>
      {children}
    </header>
  );
}
