/** Photographs a second beside a crowd of jobs that are held back, and with an empty queue. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure } from './reading.ts';
import { makePhotographs, openScene, type Photograph, run } from './scene.ts';
import { startService } from './service.ts';

const lanes = 16;
/** From the end of an upload to its answer, ms. */
const latency = 20;
const atOnce = 10_000;

export const measure: Measure = async ({ short }) => {
  const [count, crowd] = short ? [100, 30_000] : [400, 100_000];
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-held-'));
  const photographs = await makePhotographs(folder, 2 * count, 320);
  const picture = (await readFile(photographs[0]?.path ?? '')).toString('base64');
  const service = await startService({ latency, picture, readyAfter: null });
  const rate = async (own: readonly Photograph[], held: number): Promise<number> => {
    const scene = await openScene(service.baseUrl, lanes, 'face-beauty-pro');
    try {
      for (let from = 0; from < held; from += atOnce) scene.hold(from, Math.min(atOnce, held - from));
      scene.add(own);
      return count / (await run(scene, count)).seconds;
    } finally {
      await scene.close();
    }
  };
  try {
    const alone = await rate(photographs.slice(0, count), 0);
    const withCrowd = await rate(photographs.slice(count), crowd);
    return [
      {
        figure: 'held',
        unit: 'photographs/s',
        ours: withCrowd,
        peer: alone,
        ratio: withCrowd / alone,
        goal: { atLeast: 0.95 },
        note: `beside ${crowd} held jobs, and without`,
      },
    ];
  } finally {
    service.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
