import { describe, expect, test } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { requestKinds } from '../../../../main/service/errors/pause-reasons.ts';
import { busy, failure, fill, left, once, openLimiter, paceSentence } from '../../../helpers/queue/limiter-fixtures.ts';

describe('pauses', () => {
  test('last as long as the service requests, and block all requests until then', async () => {
    const { clock, pace } = openLimiter();
    await once(pace, busy(20_000));
    expect(pace.room).toBe(0);
    expect(paceSentence(pace.state, clock.monotonic())).toBe('The service asked us to slow down; next try in 20 s.');
    clock.advance(12_300);
    expect(paceSentence(pace.state, clock.monotonic())).toBe('The service asked us to slow down; next try in 8 s.');
    clock.advance(7_699);
    expect(pace.room).toBe(0);
    clock.advance(1);
    expect(pace.room).toBe(1);
    expect(pace.state.condition).toBe('trying');
  });

  test.each<[string, number | undefined, number[]]>([
    ['no time', undefined, [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]],
    ['less time than the shortest pause', 0, [2, 4, 8]],
    ['20 s', 20_000, [20, 20, 20, 20, 32, 64]],
    ['a day', 86_400_000, [3600, 3600, 3600]],
  ])('with %s requested last ever longer, until a request succeeds', async (_name, asked, seconds) => {
    const { clock, pace } = openLimiter({ cap: 1 });
    for (const expected of seconds) {
      await once(pace, busy(asked));
      expect(left(pace, clock)).toBe(expected * 1000);
      clock.advance(expected * 1000);
    }
    await once(pace);
    await once(pace, busy());
    expect(left(pace, clock)).toBe(2_000);
  });

  test('a longer one replaces a shorter one, but not vice versa', async () => {
    const { clock, pace } = openLimiter();
    const seats = await fill(pace);
    seats[0]?.release(busy(5_000));
    seats[1]?.release(busy(30_000));
    seats[2]?.release(busy(1_000));
    clock.advance(29_999);
    expect(pace.state.condition).toBe('paused');
    clock.advance(1);
    expect(pace.state.condition).toBe('trying');
  });

  test.each([
    ['wait', 'The service cannot be reached; next try in 2 s.'],
    ['retry', 'The connection to the service was interrupted; next try in 2 s.'],
  ] as const)('a network failure of the kind “%s” pauses without lowering the limit', async (kind, sentence) => {
    const broken = failure(kind, { subject: 'network' });
    const { clock, pace } = openLimiter({ cap: 4, start: 4 });
    for (const slot of await fill(pace)) slot.release(broken);
    expect(pace.state).toMatchObject({ condition: 'paused', limit: 4, until: clock.monotonic() + 2_000 });
    expect(paceSentence(pace.state, clock.monotonic())).toBe(sentence);
    for (const kind of requestKinds) expect(pace.canStart(kind)).toBe(false);
  });

  test('one error concerns its photograph, and three in a row the service', async () => {
    const { clock, pace } = openLimiter();
    const fault = failure('retry');
    for (const ending of [fault, fault, undefined, fault, fault]) await once(pace, ending);
    expect(pace.state.condition).toBe('ready');
    await once(pace, fault);
    expect(paceSentence(pace.state, clock.monotonic())).toBe('The service reports errors; next try in 2 s.');
    clock.advance(2_000);
    await once(pace, fault);
    expect(left(pace, clock)).toBe(4_000);
    expect(pace.canStart('download')).toBe(true);
  });

  test('a full local disk is not attributed to the service', async () => {
    const { pace } = openLimiter();
    for (let n = 0; n < 5; n += 1) pace.tryAcquireSlot('download')?.release(failure('retry', { subject: 'disk' }));
    expect(pace.state.condition).toBe('ready');
  });

  test('a failure reported without a slot counts, once per pause', async () => {
    const { clock, pace } = openLimiter({ cap: 8, start: 8 });
    expect(pace.report(failure('retry'), 'query')).toBe(0);
    expect(pace.report(busy(10_000), 'query')).toBe(10_000);
    expect(pace.report(busy(10_000), 'query')).toBe(10_000);
    expect(pace.report(busy(), 'query')).toBe(10_000);
    expect(pace.state).toMatchObject({ limit: 4 });
    clock.advance(4_000);
    expect(pace.report(busy(1_000), 'download')).toBe(6_000);
  });
});

