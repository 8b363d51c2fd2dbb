/** Which of the stations with a key for a service may use it: a number, and a list of switches behind it. */
import { Button, Popover, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StudioService, StudioStation } from '../../../contract/studio/studio-status.ts';
import { request } from '../../bridge.ts';
import { formatCount } from '../../locales/format.ts';
import classes from './Studio.module.css';
import { serviceStations } from './stations.ts';

interface MayUseProps {
  readonly service: StudioService;
  readonly stations: readonly StudioStation[];
  readonly onChange: () => void;
}

export function ServiceAccess({ service, stations, onChange }: MayUseProps) {
  const { t } = useTranslation();
  const { id, name, charges, refused } = service;
  const { present, absent, allowedCount } = serviceStations(service, stations);
  const all = [...present, ...absent];
  if (all.length === 0) return charges ? <span className={classes.dim}>{t('studio.services.noKeys')}</span> : null;
  const numbers = { n: formatCount(allowedCount), of: formatCount(present.length) };
  const title = charges ? t('studio.services.mayChargeTitle', { name }) : t('studio.services.mayUseTitle', { name });
  const allow = async (station: string, isAllowed: boolean) => {
    await request('studio.allow', { service: id, station, allowed: isAllowed });
    onChange();
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus portalProps={{ target: 'main' }}>
      <Popover.Target>
        <Button size="compact-xs" variant="default" data-testid={`studio-may-use-${id}`}>
          {present.length === 0
            ? t('studio.services.noneThere')
            : t(charges ? 'studio.services.mayCharge' : 'studio.services.mayUse', numbers)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <div className={classes.allowed}>
          <h3>{title}</h3>
          <p>{t('studio.services.keyHelp')}</p>
          <div>
            {all.map((station) => (
              <Switch
                key={station.id}
                size="xs"
                label={station.name}
                description={
                  station.condition === 'there' ? undefined : t(`studio.stations.conditions.${station.condition}`)
                }
                checked={!refused.includes(station.id)}
                onChange={(event) => void allow(station.id, event.currentTarget.checked)}
                data-testid={`studio-allow-${id}-${station.id}`}
              />
            ))}
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
