/**
 * The queue that the stations of a studio share: photographs a second of one to eight of them, all on this machine, with what each costs; how
 * soon one that is offered is taken; how soon the work of one that was killed is; and what the queue bears when the stations have nothing to do.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure, Reading } from './reading.ts';
import { makePhotographs } from './scene.ts';
import { startService } from './service.ts';
import { bearJobs } from './studio/bare-queue.ts';
import { measureCrowd } from './studio/crowd.ts';
import { openStudioScene, type StudioScene } from './studio/scene.ts';
import { measureRounds, measureWait, photographsIn } from './studio/stations.ts';
import { measureTakenOver } from './studio/taken-over.ts';

/** From the end of an upload to its answer, ms. */
const latency = 200;
const side = 960;

const full = {
  rounds: [
    { stations: 1, photographs: 80 },
    { stations: 2, photographs: 120 },
    { stations: 4, photographs: 200 },
    { stations: 8, photographs: 240 },
  ],
  waits: 200,
  lease: { beat: 10_000, lease: 40_000 },
  bare: [1, 2, 4, 8, 32],
  bareJobs: 800,
  crowd: 100_000,
};
const quick: typeof full = {
  rounds: [
    { stations: 1, photographs: 16 },
    { stations: 2, photographs: 32 },
    { stations: 4, photographs: 48 },
  ],
  waits: 30,
  lease: { beat: 500, lease: 3000 },
  bare: [1, 4],
  bareJobs: 200,
  crowd: 0,
};

/** Of these the one that is killed has some that it has not begun with. */
const toTakeOver = 24;

export const measure: Measure = async ({ short }) => {
  const { rounds, waits, lease, bare, bareJobs, crowd } = short ? quick : full;
  console.error(
    `All stations, the service and PostgreSQL share the ${availableParallelism()} processors of this machine.`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-studio-'));
  const [sample] = await makePhotographs(folder, 1, side);
  const picture = (await readFile(sample?.path ?? '')).toString('base64');
  const service = await startService({ latency, picture, readyAfter: null });
  const scene = await openStudioScene(service.baseUrl, lease);
  try {
    const readings: Reading[] = [];
    const photographs = await makePhotographs(scene.folder, photographsIn(rounds) + waits + toTakeOver, side);
    const items = await scene.itemsOf(photographs);
    readings.push(...(await measureBare(scene, bare, bareJobs)));
    const next = (count: number) => items.splice(0, count);
    readings.push(...(await measureRounds(scene, next(photographsIn(rounds)), rounds, latency)));
    readings.push(await measureWait(scene, next(waits)));
    readings.push(await measureTakenOver(scene, next(toTakeOver), lease.lease));
    return crowd === 0 ? readings : [...readings, ...(await measureWithCrowd(crowd))];
  } finally {
    await scene.close();
    service.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** In a studio of its own. */
async function measureWithCrowd(crowd: number): Promise<Reading[]> {
  const scene = await openStudioScene('http://127.0.0.1:9', full.lease);
  try {
    // So that nothing is met for the first time.
    await bearJobs(scene, 1, 0, 60);
    return await measureCrowd(scene, crowd, 60);
  } finally {
    await scene.close();
  }
}

/** Of several stations beside as many times what one alone does. */
async function measureBare(scene: StudioScene, numbers: readonly number[], jobs: number): Promise<Reading[]> {
  const readings: Reading[] = [];
  let alone = 0;
  for (const [index, stations] of numbers.entries()) {
    const { rate, offered, asking, database } = await bearJobs(scene, stations, index * jobs, jobs);
    if (index === 0) alone = rate / stations;
    readings.push({
      ...{ figure: `queue, ${stations}`, unit: 'jobs/s', ours: rate, peer: stations * alone, goal: null },
      ratio: rate / (stations * alone),
      note: `${asking.toFixed(1)} ms of processor each in the stations’ one process, ${database.toFixed(1)} in PostgreSQL; offered ${offered.toFixed(0)}/s`,
    });
  }
  return readings;
}
