/** The choices of clients about a photograph: as a badge on its picture, and in full in the inspector. */
import { Box, Flex, Group } from '@mantine/core';
import { IconHeartFilled, IconMessage } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ClientMark, PhotographView } from '../../../../contract/review/list-queries.ts';
import classes from './Badges.module.css';
import { Stars } from './Badges.tsx';

type Clients = Pick<PhotographView, 'clients'>;

export function ClientCorner({ clients }: Clients) {
  const { t } = useTranslation();
  if (clients.length === 0) return null;
  const { isPicked, stars, hasComment, words } = clientBadges(t, clients);
  return (
    <span
      className={`${classes.badge} ${classes.client}`}
      role="img"
      aria-label={words}
      title={words}
      data-testid="client-corner"
    >
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
    <Flex
      component="section"
      direction="column"
      gap={8}
      mb={16}
      aria-label={t('review.client.label')}
      data-testid="loupe-clients"
    >
      {clients.map(({ name, gallery, picked, stars, comment }) => (
        <div key={`${gallery}\n${name}`}>
          <Group gap={6} wrap="nowrap" fz={12}>
            <span className="ellipsis" title={gallery}>
              {name}
            </span>
            {picked && <IconHeartFilled size={12} role="img" aria-label={t('review.decide.picked')} />}
            {stars > 0 && <Stars stars={stars} />}
          </Group>
          {comment !== '' && (
            <Box
              component="p"
              className="selectable"
              mah={160}
              m="2px 0 0"
              style={{ overflow: 'auto', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
            >
              {comment}
            </Box>
          )}
        </div>
      ))}
    </Flex>
  );
}

interface ClientSummary {
  readonly isPicked: boolean;
  /** The highest rating of any client. */
  readonly stars: number;
  readonly hasComment: boolean;
  /** A sentence that names the clients. */
  readonly words: string;
}

/** Sums up the choices of several clients. */
export function clientBadges(t: TFunction, clients: readonly ClientMark[]): ClientSummary {
  const namesOf = (predicate: (mark: ClientMark) => boolean) =>
    [...new Set(clients.filter(predicate).map(({ name }) => name))].join(', ');
  const [picked, starred, commented] = [
    namesOf((mark) => mark.picked),
    namesOf((mark) => mark.stars > 0),
    namesOf((mark) => mark.comment !== ''),
  ];
  const texts = [
    picked !== '' && t('review.client.picked', { names: picked }),
    starred !== '' && t('review.client.starred', { names: starred }),
    commented !== '' && t('review.client.commented', { names: commented }),
  ];
  return {
    isPicked: picked !== '',
    stars: Math.max(0, ...clients.map(({ stars }) => stars)),
    hasComment: commented !== '',
    words: texts.filter(Boolean).join(' · '),
  };
}
