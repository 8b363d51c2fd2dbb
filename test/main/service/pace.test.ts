import { describe, expect, test } from 'vitest';
import { type FailureFacts, ServiceFailure } from '../../../main/service/failure.ts';
import { type Clock, createPace, type Pace, paceSentence, type Seat } from '../../../main/service/pace.ts';

/** A clock that stands still until it is moved. */
class HandClock implements Clock {
  #now = 1_000_000;
  #alarms: { at: number; wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, wake: () => void): () => void {
    const alarm = { at: this.#now + ms, wake };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((each) => each !== alarm);
    };
  }

  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#alarms.filter((each) => each.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#alarms = this.#alarms.filter((each) => each !== next);
      this.#now = next.at;
      next.wake();
    }
    this.#now = end;
  }
}

function failure(kind: FailureFacts['kind'], more: Partial<FailureFacts> = {}): ServiceFailure {
  return new ServiceFailure({
    kind,
    code: 'TEST',
    userMessage: 'A sentence.',
    subject: 'service',
    advice: 'none',
    ...more,
  });
}
const busy = (retryAfterMs?: number) => failure('wait', retryAfterMs === undefined ? {} : { retryAfterMs });
const unreachable = () => failure('wait', { subject: 'network' });

/** Takes every free seat. */
function fill(pace: Pace): Promise<Seat[]> {
  return Promise.all(Array.from({ length: pace.room }, () => pace.enter()));
}

/** One request alone that comes to `failure`, or to success. */
async function once(pace: Pace, failure?: ServiceFailure): Promise<void> {
  (await pace.enter()).leave(failure);
}

