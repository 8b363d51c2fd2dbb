/** What clients chose about a photograph, in short: which signs stand for it, and what they say. */
import type { TFunction } from 'i18next';
import type { ClientMark } from '../../../../contract/review/list-queries.ts';

interface ClientSigns {
  readonly isPicked: boolean;
  /** The most that any of them gave. */
  readonly stars: number;
  readonly hasComment: boolean;
  readonly words: string;
}

export function clientBadges(t: TFunction, clients: readonly ClientMark[]): ClientSigns {
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
