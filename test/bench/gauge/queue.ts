/** Jobs a second of the whole pipeline with a service that answers at once, beside plainjob, whose jobs send and write the same. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { peer } from './peers.ts';
import { sendPlainly } from './plain-loop.ts';
import type { Measure } from './reading.ts';
import { makePhotographs, openScene, type Photograph, run } from './scene.ts';
import { startService } from './service.ts';

const lanes = 16;
/** Small, so that it is the queue that counts, px. */
const side = 160;

/** What is used of plainjob. */
interface Plainjob {
  better(database: Database.Database): unknown;
  defineQueue(options: { readonly connection: unknown; readonly logger: Logger }): Queue;
  defineWorker(
    type: string,
    process: (job: { readonly data: string }) => Promise<void>,
    options: { readonly queue: Queue; readonly logger: Logger },
  ): { start(): Promise<void>; stop(): Promise<void> };
}

interface Queue {
  addMany(type: string, data: readonly unknown[]): unknown;
  close(): void;
}

type Logger = Readonly<Record<'error' | 'warn' | 'info' | 'debug', () => void>>;

export const measure: Measure = async ({ short }) => {
  const count = short ? 200 : 2000;
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-queue-'));
  const photographs = await makePhotographs(join(folder, 'photographs'), count, side);
  const picture = (await readFile(photographs[0]?.path ?? '')).toString('base64');
  const service = await startService({ latency: 0, picture, readyAfter: null });
  const scene = await openScene(service.baseUrl, lanes, 'face-beauty-pro');
  try {
    scene.add(photographs);
    const { seconds, processor } = await run(scene, count);
    const plain = await plainjob(service.baseUrl, photographs, join(folder, 'plainjob'));
    return [
      {
        figure: 'jobs',
        unit: 'jobs/s',
        ours: count / seconds,
        peer: count / plain,
        ratio: plain / seconds,
        goal: { atLeast: 1 },
        note: `${((processor / count) * 1000).toFixed(0)} ms of processor each; beside plainjob`,
      },
    ];
  } finally {
    await scene.close();
    service.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Seconds that plainjob takes for all of them. */
async function plainjob(baseUrl: string, photographs: readonly Photograph[], folder: string): Promise<number> {
  const { better, defineQueue, defineWorker } = await peer<Plainjob>('plainjob', '0.0.14', 'dist/plainjob.js');
  await mkdir(folder);
  const quiet = () => undefined;
  const logger = { error: quiet, warn: quiet, info: quiet, debug: quiet };
  const queue = defineQueue({ connection: better(new Database(join(folder, 'queue.db'))), logger });
  queue.addMany('photograph', photographs);
  let left = photographs.length;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const handleJob = async ({ data }: { readonly data: string }) => {
    await sendPlainly(baseUrl, JSON.parse(data) as Photograph, folder);
    left -= 1;
    if (left === 0) end();
  };
  const workers = Array.from({ length: lanes }, () => defineWorker('photograph', handleJob, { queue, logger }));
  const began = performance.now();
  const running = workers.map((worker) => worker.start());
  await ended;
  const seconds = (performance.now() - began) / 1000;
  await Promise.all([...workers.map((worker) => worker.stop()), ...running]);
  queue.close();
  return seconds;
}
