/** Services of the studio, a card each: photographs, pace, problems, request limit and access. */
import { Box, Group, NumberInput, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { StudioOverview, StudioService } from '../../../contract/studio/studio-status.ts';
import { request } from '../../bridge.ts';
import { Note } from '../../components/Note.tsx';
import { formatCount, formatDuration } from '../../locales/format.ts';
import { paceParts } from './headline.ts';
import { ServiceAccess } from './ServiceAccess.tsx';

/** More held-up stations would repeat the same reasons. */
const maxListedStations = 3;
/** The highest limit that can be stored; it is shown as none. */
const unlimited = 1000;

interface ServiceCardsProps extends Pick<StudioOverview, 'services' | 'stations'> {
  readonly onChange: () => void;
}

export function ServiceCards({ services, stations, onChange }: ServiceCardsProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="studio-services">
      <Box component="h2" id="studio-services" m={0} mb="xs" fz="sm">
        {t('studio.services.title')}
      </Box>
      {services.length === 0 ? (
        <Text inherit c="dimmed">
          {t('studio.services.none')}
        </Text>
      ) : (
        <SimpleGrid minColWidth={340} spacing="sm">
          {services.map((service) => (
            <ServiceCard key={service.id} service={service} stations={stations} onChange={onChange} />
          ))}
        </SimpleGrid>
      )}
    </section>
  );
}

interface ServiceCardProps extends Omit<ServiceCardsProps, 'services'> {
  readonly service: StudioService;
}

function ServiceCard({ service, stations, onChange }: ServiceCardProps) {
  const { t } = useTranslation();
  const { id, name, waiting, atWork, requests, cap, undecided, failed, perMinute, heldUp } = service;
  return (
    <Paper
      component="article"
      withBorder
      radius="md"
      p="sm"
      miw={0}
      aria-label={name}
      data-testid={`studio-service-${id}`}
    >
      <Stack gap={4} h="100%">
        <Box component="h3" className="ellipsis" m={0} fz="md">
          {name}
        </Box>
        <Text inherit className="numbers">
          {[
            t('studio.waiting', { n: formatCount(waiting) }),
            t('studio.atWork', { n: formatCount(atWork) }),
            ...(atWork === 0
              ? []
              : [
                  cap < unlimited
                    ? t('studio.services.requestsOf', { n: formatCount(requests), of: formatCount(cap) })
                    : t('studio.services.requests', { count: requests, n: formatCount(requests) }),
                ]),
            ...paceParts(perMinute, t),
          ].join(' · ')}
        </Text>
        {undecided > 0 && (
          <Note c="var(--b-uncertain)" className="numbers">
            {t('studio.services.undecided', { count: undecided })}
          </Note>
        )}
        {failed > 0 && (
          <Note c="var(--b-failed)" className="numbers">
            {t('studio.services.failed', { count: failed })}
          </Note>
        )}
        {heldUp.slice(0, maxListedStations).map(({ station, message, forMs }) => (
          <Note key={station} c="var(--b-uncertain)" className="numbers">
            {forMs === null
              ? t('studio.services.heldUp', { name: station, why: formatMessage(message) })
              : t('studio.services.heldUpFor', {
                  name: station,
                  why: formatMessage(message),
                  time: formatDuration(forMs),
                })}
          </Note>
        ))}
        <Group gap="xs" justify="space-between" mt="auto" pt={4}>
          <RequestLimit service={service} onChange={onChange} />
          <ServiceAccess service={service} stations={stations} onChange={onChange} />
        </Group>
      </Stack>
    </Paper>
  );
}

/** Stored on blur or Enter; empty = no limit. */
function RequestLimit({ service: { id, name, cap }, onChange }: Pick<ServiceCardProps, 'service' | 'onChange'>) {
  const { t } = useTranslation();
  const stored = cap < unlimited ? cap : '';
  const [typed, setTyped] = useState<string | number>(stored);
  useEffect(() => setTyped(stored), [stored]);
  const store = async () => {
    if (typed === stored) return;
    const reply = await request('studio.limit', {
      service: id,
      requests: typeof typed === 'number' ? typed : unlimited,
    });
    if (!reply.ok) setTyped(stored);
    onChange();
  };
  return (
    <Group gap="xs" wrap="nowrap" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden>{t('studio.services.limit')}</span>
      <NumberInput
        aria-label={t('studio.services.limitOf', { name })}
        size="xs"
        w={112}
        min={1}
        max={unlimited}
        placeholder={t('studio.services.noLimit')}
        allowDecimal={false}
        clampBehavior="strict"
        value={typed}
        onChange={setTyped}
        onBlur={() => void store()}
        onKeyDown={(event) => event.key === 'Enter' && void store()}
        data-testid={`studio-limit-${id}`}
      />
    </Group>
  );
}
