/** Services of the studio, a card each: what waits, how fast it goes, what holds it up, and who may charge there. */
import { NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { StudioOverview, StudioService } from '../../../contract/studio/studio-status.ts';
import { request } from '../../bridge.ts';
import cards from '../../components/Cards.module.css';
import { formatCount, formatDuration } from '../../locales/format.ts';
import { paceParts } from './headline.ts';
import { ServiceAccess } from './ServiceAccess.tsx';
import classes from './Studio.module.css';

/** Held up by so many stations at most in a card; the rest says the same. */
const maxListedStations = 3;
/** Requests at a time, as many as can be stored: as good as no limit, and shown as none. */
const unlimited = 1000;

interface ServiceCardsProps extends Pick<StudioOverview, 'services' | 'stations'> {
  readonly onChange: () => void;
}

export function ServiceCards({ services, stations, onChange }: ServiceCardsProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="studio-services">
      <h2 id="studio-services">{t('studio.services.title')}</h2>
      {services.length === 0 ? (
        <p className={classes.hint}>{t('studio.services.none')}</p>
      ) : (
        <div className={classes.services}>
          {services.map((service) => (
            <ServiceCard key={service.id} service={service} stations={stations} onChange={onChange} />
          ))}
        </div>
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
    <article className={classes.service} aria-label={name} data-testid={`studio-service-${id}`}>
      <h3 className="ellipsis">{name}</h3>
      <p className="numbers">
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
      </p>
      {undecided > 0 && (
        <p className={`${cards.message} numbers`}>{t('studio.services.undecided', { count: undecided })}</p>
      )}
      {failed > 0 && <p className={`${classes.failed} numbers`}>{t('studio.services.failed', { count: failed })}</p>}
      {heldUp.slice(0, maxListedStations).map(({ station, message, forMs }) => (
        <p key={station} className={`${cards.message} numbers`}>
          {forMs === null
            ? t('studio.services.heldUp', { name: station, why: formatMessage(message) })
            : t('studio.services.heldUpFor', {
                name: station,
                why: formatMessage(message),
                time: formatDuration(forMs),
              })}
        </p>
      ))}
      <footer>
        <Limit service={service} onChange={onChange} />
        <ServiceAccess service={service} stations={stations} onChange={onChange} />
      </footer>
    </article>
  );
}

/** Stored when it is left, or by Enter; an empty one is none. */
function Limit({ service: { id, name, cap }, onChange }: Pick<ServiceCardProps, 'service' | 'onChange'>) {
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
    <div className={classes.limit}>
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
    </div>
  );
}
