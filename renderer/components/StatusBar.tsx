/** The bar at the bottom: the service in use, watched folders, whether the queue is paused. */
import { IconHelp, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { inWords } from '../../preload/in-words.ts';
import { useData } from '../state/store.ts';
import { goTo, useUi } from '../state/ui.ts';
import { conditionTone, conditionWords } from './conditions.ts';
import { StateDot } from './StateDot.tsx';
import classes from './StatusBar.module.css';

export function StatusBar() {
  const { t } = useTranslation();
  const { settings, profiles, profileStatus, folders, folderStatus, about } = useData((data) => data);
  const profile = profiles.find((each) => each.id === settings.defaultProfileId);
  const status = profileStatus.find((each) => each.id === settings.defaultProfileId);
  const troubled = folderStatus.filter((each) => each.condition === 'gone' || each.condition === 'failed').length;
  return (
    <footer className={classes.bar} data-testid="status-bar">
      {profile && status && (
        <button
          type="button"
          className={classes.part}
          onClick={() => goTo('services')}
          title={status.message === null ? undefined : inWords(status.message)}
          data-testid="status-service"
        >
          <StateDot tone={conditionTone[status.condition]} />
          {profile.name} · {t(conditionWords[status.condition])}
        </button>
      )}
      <button type="button" className={classes.part} onClick={() => goTo('folders')} data-testid="status-folders">
        {troubled > 0 && <StateDot tone="warn" />}
        {troubled > 0
          ? t('status.troubled', { count: troubled })
          : folders.length === 0
            ? t('status.watchingNone')
            : t('status.watching', { count: folders.filter((folder) => !folder.paused).length })}
      </button>
      {settings.paused && (
        <button type="button" className={classes.part} onClick={() => goTo('queue')} data-testid="status-paused">
          <IconPlayerPause size={14} aria-hidden />
          {t('status.paused')}
        </button>
      )}
      <span className={classes.end}>{t('status.version', { version: about.version })}</span>
      <button
        type="button"
        className={classes.part}
        onClick={() => useUi.setState({ helpOpen: true })}
        aria-label={t('status.help')}
        title={t('status.help')}
        data-testid="help-button"
      >
        <IconHelp size={16} aria-hidden />
      </button>
    </footer>
  );
}
