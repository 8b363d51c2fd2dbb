import { describe, expect, it } from 'vitest';
import {
  awaitedServices,
  isOpen,
  type QueueFacts,
  queueStatus,
  queueStatusMessages,
  summarizeService,
} from '../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { builtInProfile, type ProfileStatus } from '../../../contract/services/profile.ts';
import type { ServiceState } from '../../../contract/services/service-status.ts';
import { serviceConditions as conditions, serviceStates as states } from '../../helpers/service/service-conditions.ts';
import { noTally, snapshotOf, studioProfile as studio } from '../../helpers/window/window-data.ts';

const statusOf = (id: string, state: ServiceState, running = 0) =>
  ({ id, key: 'session', credits: null, available: null, running, ...conditions[state] }) as ProfileStatus;

it('names the services that photographs wait for, and no others', () => {
  const data = (state: ServiceState, count: number) => ({
    profiles: [builtInProfile, studio],
    profileStatus: [statusOf(builtInProfile.id, 'ready'), statusOf(studio.id, state)],
    openByService: [
      { profileId: builtInProfile.id, count: 2 },
      { profileId: studio.id, count },
    ],
  });
  for (const state of states) {
    const awaited = awaitedServices(data(state, 5)).map(({ profile, count }) => [profile.name, count]);
    expect(awaited, state).toEqual(state === 'ready' ? [] : [['Studio', 5]]);
    expect(awaitedServices(data(state, 0)), state).toEqual([]);
  }
});

it('shows a service that asked to slow down only while photographs wait for it', () => {
  const data = (state: ServiceState, count: number) => ({
    profiles: [studio],
    profileStatus: [statusOf(studio.id, state)],
    openByService: [{ profileId: studio.id, count }],
  });
  for (const state of states) {
    expect(summarizeService(studio.id, data(state, 5))?.state).toBe(state);
    expect(summarizeService(studio.id, data(state, 0))?.state).toBe(state === 'slowed' ? 'ready' : state);
  }
  expect(summarizeService('gone', data('ready', 0))).toBeNull();
});

interface Mixture {
  /** Number of photographs per state of their service. */
  readonly at?: Readonly<Partial<Record<ServiceState, number>>>;
  readonly onHold?: number;
  readonly forFolder?: number;
  readonly done?: number;
  readonly failed?: number;
  readonly undecided?: number;
  readonly isPaused?: boolean;
  readonly onBattery?: boolean;
  /** Requests in progress at each service. */
  readonly running?: number;
}

/** Each photograph takes a minute, one at a time. */
function factsOf({
  at = {},
  onHold = 0,
  forFolder = 0,
  done = 0,
  failed = 0,
  undecided = 0,
  ...of
}: Mixture): QueueFacts {
  const services = Object.entries(at) as [ServiceState, number][];
  const open = services.reduce((sum, [, count]) => sum + count, onHold + forFolder);
  const finished = open > 0 ? done + failed + undecided : 0;
  const data = snapshotOf();
  return {
    ...data,
    tally: { ...noTally, all: open + done + failed + undecided, done, failed, uncertain: undecided },
    undecided: undecided > 0 ? [{ cause: 'LOST', message: 'No answer came.', count: undecided }] : [],
    throughput: { perMinute: 1, msEach: open > 0 ? 60_000 : null, total: open + finished, finished },
    openByService: services.map(([state, count]) => ({ profileId: state, count })),
    onHold,
    waitForFolder: forFolder > 0 ? [{ folder: '/out', count: forFolder }] : [],
    profiles: services.map(([state]) => ({ ...studio, id: state, name: `S-${state}` })),
    profileStatus: services.map(([state]) => statusOf(state, state, of.running)),
    settings: { ...data.settings, paused: of.isPaused ?? false },
    power: { pausedOnBattery: of.onBattery ?? false },
  };
}
const lineOf = (mixture: Mixture) =>
  queueStatusMessages(queueStatus(factsOf(mixture)))
    .map((each: Message) => formatMessage(each))
    .join(' · ');

/** Every combination of these values. */
const allOf = <T extends object>(values: { readonly [K in keyof T]: readonly T[K][] }): T[] =>
  Object.entries<readonly unknown[]>(values).reduce<object[]>(
    (all, [name, choices]) => all.flatMap((each) => choices.map((choice) => ({ ...each, [name]: choice }))),
    [{}],
  ) as T[];

