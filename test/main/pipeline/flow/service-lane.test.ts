import { describe, expect, it } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import { Lane } from '../../../../main/pipeline/flow/service-lane.ts';
import { StageEnd } from '../../../../main/pipeline/stage-outcome.ts';
import { createClient } from '../../../../main/service/client.ts';
import { requestKinds } from '../../../../main/service/errors/pause-reasons.ts';
import { type FailureKind, ServiceFailure } from '../../../../main/service/errors/service-failure.ts';
import type { ServiceAccess } from '../../../../main/service/services.ts';
import { busy } from '../../../helpers/queue/limiter-fixtures.ts';
import { createManualClock, type ManualClock } from '../../../helpers/run/manual-clock.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';

const access: ServiceAccess = {
  client: createClient({ baseUrl: 'http://127.0.0.1:9', keyHeader: 'service-api-key', apiKey: 'key' }),
  kind: 'remote',
  charges: true,
  maxConcurrency: 2,
};
const failure = (kind: FailureKind, sentence = msg('service.code.fault')) =>
  new ServiceFailure({ kind, code: 'CODE', sentence, subject: 'service', advice: 'open-services' });
/** Creates access whose free query returns the result of `probe`. */
const accessWith = (probe: ServiceAccess['client']['probe']): ServiceAccess => ({
  ...access,
  client: { ...access.client, probe },
});
const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await null;
};

const unstopped = new AbortController().signal;

