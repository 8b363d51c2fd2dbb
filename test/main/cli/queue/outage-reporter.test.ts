import { expect, it } from 'vitest';
import { createOutageTracker, type ObservedService } from '../../../../main/cli/queue/outage-reporter.ts';
import { terminalTexts } from '../../../helpers/run/message-matchers.ts';

const nextTry = (left: string): ObservedService => ({
  id: 'studio',
  name: 'Studio',
  condition: 'failed',
  message: `The service cannot be reached; next try in ${left}.`,
  isNeeded: true,
});
const ready: ObservedService = { ...nextTry(''), condition: 'ready', message: null };
const outageLine = (left: string) =>
  `Studio: The service cannot be reached; next try in ${left}. Burnish will resume automatically. Press Ctrl-C to stop.`;

/** Observes services at these times, in s; returns the lines reported at each. */
function looks(...list: readonly [at: number, service: ObservedService][]): string[][] {
  const linesOf = createOutageTracker();
  return list.map(([at, service]) => terminalTexts(linesOf([service], at * 1000)));
}

it('reports an outage at once, and changes after a minute, then after twice as long', () => {
  const list = looks(
    [1, nextTry('2 s')],
    [2, nextTry('1 s')],
    [60, nextTry('64 s')],
    [61, nextTry('63 s')],
    [62, nextTry('62 s')],
    [121, nextTry('5 min')],
    [181, nextTry('4 min')],
    [182, nextTry('4 min')],
  );
  expect(list).toEqual([[outageLine('2 s')], [], [], [outageLine('63 s')], [], [], [outageLine('4 min')], []]);
});

it('does not repeat an unchanged status', () => {
  expect(looks([1, nextTry('5 min')], [500, nextTry('5 min')])).toEqual([[outageLine('5 min')], []]);
});

it('reports the end of an outage, and the next one at once', () => {
  expect(looks([1, nextTry('2 s')], [2, ready], [3, ready], [4, nextTry('2 s')])).toEqual([
    [outageLine('2 s')],
    ['Studio is responding again.'],
    [],
    [outageLine('2 s')],
  ]);
});

it.each<Partial<ObservedService>>([
  { isNeeded: false },
  { condition: 'no-key' },
  { condition: 'stopped' },
  { message: null },
])('does not report a service that is %j', (but) => {
  expect(looks([1, { ...nextTry('2 s'), ...but }])).toEqual([[]]);
});

it('reports a folder that accepts no results, and its recovery', () => {
  const full: ObservedService = {
    id: '/out',
    name: null,
    condition: 'slowed',
    message: 'Results cannot be written to “/out”. The disk is full. Free up space.',
    isNeeded: true,
  };
  expect(looks([1, full], [2, full], [3, { ...full, condition: 'ready', message: null }])).toEqual([
    [
      'Results cannot be written to “/out”. The disk is full. Free up space. Burnish will resume automatically. Press Ctrl-C to stop.',
    ],
    [],
    ['Results can be written to “/out” again.'],
  ]);
});
