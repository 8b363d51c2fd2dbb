import { describe, expect, test } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { requestKinds } from '../../../../main/service/errors/pause-reasons.ts';
import { busy, failure, fill, left, once, openLimiter } from '../../../helpers/queue/limiter-fixtures.ts';

describe('the number of concurrent requests', () => {
  test('starts at the maximum', async () => {
    expect(await fill(openLimiter({ cap: 6 }).pace)).toHaveLength(6);
  });

  test('grows by one with each full round of successes, and stays under the cap', async () => {
    const { pace } = openLimiter({ cap: 6, start: 3 });
    const limits: number[] = [];
    for (let success = 0; success < 60; success += 1) {
      const seats = await fill(pace);
      limits.push(seats.length);
      for (const slot of seats) slot.release('answered');
    }
    expect(limits[0]).toBe(3);
    expect(limits.at(-1)).toBe(6);
    for (const [index, limit] of limits.entries()) {
      const before = limits[index - 1] ?? limit;
      expect(limit - before).toBeLessThanOrEqual(1);
      expect(limit).toBeGreaterThanOrEqual(before);
    }
  });

  test('does not grow while there is too little work to fill it', async () => {
    const { pace } = openLimiter({ cap: 10, start: 3 });
    for (let n = 0; n < 50; n += 1) await once(pace);
    expect(pace.state).toMatchObject({ limit: 3 });
  });

  test('halves when the service is busy, once for all requests in progress, and never below one', async () => {
    const { clock, pace } = openLimiter({ cap: 8, start: 8 });
    for (const slot of await fill(pace)) slot.release(busy(1_000));
    expect(pace.state).toMatchObject({ condition: 'paused', limit: 4, running: 0 });
    for (const expected of [2, 1, 1]) {
      clock.advance(60_000);
      await once(pace, busy(1_000));
      expect(pace.state).toMatchObject({ limit: expected });
    }
  });

  test('does not grow by successes sent before the service was busy', async () => {
    const { clock, pace } = openLimiter({ cap: 8, start: 4 });
    const seats = await fill(pace);
    seats[0]?.release(busy());
    for (const slot of seats.slice(1)) slot.release('answered');
    clock.advance(2_000);
    await once(pace, busy());
    // The second pause in a row is twice as long, because stale successes do not end the series.
    expect(pace.state).toMatchObject({ condition: 'paused', until: clock.monotonic() + 4_000 });
  });

  test('grows with rejected photographs too', async () => {
    const { pace } = openLimiter({ cap: 4, start: 2 });
    for (let round = 0; round < 10; round += 1) for (const slot of await fill(pace)) slot.release(failure('fatal'));
    expect(pace.state).toMatchObject({ condition: 'ready', limit: 4 });
  });

  test('follows a new maximum at once', async () => {
    const { pace } = openLimiter({ cap: 8, start: 8 });
    const seats = await fill(pace);
    pace.setCap(2);
    seats[0]?.release('answered');
    expect(pace.room).toBe(0);
    for (const slot of seats) slot.release('answered');
    expect(pace.room).toBe(2);
  });

  test('counts each slot’s release once', async () => {
    const { pace } = openLimiter({ cap: 1 });
    const slot = await pace.enter();
    slot.release('answered');
    slot.release('answered');
    expect(pace.state.running).toBe(0);
    expect(pace.room).toBe(1);
  });
});

describe('stops', () => {
  const stops = ['credits', 'auth'] as const;
  test.each(stops)('%s stop until the user resumes, whatever the outcome of others', async (kind) => {
    const { clock, pace } = openLimiter();
    const seats = await fill(pace);
    seats[0]?.release(failure(kind, { sentence: msg('service.code.noCredits') }));
    seats[1]?.release(busy(1_000));
    seats[2]?.release('answered');
    clock.advance(1_000_000);
    expect(pace.room).toBe(0);
    expect(pace.state).toMatchObject({ condition: 'stopped', reason: kind, sentence: msg('service.code.noCredits') });
    pace.resume();
    expect(pace.room).toBeGreaterThan(0);
  });

  test('without credits, queries and downloads continue; with a wrong key, only downloads', () => {
    const { pace } = openLimiter();
    pace.report(failure('credits'), 'upload');
    expect(requestKinds.map(pace.canStart)).toEqual([false, true, true]);
    pace.resume();
    pace.report(failure('auth'), 'upload');
    expect(requestKinds.map(pace.canStart)).toEqual([false, false, true]);
  });

  test.for(stops)('a download stops nothing (%s), but pauses downloads', (kind) => {
    const { clock, pace } = openLimiter();
    // An expired certificate of the result host does not affect the service.
    pace.tryAcquireSlot('download')?.release(failure(kind, { subject: 'network' }));
    expect(requestKinds.map(pace.canStart)).toEqual([true, true, false]);
    expect(left(pace, clock)).toBe(2_000);
    expect(requestKinds.map(pace.isStopped)).toEqual([false, false, false]);
    clock.advance(2_000);
    pace.tryAcquireSlot('download')?.release('answered');
    // A failure may concern a single result, until it repeats.
    for (const expected of [true, true, false]) {
      pace.tryAcquireSlot('download')?.release(failure(kind, { httpStatus: 402 }));
      expect(pace.canStart('download')).toBe(expected);
    }
  });

  test('“Try now” ends a pause: one request goes, and the backoff starts over', async () => {
    const { clock, pace } = openLimiter();
    for (let n = 0; n < 3; n += 1) {
      clock.advance(3_600_000);
      await once(pace, busy(3_600_000));
    }
    pace.resume();
    expect(pace.room).toBe(1);
    await once(pace, busy());
    expect(left(pace, clock)).toBe(2_000);
  });
});

describe('waiting for a slot', () => {
  test('is first come, first served, without exceptions', async () => {
    const { pace } = openLimiter({ cap: 1 });
    const held = await pace.enter();
    const order: string[] = [];
    const waiting = ['first', 'second'].map(async (name) => {
      const slot = await pace.enter();
      order.push(name);
      slot.release('answered');
    });
    expect(pace.room).toBe(0);

    held.release('answered');
    expect(pace.room).toBe(0);
    await Promise.all(waiting);

    expect(order).toEqual(['first', 'second']);
    expect(pace.room).toBe(1);
  });

  test('ends on abort, without taking a slot', async () => {
    const { pace } = openLimiter({ cap: 1 });
    const held = await pace.enter();
    const giving = new AbortController();
    const gone = pace.enter(giving.signal);
    const next = pace.enter();
    giving.abort(new Error('given up'));
    await expect(gone).rejects.toThrow('given up');
    await expect(pace.enter(giving.signal)).rejects.toThrow('given up');
    held.release('answered');
    (await next).release('answered');
    expect(pace.room).toBe(1);
  });
});

test('every change is reported to its listeners, and nothing else is', async () => {
  const { clock, pace } = openLimiter({ cap: 2 });
  const seen: string[] = [];
  const end = pace.onChange((state) => seen.push(`${state.condition} ${state.running}`));

  for (let n = 0; n < 5; n += 1) pace.tryAcquireSlot('query')?.release('answered');
  await once(pace, busy(1_000));
  clock.advance(2_000);
  end();
  await once(pace);

  expect(seen).toEqual(['ready 1', 'paused 0', 'trying 0']);
});