describe('the number of requests at a time', () => {
  test('begins at three, grows by one with each full round of successes, and stays under the cap', async () => {
    const pace = createPace({ cap: 6, clock: new HandClock() });
    const limits: number[] = [];
    for (let success = 0; success < 60; success += 1) {
      const seats = await fill(pace);
      limits.push(seats.length);
      for (const seat of seats) seat.leave();
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
    const pace = createPace({ cap: 10, clock: new HandClock() });
    for (let n = 0; n < 50; n += 1) await once(pace);
    expect(pace.state).toMatchObject({ limit: 3 });
  });

  test('halves when the service is busy, once for all requests that were under way, and never below one', async () => {
    const clock = new HandClock();
    const pace = createPace({ cap: 8, start: 8, clock });
    for (const seat of await fill(pace)) seat.leave(busy(1_000));
    expect(pace.state).toMatchObject({ condition: 'paused', limit: 4, running: 0 });
    for (const expected of [2, 1, 1]) {
      clock.pass(1_000);
      for (const seat of await fill(pace)) seat.leave(busy(1_000));
      expect(pace.state).toMatchObject({ limit: expected });
    }
  });

  test('a success sent before the service complained does not count as one after', async () => {
    const clock = new HandClock();
    const pace = createPace({ cap: 8, start: 4, clock });
    const seats = await fill(pace);
    seats[0]?.leave(busy());
    for (const seat of seats.slice(1)) seat.leave();
    clock.pass(2_000);
    await once(pace, busy());
    // The second pause in a row is twice as long: the stale successes have not ended the row.
    expect(pace.state).toMatchObject({ condition: 'paused', until: clock.now() + 4_000 });
  });

  test('a photograph the service refuses says nothing against its speed; a fault says nothing for it', async () => {
    const clock = new HandClock();
    const pace = createPace({ cap: 4, start: 2, clock });
    for (let round = 0; round < 10; round += 1) for (const seat of await fill(pace)) seat.leave(failure('retry'));
    expect(pace.state).toMatchObject({ condition: 'ready', limit: 2 });
    for (let round = 0; round < 10; round += 1) for (const seat of await fill(pace)) seat.leave(failure('fatal'));
    expect(pace.state).toMatchObject({ condition: 'ready', limit: 4 });
  });

  test('follows a new cap at once', async () => {
    const pace = createPace({ cap: 8, start: 8, clock: new HandClock() });
    const seats = await fill(pace);
    pace.setCap(2);
    seats[0]?.leave();
    expect(pace.room).toBe(0);
    for (const seat of seats) seat.leave();
    expect(pace.room).toBe(2);
  });

  test('a seat is given back once', async () => {
    const pace = createPace({ cap: 1, clock: new HandClock() });
    const seat = await pace.enter();
    seat.leave();
    seat.leave();
    expect(pace.state.running).toBe(0);
    expect(pace.room).toBe(1);
  });
});

describe('pauses', () => {
  test('last as long as the service asks, and nobody enters before', async () => {
    const clock = new HandClock();
    const pace = createPace({ cap: 3, clock });
    await once(pace, busy(20_000));
    expect(pace.room).toBe(0);
    expect(paceSentence(pace.state, clock.now())).toBe('The service asked us to slow down, 20 s.');
    clock.pass(12_300);
    expect(paceSentence(pace.state, clock.now())).toBe('The service asked us to slow down, 8 s.');
    clock.pass(7_699);
    expect(pace.room).toBe(0);
    clock.pass(1);
    expect(pace.room).toBeGreaterThan(0);
    expect(paceSentence(pace.state, clock.now())).toBeNull();
  });

  test('without a time they double up to a minute, and a success begins anew', async () => {
    const clock = new HandClock();
    const pace = createPace({ cap: 1, clock });
    const pauses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      await once(pace, busy());
      const { state } = pace;
      const ms = state.condition === 'paused' ? state.until - clock.now() : 0;
      pauses.push(ms);
      clock.pass(ms);
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    await once(pace);
    await once(pace, busy());
    expect(pace.state).toMatchObject({ until: clock.now() + 2_000 });
  });

  test('a longer one takes the place of a shorter one, never the other way round', async () => {
    const clock = new HandClock();
    const pace = createPace({ cap: 3, clock });
    const seats = await fill(pace);
    seats[0]?.leave(busy(5_000));
    seats[1]?.leave(busy(30_000));
    seats[2]?.leave(busy(1_000));
    clock.pass(29_999);
    expect(pace.state.condition).toBe('paused');
    clock.pass(1);
    expect(pace.state.condition).toBe('ready');
  });

  test('a line that is down pauses without lowering the limit', async () => {
    const clock = new HandClock();
    const pace = createPace({ cap: 4, start: 4, clock });
    for (const seat of await fill(pace)) seat.leave(unreachable());
    expect(pace.state).toMatchObject({
      condition: 'paused',
      reason: 'unreachable',
      limit: 4,
      until: clock.now() + 2_000,
    });
    expect(paceSentence(pace.state, clock.now())).toBe('The service cannot be reached; next try in 2 s.');
  });

  test('polling without a seat is heeded, once a pause', async () => {
    const clock = new HandClock();
    const pace = createPace({ cap: 8, start: 8, clock });
    expect(pace.heed(failure('retry'))).toBe(0);
    expect(pace.heed(busy(10_000))).toBe(10_000);
    expect(pace.heed(busy(10_000))).toBe(10_000);
    expect(pace.heed(busy())).toBe(10_000);
    expect(pace.state).toMatchObject({ limit: 4 });
    clock.pass(4_000);
    expect(pace.heed(busy(1_000))).toBe(6_000);
  });

  test('long ones are told in minutes', async () => {
    const state = { condition: 'paused', reason: 'busy', until: 600_000, running: 0, limit: 1 } as const;
    expect(paceSentence(state, 0)).toBe('The service asked us to slow down, 10 min.');
    expect(paceSentence(state, 599_999)).toBe('The service asked us to slow down, 1 s.');
    expect(paceSentence(state, 700_000)).toBe('The service asked us to slow down, 1 s.');
  });
});

describe('stops', () => {
  test.each(['credits', 'auth'] as const)('%s stop until the user resumes, whatever the others bring', async (kind) => {
    const clock = new HandClock();
    const pace = createPace({ cap: 3, clock });
    const seats = await fill(pace);
    seats[0]?.leave(failure(kind, { userMessage: 'Top it up.' }));
    seats[1]?.leave(busy(1_000));
    seats[2]?.leave();
    clock.pass(1_000_000);
    expect(pace.room).toBe(0);
    expect(pace.state).toMatchObject({ condition: 'stopped', reason: kind, sentence: 'Top it up.' });
    expect(paceSentence(pace.state, clock.now())).toBe('Top it up.');
    pace.resume();
    expect(pace.room).toBeGreaterThan(0);
  });

  test('resume ends a pause too', async () => {
    const pace = createPace({ cap: 1, clock: new HandClock() });
    await once(pace, busy(1_000_000));
    pace.resume();
    expect(pace.room).toBe(1);
  });
});

describe('waiting for a seat', () => {
  test('first come, first served, and nobody slips in between', async () => {
    const pace = createPace({ cap: 1, clock: new HandClock() });
    const held = await pace.enter();
    const order: string[] = [];
    const first = pace.enter().then((seat) => {
      order.push('first');
      return seat;
    });
    const second = pace.enter().then((seat) => {
      order.push('second');
      return seat;
    });
    expect(pace.room).toBe(0);
    held.leave();
    expect(pace.room).toBe(0);
    (await first).leave();
    (await second).leave();
    expect(order).toEqual(['first', 'second']);
    expect(pace.room).toBe(1);
  });

  test('a pause keeps everybody waiting, and its end lets as many in as the limit allows', async () => {
    const clock = new HandClock();
    const pace = createPace({ cap: 4, start: 4, clock });
    await once(pace, busy(5_000));
    const entered: number[] = [];
    const waiting = [0, 1, 2].map((n) => pace.enter().then(() => entered.push(n)));
    await Promise.resolve();
    expect(entered).toEqual([]);
    clock.pass(5_000);
    await Promise.all(waiting.slice(0, 2));
    expect(entered).toEqual([0, 1]);
    expect(pace.room).toBe(0);
  });

  test('whoever gives up leaves the row and takes no seat', async () => {
    const pace = createPace({ cap: 1, clock: new HandClock() });
    const held = await pace.enter();
    const giving = new AbortController();
    const gone = pace.enter(giving.signal);
    const next = pace.enter();
    giving.abort(new Error('given up'));
    await expect(gone).rejects.toThrow('given up');
    await expect(pace.enter(giving.signal)).rejects.toThrow('given up');
    held.leave();
    (await next).leave();
    expect(pace.room).toBe(1);
  });
});

test('every change is told, until nobody listens', async () => {
  const clock = new HandClock();
  const pace = createPace({ cap: 2, clock });
  const seen: string[] = [];
  const end = pace.onChange((state) => seen.push(`${state.condition} ${state.running}`));
  await once(pace, busy(1_000));
  clock.pass(1_000);
  end();
  await once(pace);
  expect(seen).toEqual(['ready 1', 'paused 0', 'ready 0']);
});
