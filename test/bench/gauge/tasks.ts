/** Asynchronous tasks from the first upload to the last result, beside the time that they take at the service by itself. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure } from './reading.ts';
import { makePhotographs, openScene, run } from './scene.ts';
import { startService } from './service.ts';

const lanes = 16;
/** From the end of an upload to its answer, ms. */
const latency = 50;

export const measure: Measure = async ({ short }) => {
  const count = short ? 60 : 300;
  // The interval of asking, which the interface sets: a task is never found earlier than with the question after it is ready.
  const readyAfter = 5000;
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-tasks-'));
  const photographs = await makePhotographs(folder, count, 640);
  const picture = (await readFile(photographs[0]?.path ?? '')).toString('base64');
  const service = await startService({ latency, picture, readyAfter });
  const scene = await openScene(service.baseUrl, lanes, 'face-beauty-pro');
  try {
    scene.add(photographs);
    const { seconds } = await run(scene, count);
    const ideal = ((count / lanes) * latency + readyAfter) / 1000;
    return [
      {
        figure: 'tasks',
        unit: 's',
        ours: seconds,
        peer: ideal,
        ratio: seconds / ideal,
        goal: { atMost: 1.15 },
        note: `${count} tasks that take ${readyAfter / 1000} s, ${lanes} lanes`,
      },
    ];
  } finally {
    await scene.close();
    service.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
