import { expect, test } from 'vitest';
import { createYielder } from '../../engine/yield-to-event-loop.ts';

test('lets other callbacks run, and throws after an abort', async () => {
  const controller = new AbortController();
  const yieldToEventLoop = createYielder(controller.signal);
  let hasRun = false;
  setImmediate(() => {
    hasRun = true;
  });
  await yieldToEventLoop();
  expect(hasRun).toBe(true);
  setImmediate(() => controller.abort(new Error('enough')));
  await expect(yieldToEventLoop()).rejects.toThrow('enough');
});
