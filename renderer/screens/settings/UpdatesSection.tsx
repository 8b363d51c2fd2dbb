/** Updates of the app: the current version, the status of the update, and the automatic check. */
import { Button, Switch } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { UpdateStatus } from '../../../contract/app/update-status.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { request } from '../../bridge.ts';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { dayTime, percent } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { restartNow, useUpdates } from './updates.ts';

export function UpdatesSection() {
  const { t } = useTranslation();
  const { settings, about } = useData((data) => data);
  const status = useUpdates((updates) => updates.status);
  const field = bindFields(settings, changeSettings);
  if (status === null) return null;
  const { state } = status;
  return (
    <Section title={t('settings.updates.title')}>
      <SettingRow
        id="version"
        label={t('settings.updates.version', { version: about.version })}
        help={statusText(status, t)}
        isLive={state !== 'downloading'}
      >
        {state === 'ready' ? (
          <Button size="xs" onClick={restartNow} data-testid="updates-restart">
            {t('settings.updates.restart')}
          </Button>
        ) : (
          <Button
            variant="default"
            size="xs"
            disabled={state === 'off' || state === 'looking' || state === 'downloading'}
            onClick={() => void request('updates.look')}
            data-testid="updates-look"
          >
            {t('settings.updates.look')}
          </Button>
        )}
      </SettingRow>
      {state !== 'off' && (
        <SettingRow id="updates" label={t('settings.updates.itself')} help={t('settings.updates.itselfHelp')}>
          <Switch aria-label={t('settings.updates.itself')} {...field.check('lookForUpdates', 'updates-itself')} />
        </SettingRow>
      )}
    </Section>
  );
}

function statusText(status: UpdateStatus, t: TFunction): string {
  switch (status.state) {
    case 'off':
      return t(`settings.updates.off.${status.why}`);
    case 'not-looked':
      return t('settings.updates.notLooked');
    case 'looking':
      return t('settings.updates.looking');
    case 'current':
      return t('settings.updates.current', { time: dayTime(status.checkedAt) });
    case 'downloading':
      return t('settings.updates.downloading', { version: status.version, share: percent(status.percent / 100) });
    case 'ready':
      return t('settings.updates.ready', { version: status.version });
    case 'failed':
      return formatMessage(status.why);
    default:
      return status satisfies never;
  }
}
