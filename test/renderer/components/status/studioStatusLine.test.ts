import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import type { StationStatus } from '../../../../contract/studio/studio-status.ts';
import { studioStatusLine } from '../../../../renderer/components/status/studioStatusLine.ts';
import { standingOf } from '../../../helpers/window/studio-data.ts';

const unsent = { photographs: 12, decisions: 1 };
const cases: [Partial<StationStatus>, tone: string, text: string][] = [
  [{}, 'good', 'Desk 1'],
  [{ unsent }, 'good', 'Desk 1'],
  [{ condition: 'connecting' }, 'busy', 'Desk 1: connecting to the studio…'],
  [{ sync: { done: 1200, total: 40_000 } }, 'busy', 'Fetching the studio’s work: 1,200 of 40,000'],
  [{ isPaused: true }, 'quiet', 'Desk 1 is paused in the studio'],
  [{ isPaused: true, isDraining: true, holds: 3 }, 'quiet', 'Desk 1 is finishing 3 photographs and takes no new work'],
  [{ isDraining: true }, 'quiet', 'Desk 1 takes no new work'],
  [{ isDraining: true, isLeaving: true, holds: 1 }, 'quiet', 'Leaving the studio: 1 photograph to finish'],
  [{ condition: 'away' }, 'warn', 'The studio cannot be reached.'],
  [
    { condition: 'away', message: 'Nothing new is sent.', unsent, isPaused: true },
    'warn',
    'Nothing new is sent. 12 photographs are waiting to be sent. 1 decision is waiting to be sent.',
  ],
  [{ condition: 'refused', message: 'Its password is another one.' }, 'bad', 'Its password is another one.'],
];
it.each(cases)('%o: %s, %s', (change, tone, text) => {
  expect(studioStatusLine(standingOf(change), i18next.t)).toEqual({ tone, text });
});
