import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import type { StudioStation } from '../../../../contract/studio/studio-status.ts';
import { activityText, serviceStations, sortStations, toneOf } from '../../../../renderer/screens/studio/stations.ts';
import { stationOf } from '../../../helpers/window/studio-data.ts';

describe('the order of stations', () => {
  const names = (stations: readonly StudioStation[]) => stations.map(({ name }) => name);

  it('starts with this one, then online stations, then silent ones, each by name', () => {
    const { present, absent: away } = sortStations([
      stationOf('Desk 10'),
      stationOf('Desk 3', { condition: 'silent' }),
      stationOf('Worker', { isThisOne: true, condition: 'silent' }),
      stationOf('Desk 9'),
    ]);
    expect(names(present)).toEqual(['Worker', 'Desk 9', 'Desk 10', 'Desk 3']);
    expect(away).toEqual([]);
  });

  it('separates offline and closed stations, but never this one', () => {
    const { present, absent: away } = sortStations([
      stationOf('B', { condition: 'left' }),
      stationOf('C', { condition: 'gone' }),
      stationOf('A', { condition: 'gone', isThisOne: true }),
    ]);
    expect([names(present), names(away)]).toEqual([['A'], ['C', 'B']]);
  });
});

it('counts only online stations among those that may use a service', () => {
  const station = (name: string, condition: StudioStation['condition'], services = ['Paid']) =>
    stationOf(name, { condition, services });
  const stations = [
    station('A', 'there'),
    station('B', 'silent'),
    station('C', 'left'),
    station('D', 'gone'),
    station('E', 'there', []),
  ];
  const { present, absent, allowedCount } = serviceStations({ id: 'Paid', refused: ['B', 'D'] }, stations);
  expect([allowedCount, present.length, absent.length]).toEqual([1, 2, 2]);
});

const at = { photographId: 1, name: 'a.jpg' };
const cases: [Partial<StudioStation>, tone: string, words: string][] = [
  [{}, 'good', 'Idle'],
  [{ holds: 1, at }, 'busy', ''],
  [{ holds: 4, at }, 'busy', 'and 3 more'],
  [{ holds: 4 }, 'busy', 'Has 4 photographs'],
  [{ holds: 2, at, isPaused: true, isDraining: true }, 'quiet', 'and 1 more · Paused'],
  [{ holds: 1, at, isDraining: true }, 'quiet', 'Finishing its work'],
  [{ isDraining: true }, 'quiet', 'Finished, takes no new work'],
  [{ works: false }, 'quiet', 'Review only'],
  [{ condition: 'silent', holds: 1, at, isPaused: true }, 'warn', 'Not responding'],
  [{ condition: 'gone', holds: 2 }, 'quiet', 'Offline: others take over its work · Has 2 photographs'],
  [{ condition: 'left' }, 'quiet', 'Closed'],
];
it.each(cases)('a station that is %o: %s, “%s”', (change, tone, words) => {
  const station = stationOf('Desk 1', change);
  expect([toneOf(station), activityText(station, i18next.t)]).toEqual([tone, words]);
});
