/** The status bar: services, watch folders, the studio, and whether the queue is paused. */
import { IconHelp, IconPlayerPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { awaitedServices, summarizeService } from '../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { ServiceStatus } from '../../../contract/services/service-status.ts';
import { StateDot, type Tone } from '../../components/status/StateDot.tsx';
import { studioStatusLine } from '../../components/status/studioStatusLine.ts';
import { useData } from '../../state/data/store.ts';
import { goTo, useUi } from '../../state/window/navigation.ts';
import classes from './StatusBar.module.css';

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
        .map(({ profile: { id, name }, status: awaited }) => (
          <Service key={id} name={name} status={awaited} testId={`status-needs-${id}`} />
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

function Service({ name, status: { tone, name: state, message }, testId }: ServiceProps) {
  const title = message === null ? undefined : formatMessage(message);
  return (
    <StatusPart tone={tone} title={title} onClick={() => goTo('services')} testId={testId}>
      <span className="ellipsis">
        {name} · {formatMessage(state)}
      </span>
    </StatusPart>
  );
}

function StudioStatus() {
  const { t } = useTranslation();
  const status = useData((data) => data.studio);
  if (status === null) return null;
  const { tone, text } = studioStatusLine(status, t);
  return (
    <StatusPart tone={tone} title={text} onClick={() => goTo('studio')} testId="status-studio">
      <span className="ellipsis numbers">{text}</span>
    </StatusPart>
  );
}

interface StatusPartProps {
  readonly tone: Tone;
  readonly title: string | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
  readonly testId: string;
}

function StatusPart({ tone, title, onClick, children, testId }: StatusPartProps) {
  return (
    <button
      type="button"
      className={`${classes.part} ${classes.service}`}
      onClick={onClick}
      title={title}
      data-testid={testId}
    >
      <StateDot tone={tone} />
      {children}
    </button>
  );
}
