/**
 * The shared queue of a studio: photographs per second of one to eight stations on this machine and their cost, delays until
 * a job is claimed or taken over from a killed station, and the throughput of the queue alone.
 */
import { availableParallelism } from 'node:os';
import { compare, type Measurement, type Reading } from './readings.ts';
import { makePhotographs, withSetting } from './scene.ts';
import { bearJobs } from './studio/bare-queue.ts';
import { measureCrowd } from './studio/crowd.ts';
import { openStudioScene, type StudioScene } from './studio/scene.ts';
import { measureRounds, measureWait, photographsIn } from './studio/stations.ts';
import { measureTakenOver } from './studio/taken-over.ts';

const latencyMs = 200;
const sidePx = 960;

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

/** Enough that the killed station has some that it has not started. */
const takenOverCount = 24;

export const studio: Measurement = async ({ short }) => {
  const { rounds, waits, lease, bare, bareJobs, crowd } = short ? quick : full;
  console.error(
    `All stations, the service and PostgreSQL share the ${availableParallelism()} processors of this machine.`,
  );
  return withSetting({ count: 1, sidePx, latencyMs }, async ({ baseUrl }) => {
    const scene = await openStudioScene(baseUrl, lease);
    try {
      const count = photographsIn(rounds) + waits + takenOverCount;
      const items = await scene.itemsOf(await makePhotographs(scene.folder, count, sidePx));
      const next = (wanted: number) => items.splice(0, wanted);
      const readings = await measureBare(scene, bare, bareJobs);
      readings.push(...(await measureRounds(scene, next(photographsIn(rounds)), rounds, latencyMs)));
      readings.push(await measureWait(scene, next(waits)));
      readings.push(await measureTakenOver(scene, next(takenOverCount), lease.lease));
      return crowd === 0 ? readings : [...readings, ...(await measureWithCrowd(crowd))];
    } finally {
      await scene.close();
    }
  });
};

async function measureWithCrowd(crowd: number): Promise<Reading[]> {
  const scene = await openStudioScene('http://127.0.0.1:9', full.lease);
  try {
    await bearJobs(scene, 1, 0, 60);
    return await measureCrowd(scene, crowd, 60);
  } finally {
    await scene.close();
  }
}

/** Compares several stations with the same multiple of one. */
async function measureBare(scene: StudioScene, numbers: readonly number[], jobs: number): Promise<Reading[]> {
  const readings: Reading[] = [];
  let alone = 0;
  for (const [index, stations] of numbers.entries()) {
    const { rate, offered, asking, database } = await bearJobs(scene, stations, index * jobs, jobs);
    if (index === 0) alone = rate / stations;
    const stationMs = `${asking.toFixed(1)} ms of processor each in the stations’ one process`;
    const note = `${stationMs}, ${database.toFixed(1)} in PostgreSQL; offered ${offered.toFixed(0)}/s`;
    readings.push(compare(`queue, ${stations}`, 'jobs/s', [rate, stations * alone], null, note));
  }
  return readings;
}