describe('after a pause', () => {
  /** Creates a limiter whose pause has just ended. */
  async function paused() {
    const limiter = openLimiter({ cap: 6, start: 6 });
    await once(limiter.pace, busy());
    limiter.clock.advance(2_000);
    return limiter;
  }

  test('one upload goes alone; once it is answered, the halved limit applies', async () => {
    const { pace } = await paused();
    expect([pace.room, pace.state.limit]).toEqual([1, 3]);
    const trial = await pace.enter();
    expect([pace.room, pace.state.probing]).toEqual([0, true]);
    expect(paceSentence(pace.state, 0)).toMatch(/one request/);
    const waiting = [pace.enter(), pace.enter(), pace.enter(), pace.enter()];
    expect(pace.state.running).toBe(1);
    trial.release('answered');
    await Promise.all(waiting.slice(0, 3));
    expect(pace.state).toMatchObject({ running: 3, probing: false });
  });

  test.each(['upload', 'query', 'download'] as const)('one %s goes alone, and no other kind', async (kind) => {
    const { pace } = await paused();
    const trial = kind === 'upload' ? await pace.enter() : pace.tryAcquireSlot(kind);
    for (const otherKind of requestKinds) expect(pace.canStart(otherKind)).toBe(false);
    expect([pace.tryAcquireSlot('query'), pace.tryAcquireSlot('download')]).toEqual([null, null]);
    trial?.release('answered');
    for (const otherKind of requestKinds) expect(pace.canStart(otherKind)).toBe(true);
  });

  test('the failure is reported until a response arrives', async () => {
    const { pace } = await paused();
    const seen = [pace.state.condition];
    const note = () => seen.push(pace.state.condition);
    (await pace.enter()).release('unknown');
    note();
    const trial = await pace.enter();
    note();
    trial.release('answered');
    note();
    expect(seen).toEqual(['trying', 'trying', 'trying', 'ready']);
  });

  test('the failure of one kind of request is reported as such', async () => {
    const { pace, clock } = await paused();
    await once(pace);
    pace.tryAcquireSlot('download')?.release(failure('retry', { subject: 'network' }));
    clock.advance(2_000);
    await once(pace);
    expect(pace.state).toMatchObject({ condition: 'trying', kinds: ['download'] });
    pace.tryAcquireSlot('download')?.release('answered');
    expect(pace.state.condition).toBe('ready');
  });

  test('the pause of one kind of request ends only with a response of that kind', async () => {
    const { pace, clock } = await paused();
    pace.tryAcquireSlot('query')?.release('answered');
    // Queries and downloads continue, but uploads, which were throttled, are limited to one.
    for (const kind of ['query', 'query', 'download'] as const) expect(pace.tryAcquireSlot(kind)).not.toBeNull();
    expect(pace.room).toBe(1);
    await once(pace, busy());
    expect(left(pace, clock)).toBe(4_000);
  });

  test('failed downloads block downloads alone', async () => {
    const { clock, pace } = openLimiter({ cap: 4 });
    pace.tryAcquireSlot('download')?.release(failure('retry', { subject: 'network' }));
    expect(requestKinds.map(pace.canStart)).toEqual([true, true, false]);
    expect(paceSentence(pace.state, clock.monotonic())).toBe('The results cannot be fetched; next try in 2 s.');
    expect(pace.room).toBeGreaterThan(0);
    await once(pace);
    expect(pace.canStart('download')).toBe(false);
    clock.advance(2_000);
    const trial = pace.tryAcquireSlot('download');
    expect(pace.tryAcquireSlot('download')).toBeNull();
    trial?.release('answered');
    expect(pace.canStart('download')).toBe(true);
  });
});

