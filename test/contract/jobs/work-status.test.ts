import { describe, expect, it } from 'vitest';
import {
  awaitedServices,
  isBlocked,
  isOpen,
  type QueueFacts,
  queueStatus,
  queueStatusMessages,
  type ServiceState,
  serviceStatus,
} from '../../../contract/jobs/work-status.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { joinMessages, type Message, msg } from '../../../contract/messages/message.ts';
import { builtInProfile, type ProfileStatus } from '../../../contract/services/profile.ts';
import { noTally, snapshotOf, studioProfile as studio } from '../../helpers/window-data.ts';

const noCredits = joinMessages(msg('service.code.noCredits'), msg('service.todo.topUp'));
const unreachable = msg('service.pace.unreachable', { left: { ms: 20_000 } });
const busy = msg('service.pace.busy', { left: { ms: 20_000 } });

/** Every state of a service, as it comes from main. */
const conditions: Readonly<Record<ServiceState, Pick<ProfileStatus, 'condition' | 'message'>>> = {
  ready: { condition: 'ready', message: null },
  starting: { condition: 'starting', message: null },
  'no-key': { condition: 'no-key', message: msg('app.enterKey') },
  'no-credits': { condition: 'stopped', message: noCredits },
  capped: { condition: 'stopped', message: msg('pipeline.cap.day', { most: 10 }) },
  unpriced: { condition: 'stopped', message: msg('pipeline.cap.unknownBalance', { service: 'Studio' }) },
  stopped: { condition: 'stopped', message: msg('service.keyInvalid') },
  slowed: { condition: 'slowed', message: busy },
  unreachable: { condition: 'slowed', message: unreachable },
  failed: { condition: 'failed', message: msg('service.engine.failed') },
};
const states = Object.keys(conditions) as ServiceState[];
const statusOf = (id: string, state: ServiceState, running = 0) =>
  ({ id, key: 'session', credits: null, available: null, running, ...conditions[state] }) as ProfileStatus;

describe('a service', () => {
  it.each(states)('%s', (state) => {
    const standing = serviceStatus(conditions[state]);
    expect(standing.state).toBe(state);
    // What does not go on has a reason, and none but what is ready looks well.
    expect(standing.why === null).toBe(state === 'ready');
    expect(standing.waitsFor === null).toBe(state === 'ready');
    expect(standing.tone === 'good').toBe(state === 'ready');
    // Who has to do something can do it on the spot.
    if (standing.waitsFor === 'user') expect(standing.remedy).not.toBeNull();
  });

  it('that has no credits left has none, whatever was known before', () => {
    const credits = { balance: 400, total: 500, at: 1 };
    expect(serviceStatus({ ...conditions['no-credits'], credits }).credits).toBe('none');
    expect(serviceStatus({ ...conditions.ready, credits }).credits).toEqual(credits);
    expect(serviceStatus(conditions.ready).credits).toBeNull();
  });
});

describe('a photograph on its way', () => {
  const at = (state: ServiceState) => serviceStatus(conditions[state]);
  it.each(states.filter((state) => state !== 'ready'))('stands still unless somebody has it in hand: %s', (state) => {
    for (const activity of ['sending', 'at-service', 'receiving'] as const) {
      expect(isBlocked(activity, false, at(state)), activity).toBe(true);
    }
    for (const activity of ['preparing', 'writing'] as const) {
      expect(isBlocked(activity, false, at(state)), activity).toBe(false);
    }
    expect(isBlocked('receiving', true, at(state))).toBe(false);
  });

  it('is asked for at a service without credits, and not without a key', () => {
    expect(isBlocked('at-service', true, at('no-credits'))).toBe(false);
    expect(isBlocked('at-service', true, at('no-key'))).toBe(true);
    expect(isBlocked('at-service', false, at('ready'))).toBe(false);
  });
});

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

interface Mixture {
  /** Photographs that are meant for a service in this state. */
  readonly at?: Readonly<Partial<Record<ServiceState, number>>>;
  readonly onHold?: number;
  readonly forFolder?: number;
  readonly done?: number;
  readonly failed?: number;
  readonly undecided?: number;
  readonly isPaused?: boolean;
  readonly onBattery?: boolean;
  /** Requests under way at each service. */
  readonly running?: number;
}

/** A minute each, at one a minute. */
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
    [{ at: { capped: 2 } }, '0 of 2 · 2 stopped: S-capped may not cost more'],
    [{ at: { stopped: 1 } }, '0 of 1 · 1 waiting: S-stopped is stopped'],
    [{ at: { failed: 1 } }, '0 of 1 · 1 waiting: S-failed does not work'],
    [{ at: { unreachable: 3 } }, '0 of 3 · 3 waiting: S-unreachable cannot be reached'],
    [{ at: { slowed: 3 } }, '0 of 3 · 3 waiting: S-slowed is slowed down'],
    [{ at: { starting: 3 } }, '0 of 3 · 3 waiting: S-starting is starting'],
    // One that was slowed down and goes on, with as much at a time as it takes.
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

  it('is never all done with something open, failed or undecided, and has no pace while nothing moves', () => {
    const counts = [0, 2];
    const mixtures = [...states.map((state) => ({ [state]: 3 })), { ready: 3, 'no-key': 1 }, {}].flatMap((at) =>
      counts.flatMap((onHold) =>
        counts.flatMap((forFolder) =>
          counts.flatMap((failed) =>
            counts.flatMap((undecided) =>
              [false, true].flatMap((isPaused) =>
                [false, true].map((onBattery) => ({ at, onHold, forFolder, failed, undecided, isPaused, onBattery })),
              ),
            ),
          ),
        ),
      ),
    );
    expect(mixtures).toHaveLength(768);
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

  it('counts no time for what does not go on, and none where the speed is not known', () => {
    expect(queueStatus(factsOf({ at: { ready: 2, slowed: 5 }, onHold: 1, forFolder: 1 })).leftMs).toBe(120_000);
    // What waits for the user takes as long as he does.
    expect(queueStatus(factsOf({ at: { ready: 2, stopped: 5 } })).leftMs).toBeNull();
    const facts = factsOf({ at: { ready: 2 } });
    expect(queueStatus({ ...facts, throughput: { ...facts.throughput, msEach: null } }).leftMs).toBeNull();
  });

  it('does not move, whatever its services are like, while nobody runs it', () => {
    for (const at of [{ ready: 2 }, { stopped: 2 }]) {
      const standing = queueStatus(factsOf({ at, done: 1 }), false);
      expect(standing).toMatchObject({ state: 'unattended', perMinute: null, leftMs: null });
      expect(queueStatusMessages(standing).map((each) => formatMessage(each))).toEqual([
        '1 of 3',
        'Nobody is running the queue',
      ]);
    }
    expect(queueStatus(factsOf({ done: 1 }), false).state).toBe('done');
  });

  it('counts no more time than for what is asked about', () => {
    const facts = factsOf({ at: { ready: 5 } });
    const standing = queueStatus({ ...facts, throughput: { ...facts.throughput, total: 3, finished: 1 } });
    expect(standing).toMatchObject({ finished: 1, total: 3, leftMs: 120_000 });
  });

  it('goes on where other stations of a studio have the rest', () => {
    const facts = { ...factsOf({ onHold: 1 }), throughput: { perMinute: 2, msEach: 30_000, total: 5, finished: 0 } };
    expect(queueStatus(facts).state).toBe('waiting');
    const station = { station: 'Desk', condition: 'there' } as unknown as NonNullable<QueueFacts['studio']>;
    expect(queueStatus({ ...facts, studio: station })).toMatchObject({ state: 'moving', leftMs: 120_000 });
  });
});
