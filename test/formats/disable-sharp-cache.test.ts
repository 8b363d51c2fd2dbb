import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import '../../formats/disable-sharp-cache.ts';

/**
 * Maximum number of files in the cache of libvips after a thread has run `code`, an expression that returns a promise.
 */
async function cacheAfter(code: string): Promise<number> {
  expect(sharp.cache().items.max).toBe(0);
  const thread = new Worker(`${code}.then(() => require('node:worker_threads').parentPort.postMessage('done'))`, {
    eval: true,
  });
  await once(thread, 'message');
  const { max } = sharp.cache().items;
  await thread.terminate();
  sharp.cache(false);
  return max;
}

const addressOf = (file: string) => JSON.stringify(new URL(`../../${file}`, import.meta.url).href);

test.each(['engine/worker.ts', 'main/imaging/develop/develop.worker.ts', 'main/review/touch-up/touch-up.worker.ts'])(
  '%s turns off the file cache of libvips',
  async (entry) => {
    expect(await cacheAfter(`import(${addressOf(entry)}).then(() => import('sharp'))`)).toBe(0);
  },
);

test('the self-test of the graphics card turns it off too, in the thread of the networks', async () => {
  const selfTest = addressOf('engine/vision/runtimes/graphics/self-test.ts');
  expect(await cacheAfter(`import(${selfTest}).then(({ testPicture }) => testPicture([1, 3, 64, 64]))`)).toBe(0);
});
