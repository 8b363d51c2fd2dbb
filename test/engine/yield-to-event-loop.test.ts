import { expect, test } from 'vitest';
import { createYielder } from '../../engine/yield-to-event-loop.ts';

test('lets what waits have its turn, and stops when it is told to', async () => {
  const stopping = new AbortController();
  const yieldToEventLoop = createYielder(stopping.signal);
  let heard = false;
  setImmediate(() => {
    heard = true;
  });
  await yieldToEventLoop();
  expect(heard).toBe(true);
  setImmediate(() => stopping.abort(new Error('enough')));
  await expect(yieldToEventLoop()).rejects.toThrow('enough');
});
