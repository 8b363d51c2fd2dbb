/** The stations that may use a service: their number, and a switch for each station with a key. */
import { Box, Button, Popover, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StudioService, StudioStation } from '../../../contract/studio/studio-status.ts';
import { request } from '../../bridge.ts';
import { Note } from '../../components/Note.tsx';
import { formatCount } from '../../locales/format.ts';
import { serviceStations } from './stations.ts';

interface ServiceAccessProps {
  readonly service: StudioService;
  readonly stations: readonly StudioStation[];
  readonly onChange: () => void;
}

export function ServiceAccess({ service, stations, onChange }: ServiceAccessProps) {
  const { t } = useTranslation();
  const { id, name, charges, refused } = service;
  const { present, absent, allowedCount } = serviceStations(service, stations);
  const all = [...present, ...absent];
  if (all.length === 0) {
    return charges ? (
      <Text span inherit c="dimmed">
        {t('studio.services.noKeys')}
      </Text>
    ) : null;
  }
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
        <Box component="h3" m={0} fz="sm">
          {title}
        </Box>
        <Note lh="20px" mb="xs">
          {t('studio.services.keyHelp')}
        </Note>
        <Stack gap="xs" mah={320} p={4} style={{ overflow: 'auto' }}>
          {all.map((station) => (
            <Switch
              key={station.id}
              size="xs"
              styles={{ description: { margin: '0 0 8px' } }}
              label={station.name}
              description={
                station.condition === 'there' ? undefined : t(`studio.stations.conditions.${station.condition}`)
              }
              checked={!refused.includes(station.id)}
              onChange={(event) => void allow(station.id, event.currentTarget.checked)}
              data-testid={`studio-allow-${id}-${station.id}`}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