describe('the queue', () => {
  it.each<[Mixture, string]>([
    [{}, 'Nothing to do'],
    [{ done: 17 }, 'All done'],
    [{ done: 11, failed: 4, undecided: 2 }, '4 failed · 2 need your decision'],
    [{ done: 11, failed: 4 }, '4 failed'],
    [{ done: 11, undecided: 1 }, '1 needs your decision'],
    [{ at: { ready: 5 } }, '0 of 5 · 1/min · 5 min left'],
    [{ at: { ready: 5 }, done: 3, failed: 1 }, '4 of 9 · 1/min · 5 min left'],
    [{ at: { ready: 5, 'no-key': 2 } }, '0 of 7 · 1/min · 2 stopped: S-no-key has no key'],
    [{ at: { 'no-key': 2 }, done: 1 }, '1 of 3 · 2 stopped: S-no-key has no key'],
    [{ at: { 'no-credits': 1 }, done: 16 }, '16 of 17 · 1 stopped: S-no-credits has no credits left'],
    [{ at: { 'no-credits': 5 }, running: 2 }, '0 of 5 · 1/min · 3 stopped: S-no-credits has no credits left'],
    [{ at: { capped: 2 } }, '0 of 2 · 2 stopped: S-capped has reached a limit'],
    [{ at: { stopped: 1 } }, '0 of 1 · 1 waiting: S-stopped is stopped'],
    [{ at: { failed: 1 } }, '0 of 1 · 1 waiting: S-failed is not working'],
    [{ at: { unreachable: 3 } }, '0 of 3 · 3 waiting: S-unreachable cannot be reached'],
    [{ at: { slowed: 3 } }, '0 of 3 · 3 waiting: S-slowed is slowed down'],
    [{ at: { starting: 3 } }, '0 of 3 · 3 waiting: S-starting is starting'],
    // A service that recovers from a slowdown still has requests in progress.
    [{ at: { slowed: 3 }, running: 1 }, '0 of 3 · 1/min · 3 min left'],
    [{ onHold: 4 }, '0 of 4 · 4 paused'],
    [{ forFolder: 5, at: { ready: 2 } }, '0 of 7 · 1/min · 2 min left · 5 waiting for the output folder'],
    [{ at: { ready: 5 }, isPaused: true }, '0 of 5 · Paused'],
    [{ at: { ready: 5 }, onBattery: true }, '0 of 5 · Paused on battery power'],
    [{ done: 3, isPaused: true }, 'All done'],
    [{ done: 3, failed: 1, onBattery: true }, '1 failed'],
  ])('%j: %s', (mixture, line) => {
    expect(lineOf(mixture)).toBe(line);
  });

  it('is never done with open, failed or uncertain jobs, and has no rate unless it moves', () => {
    const at = [...states.map((state) => ({ [state]: 3 })), { ready: 3, 'no-key': 1 }, {}];
    const mixtures = allOf({
      at,
      ...{ onHold: [0, 2], forFolder: [0, 2], failed: [0, 2], undecided: [0, 2] },
      ...{ isPaused: [false, true], onBattery: [false, true] },
    });
    expect(mixtures).toHaveLength(832);
    for (const mixture of mixtures) {
      const { at, onHold, forFolder, failed, undecided, isPaused, onBattery } = mixture;
      const standing = queueStatus(factsOf({ ...mixture, done: 7 }));
      const label = JSON.stringify(mixture);
      const open = Object.keys(at).length + onHold + forFolder;
      expect(isOpen(standing), label).toBe(open > 0);
      expect(standing.state === 'done', label).toBe(open + failed + undecided === 0);
      expect(standing.state === 'moving', label).toBe('ready' in at && !isPaused && !onBattery);
      if (standing.state !== 'moving') expect([standing.perMinute, standing.leftMs], label).toEqual([null, null]);
      expect(queueStatusMessages(standing), label).not.toEqual([]);
    }
  });

  it('estimates no time for waiting photographs, and none without a known speed', () => {
    expect(queueStatus(factsOf({ at: { ready: 2, slowed: 5 }, onHold: 1, forFolder: 1 })).leftMs).toBe(120_000);
    // Photographs that need the user have no estimate.
    expect(queueStatus(factsOf({ at: { ready: 2, stopped: 5 } })).leftMs).toBeNull();
    const facts = factsOf({ at: { ready: 2 } });
    expect(queueStatus({ ...facts, throughput: { ...facts.throughput, msEach: null } }).leftMs).toBeNull();
  });

  it('does not move without a queue owner, whatever the status of its services', () => {
    for (const at of [{ ready: 2 }, { stopped: 2 }]) {
      const standing = queueStatus(factsOf({ at, done: 1 }), false);
      expect(standing).toMatchObject({ state: 'unattended', perMinute: null, leftMs: null });
      expect(queueStatusMessages(standing).map((each) => formatMessage(each))).toEqual([
        '1 of 3',
        'The queue is not running',
      ]);
    }
    expect(queueStatus(factsOf({ done: 1 }), false).state).toBe('done');
  });

  it('estimates time only for the photographs in question', () => {
    const facts = factsOf({ at: { ready: 5 } });
    const standing = queueStatus({ ...facts, throughput: { ...facts.throughput, total: 3, finished: 1 } });
    expect(standing).toMatchObject({ finished: 1, total: 3, leftMs: 120_000 });
  });

  it('moves while other stations of a studio process the rest', () => {
    const facts = { ...factsOf({ onHold: 1 }), throughput: { perMinute: 2, msEach: 30_000, total: 5, finished: 0 } };
    expect(queueStatus(facts).state).toBe('waiting');
    const station = { station: 'Desk', condition: 'there' } as unknown as NonNullable<QueueFacts['studio']>;
    expect(queueStatus({ ...facts, studio: station })).toMatchObject({ state: 'moving', leftMs: 120_000 });
  });
});