/** Creates a lane that gets `answers` from successive access requests and repeats the last one. */
function stage(...answers: (ServiceAccess | Error)[]): {
  lane: Lane;
  clock: ManualClock;
  asked: () => number;
  changes: () => number;
} {
  const clock = createManualClock();
  let queryCount = 0;
  let changes = 0;
  const lane = new Lane({
    profileId: 'remote',
    maxConcurrency: 3,
    clock,
    random: () => 1,
    onChange: () => {
      changes += 1;
    },
    services: {
      clientFor: async () => {
        const answer = answers[Math.min(queryCount, answers.length - 1)]!;
        queryCount += 1;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      available: async () => {
        const answer = answers[0]!;
        if (answer instanceof Error) throw answer;
        return new Set<OperationId>(['skin-analysis']);
      },
    },
  });
  return { lane, clock, asked: () => queryCount, changes: () => changes };
}

describe('a lane', () => {
  it('opens once its service is available, and reports that', async () => {
    const { lane, changes } = stage(access);
    expect([lane.open(), lane.status().condition]).toEqual([false, 'starting']);
    await turns();
    expect(changes()).toBeGreaterThan(0);
    expect([lane.open(), lane.status()]).toEqual([true, { condition: 'ready', message: null, running: 0 }]);
    expect([lane.limit, lane.freeSlots]).toEqual([2, 2]);
  });

  it('checks an unavailable service again automatically, with growing pauses', async () => {
    const { lane, clock, asked } = stage(
      failure('fatal', msg('service.engine.failed')),
      failure('fatal'),
      failure('fatal'),
      access,
    );
    lane.open();
    await turns();
    expect(lane.status()).toMatchObject({ condition: 'failed', message: msg('service.engine.failed') });
    expect([lane.open(), lane.isBlocked('upload'), asked()]).toEqual([false, false, 1]);
    for (const [ms, times] of [
      [1000, 2],
      [2000, 3],
    ] as const) {
      clock.advance(ms - 1);
      await turns();
      expect(asked()).toBe(times - 1);
      clock.advance(1);
      await turns();
      expect(asked()).toBe(times);
    }
    expect(lane.isBlocked('upload')).toBe(true);
    clock.advance(4000);
    await turns();
    expect([lane.open(), lane.isBlocked('upload')]).toEqual([true, false]);
  });

  it('stops on a rejected key until the user acts', async () => {
    const { lane, clock, asked } = stage(failure('auth', msg('service.status.keyWrong')), access);
    lane.open();
    await turns();
    expect(lane.status()).toMatchObject({ condition: 'stopped', message: msg('service.status.keyWrong') });
    clock.advance(3600_000);
    await turns();
    expect([lane.open(), lane.isBlocked('upload'), asked()]).toEqual([false, true, 1]);
    lane.resume();
    lane.open();
    await turns();
    expect(lane.open()).toBe(true);
  });

  it('knows which jobs resume automatically without a key, without credits, and with a rejected key', async () => {
    const blocked = (lane: Lane) => [...requestKinds.map((kind) => lane.isBlocked(kind)), lane.isUnavailable];
    const { lane } = stage(failure('auth'), access);
    lane.open();
    await turns();
    expect(blocked(lane)).toEqual([true, true, true, true]);
    lane.resume();
    await lane.service();
    expect(blocked(lane)).toEqual([false, false, false, false]);
    (await lane.enter(unstopped)).release(failure('credits'));
    expect(blocked(lane)).toEqual([true, false, false, false]);
    lane.resume();
    lane.tryAcquireSlot('query')?.release(failure('auth'));
    expect(blocked(lane)).toEqual([true, true, false, false]);
  });

  it('recovers from unexpected errors without querying in a loop', async () => {
    const { lane, asked } = stage(new TypeError('secret'), access);
    lane.open();
    await turns();
    lane.open();
    await turns();
    expect(asked()).toBe(1);
    expect(lane.status()).toMatchObject({ condition: 'failed', message: expect.not.stringContaining('secret') });
  });

  it('requeues jobs if the service is unavailable', async () => {
    const { lane } = stage(failure('fatal'));
    const error = await lane.service().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StageEnd);
    expect((error as StageEnd).outcome).toEqual({ kind: 'back' });
  });

  it('grants slots in order, and requeues waiting jobs when stopped', async () => {
    const { lane } = stage(access);
    const never = new AbortController().signal;
    await lane.service();
    const first = await lane.enter(never);
    await lane.enter(never);
    const third = lane.enter(never).catch((reason: unknown) => reason);
    expect(lane.status().running).toBe(2);
    first.release(failure('credits', msg('service.code.noCredits')));
    expect(((await third) as StageEnd).outcome).toEqual({ kind: 'back' });
    expect(lane.status()).toMatchObject({ condition: 'stopped', message: msg('service.code.noCredits') });
  });

  it('does not fail jobs if the operations of a service are unknown', async () => {
    expect(await stage(failure('retry')).lane.available()).toBe(null);
    expect(await stage(access).lane.available()).toEqual(new Set(['skin-analysis']));
  });

  it('allows one trial request after a pause, and reports that', async () => {
    const { lane, clock } = stage(access);
    await lane.service();
    lane.tryAcquireSlot('download')?.release(failure('wait'));
    expect(lane.status()).toMatchObject({ condition: 'slowed', message: matchingMessage(/next try in 2 s/) });
    expect([lane.open(), lane.canStart('query'), lane.tryAcquireSlot('query')]).toEqual([false, false, null]);
    clock.advance(2000);
    // Before the first response, the status must not look recovered.
    expect([lane.open(), lane.status().condition]).toEqual([true, 'slowed']);
    const trial = lane.tryAcquireSlot('query');
    expect([lane.open(), lane.tryAcquireSlot('query'), lane.status().condition]).toEqual([false, null, 'slowed']);
    trial?.release('answered');
    expect([lane.open(), lane.canStart('query')]).toEqual([true, true]);
    // Downloads were paused too, and recover with the next successful one.
    expect(lane.status().condition).toBe('slowed');
    lane.tryAcquireSlot('download')?.release('answered');
    expect(lane.status().condition).toBe('ready');
  });

  it('sends a free query before the next upload if one may have been charged without a result', async () => {
    let queryCount = 0;
    const { lane, clock } = stage(
      accessWith(async () => {
        queryCount += 1;
        if (queryCount === 1) throw failure('retry');
      }),
    );
    await lane.service();
    (await lane.enter(new AbortController().signal)).release(failure('uncertain'));
    expect([lane.open(), lane.canStart('query'), lane.canStart('download')]).toEqual([false, true, true]);
    for (const [ms, times] of [
      [1999, 0],
      [1, 1],
      [3999, 1],
      [1, 2],
    ] as const) {
      clock.advance(ms);
      expect(lane.open()).toBe(false);
      await turns();
      expect(queryCount).toBe(times);
    }
    expect(lane.open()).toBe(true);
  });

  it('repeats the free query while the service is unavailable', async () => {
    const { lane, clock } = stage(access, failure('fatal'), access);
    await lane.service();
    (await lane.enter(new AbortController().signal)).release(failure('uncertain'));
    clock.advance(2000);
    lane.open();
    await turns();
    await lane.service();
    expect([lane.canStart('upload'), lane.status().condition]).toEqual([false, 'slowed']);
    expect(messageText(lane.status().message)).toMatch(/cannot be read; next try in/);
  });

  it('leaves no timer and no query when it is closed', async () => {
    const lost = stage(failure('fatal'), access);
    lost.lane.open();
    await turns();
    let asking: AbortSignal | undefined;
    const probe: ServiceAccess['client']['probe'] = (signal) =>
      new Promise((_, reject) => {
        asking = signal;
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    const asks = stage(accessWith(probe));
    await asks.lane.service();
    (await asks.lane.enter(unstopped)).release(failure('uncertain'));
    asks.clock.advance(2000);
    asks.lane.open();
    await turns();
    for (const { lane, clock } of [lost, asks]) {
      lane.close();
      await turns();
      clock.advance(3600_000);
      await turns();
    }
    expect([lost.asked(), asks.asked(), asking?.aborted]).toEqual([1, 2, true]);
  });

  it('does not block callers that arrive once it is stopped', async () => {
    const { lane } = stage(access);
    (await lane.enter(unstopped)).release(failure('credits'));
    const error = await lane.enter(new AbortController().signal).catch((reason: unknown) => reason);
    expect((error as StageEnd).outcome).toEqual({ kind: 'back' });
  });
});

it('reports an hour if the service requests one, at any fraction of a second', async () => {
  const { lane, clock } = stage(access);
  await lane.service();
  clock.setWall(345);
  (await lane.enter(unstopped)).release(busy(3_600_000));
  expect(messageText(lane.status().message)).toBe('The service asked us to slow down; next try in 1 h.');
});
