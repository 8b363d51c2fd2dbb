/** Photographs a second through many lanes of a service that takes its time, beside what the lanes allow and beside a plain got loop. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainLoop } from './plain-loop.ts';
import type { Measure } from './reading.ts';
import { makePhotographs, openScene, run } from './scene.ts';
import { startService } from './service.ts';

const lanes = 16;
const latency = 200;
const side = 960;

export const measure: Measure = async ({ short }) => {
  const count = short ? 120 : 400;
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-photographs-'));
  const photographs = await makePhotographs(folder, count, side);
  const picture = (await readFile(photographs[0]?.path ?? '')).toString('base64');
  const service = await startService({ latency, picture, readyAfter: null });
  const scene = await openScene(service.baseUrl, lanes, 'face-beauty-pro');
  try {
    scene.add(photographs);
    const { seconds, processor } = await run(scene, count);
    const plain = await plainLoop(service.baseUrl, photographs, lanes, folder);
    const ideal = (lanes / latency) * 1000;
    return [
      {
        figure: 'lanes',
        unit: 'photographs/s',
        ours: count / seconds,
        peer: ideal,
        ratio: count / seconds / ideal,
        goal: { atLeast: 0.9 },
        note: `${Math.round((processor / count) * 1000)} ms of processor each; a plain loop ${(count / plain).toFixed(0)}/s`,
      },
    ];
  } finally {
    await scene.close();
    service.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
