import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createYielder } from '../../../main/imaging/yield-to-event-loop.ts';

it('lets timers run during long work, and only then', async () => {
  const yieldToEventLoop = createYielder(new AbortController().signal);
  expect(yieldToEventLoop()).toBeUndefined();
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  for (const end = performance.now() + 120; performance.now() < end; ) await yieldToEventLoop();
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

it('stops canceled work', async () => {
  const stop = new AbortController();
  const yieldToEventLoop = createYielder(stop.signal);
  stop.abort(new Error('stopped'));
  await sleep(20);
  await expect(yieldToEventLoop()).rejects.toThrow('stopped');
});
