/** The bar at the bottom: the service in use and others that need the user, watched folders, the studio, whether the queue is paused. */
import { IconHelp, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { awaitedServices, summarizeService } from '../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { ServiceStatus } from '../../../contract/services/service-status.ts';
import { StateDot } from '../../components/StateDot.tsx';
import { useData } from '../../state/data/store.ts';
import { goTo, useUi } from '../../state/window/navigation.ts';
import classes from './StatusBar.module.css';
import { StudioStatus } from './StudioStatus.tsx';

export function StatusBar() {
  const { t } = useTranslation();
  const data = useData((all) => all);
  const { settings, profiles, folders, folderStatus, about } = data;
  const profile = profiles.find((each) => each.id === settings.defaultProfileId);
  const status = summarizeService(settings.defaultProfileId, data);
  const troubled = folderStatus.filter((each) => each.condition === 'gone' || each.condition === 'failed').length;
  return (
    <footer className={classes.bar} data-testid="status-bar">
      {profile && status && <Service name={profile.name} status={status} testId="status-service" />}
      {awaitedServices(data)
        .filter((each) => each.status.waitsFor === 'user' && each.profile.id !== settings.defaultProfileId)
        .map(({ profile: { id, name }, status: standing }) => (
          <Service key={id} name={name} status={standing} testId={`status-needs-${id}`} />
        ))}
      <button type="button" className={classes.part} onClick={() => goTo('folders')} data-testid="status-folders">
        {troubled > 0 && <StateDot tone="warn" />}
        {troubled > 0
          ? t('status.troubled', { count: troubled })
          : folders.length === 0
            ? t('status.watchingNone')
            : t('status.watching', { count: folders.filter((folder) => !folder.paused).length })}
      </button>
      <StudioStatus />
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
  readonly name: string;
  readonly status: ServiceStatus;
  readonly testId: string;
}

function Service({ name, status, testId }: ServiceProps) {
  return (
    <button
      type="button"
      className={`${classes.part} ${classes.service}`}
      onClick={() => goTo('services')}
      title={status.message === null ? undefined : formatMessage(status.message)}
      data-testid={testId}
    >
      <StateDot tone={status.tone} />
      <span className="ellipsis">
        {name} · {formatMessage(status.name)}
      </span>
    </button>
  );
}