describe('an uncertain upload', () => {
  const unreadable = failure('uncertain', { subject: 'uncertain', httpStatus: 200 });

  /** Creates a limiter whose free query is completed manually. */
  function stage() {
    const asked: { answer(): void; fail(error: Error): void }[] = [];
    const sendProbe = () => new Promise<void>((resolve, reject) => asked.push({ answer: resolve, fail: reject }));
    return { asked, ...openLimiter({ cap: 4, start: 4, sendProbe }) };
  }
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await null;
  };

  test('blocks uploads alone, until a free query and then one upload succeed', async () => {
    const { clock, asked, pace } = stage();
    for (const slot of await fill(pace)) slot.release(unreadable);
    expect(requestKinds.map(pace.canStart)).toEqual([false, true, true]);
    expect(paceSentence(pace.state, clock.monotonic())).toBe('The service’s response cannot be read; next try in 2 s.');
    pace.probeIfDue();
    const waiting = [pace.enter(), pace.enter()];
    clock.advance(1_999);
    expect(asked).toHaveLength(0);
    clock.advance(1);
    expect(asked).toHaveLength(1);
    expect([pace.room, pace.state.running, pace.state.probing]).toEqual([0, 0, true]);
    asked[0]?.answer();
    await turns();
    expect(pace.state.running).toBe(1);
    (await waiting[0])?.release('answered');
    await waiting[1];
    expect(pace.room).toBe(3);
    expect(asked).toHaveLength(1);
  });

  test('causes free queries only while an upload waits', async () => {
    const { clock, asked, pace } = stage();
    await once(pace, unreadable);
    clock.advance(60_000);
    expect([asked.length, pace.canStart('upload'), pace.state.condition]).toEqual([0, false, 'trying']);
    pace.probeIfDue();
    pace.probeIfDue();
    expect(asked).toHaveLength(1);
    asked[0]?.answer();
    await turns();
    expect(pace.room).toBe(1);
  });

  test('pauses ever longer while the free query, or the upload after it, fails', async () => {
    const { clock, asked, pace } = stage();
    await once(pace, unreadable);
    const waiting = pace.enter();
    const pauses = [left(pace, clock)];
    for (const error of [failure('retry', { code: 'HTTP_502' }), new TypeError('unforeseen'), failure('fatal')]) {
      clock.advance(pauses.at(-1) ?? 0);
      asked.at(-1)?.fail(error);
      await turns();
      pauses.push(left(pace, clock));
    }
    clock.advance(pauses.at(-1) ?? 0);
    asked.at(-1)?.answer();
    (await waiting).release(unreadable);
    pauses.push(left(pace, clock));
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
    expect(asked).toHaveLength(4);
    // Each upload may be charged without a result, so there is at most one per hour.
    for (let n = 0; n < 10; n += 1) {
      const next = pace.enter();
      clock.advance(left(pace, clock));
      asked.at(-1)?.answer();
      (await next).release(unreadable);
    }
    expect(left(pace, clock)).toBe(3_600_000);
    expect(requestKinds.map(pace.canStart)).toEqual([false, true, true]);
  });

  test('a key that the free query rejects stops the profile', async () => {
    const { clock, asked, pace } = stage();
    await once(pace, unreadable);
    clock.advance(2_000);
    pace.probeIfDue();
    asked[0]?.fail(failure('auth', { sentence: msg('service.status.keyWrong') }));
    await turns();
    expect(pace.state).toMatchObject({ condition: 'stopped', sentence: msg('service.status.keyWrong') });
    pace.resume();
    pace.probeIfDue();
    expect(asked).toHaveLength(2);
  });

  test.each([
    ['a response that never came', 'uncertain', /^A response from the service was lost; next/],
    ['a full disk', 'disk', /^A result could not be written to disk; next/],
  ] as const)('%s is reported as such', async (_name, subject, sentence) => {
    const { clock, pace } = stage();

    await once(pace, failure('uncertain', { subject }));

    expect(paceSentence(pace.state, clock.monotonic())).toMatch(sentence);
  });
});
