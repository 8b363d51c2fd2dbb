/** The bar at the bottom: the service in use and others that need the user, watched folders, the studio, whether the queue is paused. */
import { IconHelp, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Profile, ProfileStatus } from '../../preload/contract/profile.ts';
import { inWords } from '../../preload/in-words.ts';
import { useData } from '../state/store.ts';
import { goTo, useUi } from '../state/ui.ts';
import { conditionTone, conditionWords } from './conditions.ts';
import { needyServices } from './needyServices.ts';
import { StateDot } from './StateDot.tsx';
import classes from './StatusBar.module.css';
import { StudioPart } from './StudioPart.tsx';

export function StatusBar() {
  const { t } = useTranslation();
  const data = useData((all) => all);
  const { settings, profiles, profileStatus, folders, folderStatus, about } = data;
  const profile = profiles.find((each) => each.id === settings.defaultProfileId);
  const status = profileStatus.find((each) => each.id === settings.defaultProfileId);
  const troubled = folderStatus.filter((each) => each.condition === 'gone' || each.condition === 'failed').length;
  return (
    <footer className={classes.bar} data-testid="status-bar">
      {profile && status && <Service profile={profile} status={status} testId="status-service" />}
      {needyServices(data, settings.defaultProfileId).map((each) => (
        <Service key={each.profile.id} {...each} testId={`status-needs-${each.profile.id}`} />
      ))}
      <button type="button" className={classes.part} onClick={() => goTo('folders')} data-testid="status-folders">
        {troubled > 0 && <StateDot tone="warn" />}
        {troubled > 0
          ? t('status.troubled', { count: troubled })
          : folders.length === 0
            ? t('status.watchingNone')
            : t('status.watching', { count: folders.filter((folder) => !folder.paused).length })}
      </button>
      <StudioPart />
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

interface ServiceProps {
  readonly profile: Profile;
  readonly status: ProfileStatus;
  readonly testId: string;
}

function Service({ profile, status, testId }: ServiceProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={`${classes.part} ${classes.service}`}
      onClick={() => goTo('services')}
      title={status.message === null ? undefined : inWords(status.message)}
      data-testid={testId}
    >
      <StateDot tone={conditionTone[status.condition]} />
      <span className="ellipsis">
        {profile.name} · {t(conditionWords[status.condition])}
      </span>
    </button>
  );
}
