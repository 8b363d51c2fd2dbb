import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import type { StudioOverview } from '../../../../contract/studio/studio-status.ts';
import { headline, paceParts } from '../../../../renderer/screens/studio/headline.ts';
import { overviewOf, serviceOf, standingOf, stationOf } from '../../../helpers/window/studio-data.ts';

const lineOf = (change: Partial<StudioOverview>) => headline(standingOf(), overviewOf(change), i18next.t);
const silent = (name: string) => stationOf(name, { condition: 'silent', silentMs: 27_000 });
const heldUp = [{ station: 'Desk 2', message: 'It asked us to slow down.', forMs: 20_000 }];

describe('the headline', () => {
  it('reports that all is well, with numbers', () => {
    const services = [serviceOf('One', { waiting: 1200, atWork: 4 }), serviceOf('Two', { waiting: 4 })];
    expect(lineOf({ services, perMinute: 106.4 })).toEqual({
      tone: 'good',
      text: 'All is well · 1 station · 1,204 waiting · 4 in progress · 106/min',
    });
    expect(lineOf({}).text).toBe('All is well · 1 station');
  });

  it.each([
    [106.4, '106/min'],
    [9.96, '10/min'],
    [2.44, '2.4/min'],
    [1, '1/min'],
    [0.5, '30/h'],
    [0.1, '6/h'],
  ])('shows a rate of %s a minute as “%s”', (perMinute, words) => {
    expect(paceParts(perMinute, i18next.t)).toEqual([words]);
  });

  it('reports one problem, the most important one first', () => {
    const worker = stationOf('Desk 1');
    const all: Partial<StudioOverview> = {
      isPaused: true,
      services: [serviceOf('Cutouts', { waiting: 2, undecided: 3, heldUp })],
      stations: [stationOf('Desk 9', { works: false }), silent('Desk 2')],
      stranded: 1,
    };
    const waits = { services: [serviceOf('Cutouts', { waiting: 2, heldUp })] };
    expect(lineOf(all)).toMatchObject({
      needsDecision: true,
      text: '3 photographs need a decision: they may have been charged.',
    });
    expect(lineOf({ ...all, ...waits })).toMatchObject({ tone: 'quiet' });
    const running = { ...all, ...waits, isPaused: false };
    expect(lineOf(running).text).toBe(
      '2 photographs are waiting, but no station that processes photographs is online.',
    );
    const worked = { ...running, stations: [worker, silent('Desk 2')] };
    expect(lineOf(worked).text).toBe('One photograph is waiting: no station that can process it is online.');
    expect(lineOf({ ...worked, stranded: 0 }).text).toBe('Cutouts: It asked us to slow down.');
    expect(lineOf({ stations: worked.stations }).text).toBe('“Desk 2” has not responded for 27 s.');
    expect(lineOf({ stations: [worker, silent('A'), silent('B')] }).text).toBe(
      '2 stations have not responded for a while.',
    );
  });

  it('ignores an outage of a service without waiting photographs', () => {
    expect(lineOf({ services: [serviceOf('Cutouts', { heldUp })] }).tone).toBe('good');
  });

  it('reports first whether the studio is reachable', () => {
    const away = standingOf({ condition: 'away', message: 'It cannot be reached.' });
    expect(headline(away, overviewOf(), i18next.t)).toEqual({ tone: 'warn', text: 'It cannot be reached.' });
    expect(headline(standingOf(), null, i18next.t).tone).toBe('busy');
  });
});
