/** What clients chose about a photograph: as small signs in the corner of its picture, and in full beside the loupe. */
import { IconHeartFilled, IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PhotographView } from '../../../../contract/review/list-queries.ts';
import classes from './Badges.module.css';
import { clientBadges } from './clientBadges.ts';

type Clients = Pick<PhotographView, 'clients'>;

export function ClientCorner({ clients }: Clients) {
  const { t } = useTranslation();
  if (clients.length === 0) return null;
  const { isPicked, stars, hasComment, words } = clientBadges(t, clients);
  return (
    <span className={classes.client} role="img" aria-label={words} title={words} data-testid="client-corner">
      {isPicked && <IconHeartFilled size={11} aria-hidden />}
      {stars > 0 && `${stars}★`}
      {hasComment && <IconMessage size={12} aria-hidden />}
    </span>
  );
}

export function ClientChoices({ clients }: Clients) {
  const { t } = useTranslation();
  if (clients.length === 0) return null;
  return (
    <section className={classes.choices} aria-label={t('review.client.label')} data-testid="loupe-clients">
      {clients.map(({ name, gallery, picked, stars, comment }) => (
        <div key={`${gallery}\n${name}`}>
          <p className={classes.who}>
            <span className="ellipsis" title={gallery}>
              {name}
            </span>
            {picked && <IconHeartFilled size={12} role="img" aria-label={t('review.decide.picked')} />}
            {stars > 0 && (
              <span className={classes.stars} role="img" aria-label={t('review.decide.stars', { count: stars })}>
                {'★'.repeat(stars)}
              </span>
            )}
          </p>
          {comment !== '' && <p className={`${classes.comment} selectable`}>{comment}</p>}
        </div>
      ))}
    </section>
  );
}
