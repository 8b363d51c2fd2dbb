/** The studio in the status bar: the name of this station while all is well, else what is not. */
import { useTranslation } from 'react-i18next';
import { StateDot } from '../../components/StateDot.tsx';
import { studioStatusLine } from '../../components/studioStatusLine.ts';
import { useData } from '../../state/data/store.ts';
import { goTo } from '../../state/window/navigation.ts';
import classes from './StatusBar.module.css';

export function StudioStatus() {
  const { t } = useTranslation();
  const status = useData((data) => data.studio);
  if (status === null) return null;
  const { tone, text } = studioStatusLine(status, t);
  return (
    <button
      type="button"
      className={`${classes.part} ${classes.service}`}
      onClick={() => goTo('studio')}
      title={text}
      data-testid="status-studio"
    >
      <StateDot tone={tone} />
      <span className="ellipsis numbers">{text}</span>
    </button>
  );
}
