/** Memory of the process that has the queue while large photographs go through it, beside its memory with nothing to do. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure } from './reading.ts';
import { makePhotographs, openScene, run } from './scene.ts';
import { startService } from './service.ts';

/** 24 megapixels, px. */
const side = 4900;
const sampledEveryMs = 50;

export const measure: Measure = async ({ short }) => {
  const count = short ? 8 : 32;
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-memory-'));
  const photographs = await makePhotographs(folder, count, side);
  const picture = (await readFile(photographs[0]?.path ?? '')).toString('base64');
  const service = await startService({ latency: 200, picture, readyAfter: null });
  const scene = await openScene(service.baseUrl, 4, 'face-beauty-pro');
  try {
    globalThis.gc?.();
    const idle = process.memoryUsage.rss();
    let peakBytes = idle;
    const sampling = setInterval(() => {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    }, sampledEveryMs);
    scene.add(photographs);
    const { seconds } = await run(scene, count);
    clearInterval(sampling);
    const megabytes = (bytes: number) => bytes / 1e6;
    const note = `${count} of 24 megapixels, 4 lanes, ${(count / seconds).toFixed(1)}/s`;
    const [ours, peer] = [megabytes(peakBytes), megabytes(idle)];
    return [{ figure: 'memory', unit: 'MB', ours, peer, ratio: ours / peer, goal: null, note }];
  } finally {
    await scene.close();
    service.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
