/** Photographs a second through many lanes of a service that takes its time, beside loops that do the same work. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carefulLoop, plainLoop } from './plain-loop.ts';
import type { Measure } from './reading.ts';
import { makePhotographs, openScene, run } from './scene.ts';
import { startService } from './service.ts';

const lanes = 16;
const latencyMs = 200;
const sidePx = 960;

export const measure: Measure = async ({ short }) => {
  const count = short ? 120 : 400;
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-photographs-'));
  const photographs = await makePhotographs(folder, count, sidePx);
  const picture = (await readFile(photographs[0]?.path ?? '')).toString('base64');
  const service = await startService({ latency: latencyMs, picture, readyAfter: null });
  const scene = await openScene(service.baseUrl, lanes, 'face-beauty-pro');
  try {
    scene.add(photographs);
    const { seconds, processor } = await run(scene, count);
    const ours = count / seconds;
    const plain = count / (await plainLoop(service.baseUrl, photographs, lanes, folder));
    const careful = count / (await carefulLoop(service.baseUrl, photographs, lanes, folder));
    const ideal = (lanes * 1000) / latencyMs;
    const note = `${Math.round((processor / count) * 1000)} ms of processor each; the lanes allow ${ideal}/s`;
    const unit = 'photographs/s';
    return [
      { figure: 'lanes', unit, ours, peer: plain, ratio: ours / plain, goal: { atLeast: 0.8 }, note },
      {
        figure: 'lanes, careful loop',
        unit,
        ours,
        peer: careful,
        ratio: ours / careful,
        goal: { atLeast: 0.95 },
        note: 'which also hashes, syncs and renames',
      },
    ];
  } finally {
    await scene.close();
    service.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
