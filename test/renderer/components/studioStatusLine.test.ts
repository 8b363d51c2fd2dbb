import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../renderer/locales/setup.ts';
import type { StationStatus } from '../../../contract/studio/studio-status.ts';
import { studioStatusLine } from '../../../renderer/components/studioStatusLine.ts';
import { standingOf } from '../../helpers/studio-data.ts';

const unsent = { photographs: 12, decisions: 1 };
const cases: [Partial<StationStatus>, tone: string, text: string][] = [
  [{}, 'good', 'Desk 1'],
  [{ unsent }, 'good', 'Desk 1'],
  [{ condition: 'connecting' }, 'busy', 'Desk 1: connecting to the studio…'],
  [{ sync: { done: 1200, total: 40_000 } }, 'busy', 'Fetching the studio’s work: 1,200 of 40,000'],
  [{ isPaused: true }, 'quiet', 'Desk 1 is paused in the studio'],
  [{ isPaused: true, isDraining: true, holds: 3 }, 'quiet', 'Desk 1 finishes 3 photographs, and takes nothing new'],
  [{ isDraining: true }, 'quiet', 'Desk 1 takes nothing new'],
  [{ isDraining: true, isLeaving: true, holds: 1 }, 'quiet', 'Leaving the studio: 1 photograph to finish'],
  [{ condition: 'away' }, 'warn', 'The studio is away.'],
  [
    { condition: 'away', message: 'Nothing new is sent.', unsent, isPaused: true },
    'warn',
    'Nothing new is sent. 12 photographs wait. 1 decision waits.',
  ],
  [{ condition: 'refused', message: 'Its password is another one.' }, 'bad', 'Its password is another one.'],
];
it.each(cases)('%o: %s, %s', (change, tone, text) => {
  expect(studioStatusLine(standingOf(change), i18next.t)).toEqual({ tone, text });
});
