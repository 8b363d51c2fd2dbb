import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import '../../formats/disable-sharp-cache.ts';

/** What runs as a thread and decodes pictures, at once or with its first job. */
const threads = [
  'engine/worker.ts',
  'main/imaging/develop/develop.worker.ts',
  'main/review/touch-up/touch-up.worker.ts',
];

test.each(threads)('%s leaves libvips without a memory of files', async (entry) => {
  expect(sharp.cache().items.max).toBe(0);
  const path = new URL(`../../${entry}`, import.meta.url).href;
  const code = `import(${JSON.stringify(path)}).then(() => import('sharp'))
    .then(() => require('node:worker_threads').parentPort.postMessage('loaded'))`;
  const thread = new Worker(code, { eval: true });
  await once(thread, 'message');
  const { max } = sharp.cache().items;
  await thread.terminate();
  sharp.cache(false);
  expect(max).toBe(0);
});
