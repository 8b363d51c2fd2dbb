/** Says that new work waits for the mains, and lets it go on all the same. */
import { Button } from '@mantine/core';
import { IconBattery2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../bridge.ts';
import classes from '../../../components/Panels.module.css';
import { useData } from '../../../state/data/store.ts';

export function BatteryPanel() {
  const { t } = useTranslation();
  const isPaused = useData((data) => data.power.pausedOnBattery);
  const { total, finished } = useData((data) => data.throughput);
  if (!isPaused || finished === total) return null;
  return (
    <section className={classes.calls} aria-label={t('queue.battery.panel')} data-testid="battery-panel">
      <div className={classes.call}>
        <IconBattery2 size={18} aria-hidden />
        <div>
          <strong>{t('queue.battery.panel')}</strong>
          <p>{t('queue.battery.help')}</p>
        </div>
        <div className={classes.callButtons}>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void request('system.continueOnBattery')}
            data-testid="battery-continue"
          >
            {t('queue.battery.continue')}
          </Button>
        </div>
      </div>
    </section>
  );
}
