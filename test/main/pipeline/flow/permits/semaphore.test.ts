import { describe, expect, it } from 'vitest';
import { createSemaphore } from '../../../../../main/pipeline/flow/permits/semaphore.ts';

const never = new AbortController().signal;
const turn = () => new Promise((resume) => setImmediate(resume));

/** Creates work that ends on demand. */
function work(log: string[], name: string) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    end,
    run: async () => {
      log.push(name);
      await ended;
      return name;
    },
  };
}

describe('slots', () => {
  it('limits the work in progress, and runs it in order of request', async () => {
    const slots = createSemaphore(() => 2);
    const log: string[] = [];
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => work(log, name));
    const all = [a, b, c, d].map((each) => slots.run(never, each!.run));
    await turn();
    expect([log, slots.running, slots.queued]).toEqual([['a', 'b'], 2, 2]);
    b!.end();
    await turn();
    expect(log).toEqual(['a', 'b', 'c']);
    for (const each of [a, c, d]) each!.end();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
    expect([slots.running, slots.queued]).toEqual([0, 0]);
  });

  it('releases a slot when work fails', async () => {
    const slots = createSemaphore(() => 1);
    await expect(slots.run(never, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await slots.run(never, async () => 'next')).toBe('next');
  });

  it('drops an aborted request for a slot without starting its work', async () => {
    const slots = createSemaphore(() => 1);
    const log: string[] = [];
    const first = work(log, 'first');
    const running = slots.run(never, first.run);
    const controller = new AbortController();
    const left = slots.run(controller.signal, work(log, 'left').run);
    controller.abort(new Error('not wanted'));
    await expect(left).rejects.toThrow('not wanted');
    await expect(slots.run(controller.signal, work(log, 'late').run)).rejects.toThrow('not wanted');
    first.end();
    await running;
    expect(log).toEqual(['first']);
    expect(slots.queued).toBe(0);
  });
});
