import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import type { ClientMark } from '../../../../../contract/review/list-queries.ts';
import { clientBadges } from '../../../../../renderer/screens/review/decisions/ClientMarks.tsx';

const mark = (name: string, change: Partial<ClientMark>): ClientMark => ({
  ...{ name, gallery: 'Spring', picked: false, stars: 0, comment: '' },
  ...change,
});

it.each<[ClientMark[], object]>([
  [[mark('Anna', { picked: true })], { isPicked: true, stars: 0, hasComment: false, words: 'Picked by Anna' }],
  [
    [mark('Anna', { picked: true, stars: 3 }), mark('Tom', { picked: true, stars: 4, comment: 'Darker' })],
    {
      ...{ isPicked: true, stars: 4, hasComment: true },
      words: 'Picked by Anna, Tom · Stars from Anna, Tom · Comment from Tom',
    },
  ],
  [
    [mark('Anna', { comment: 'Who?' }), mark('Anna', { gallery: 'Summer', comment: 'Me?' })],
    { isPicked: false, stars: 0, hasComment: true, words: 'Comment from Anna' },
  ],
])('%j has a short text', (clients, expected) => {
  expect(clientBadges(i18next.t, clients)).toEqual(expected);
});
