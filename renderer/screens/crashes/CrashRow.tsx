/** The row of the settings about crash reports. */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingRow } from '../../components/SettingRow.tsx';
import { dayTime } from '../../locales/format.ts';
import { loadCrashes, openCrashes, useCrashes } from './crashes.ts';

export function CrashRow() {
  const { t } = useTranslation();
  const reports = useCrashes((state) => state.reports);
  useEffect(() => void loadCrashes(), []);
  const [newest] = reports ?? [];
  const summary =
    newest === undefined
      ? t('crashes.none')
      : t('crashes.some', { count: reports?.length ?? 0, when: dayTime(newest.occurredAt) });
  return (
    <SettingRow id="crashes" label={t('crashes.title')} help={`${summary} ${t('crashes.stay')}`}>
      <Button variant="default" size="xs" onClick={() => void openCrashes()} data-testid="settings-crashes">
        {t('crashes.show')}
      </Button>
    </SettingRow>
  );
}
