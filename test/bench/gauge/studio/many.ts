/** Many working stations in one process, with the requests of real stations at the same intervals, but without photographs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce } from '../../../../main/files/coalesce.ts';
import { wakeChannel } from '../../../../main/studio/queue/dispatch-tickets.ts';
import type { ClaimedJob } from '../../../../main/studio/queue/queue-types.ts';
import { createSeededRandom, type SeededRandom } from '../../../helpers/run/seeded-random.ts';
import { beat, gaugePhotographs, performJob } from './bare-queue.ts';
import { type BareStation, lanesEach, type StudioScene } from './scene.ts';

interface StationsAtWork {
  readonly done: number;
  stop(): Promise<void>;
}

/** Equal to those of station.ts. */
const beatEveryMs = 10_000;
const pullEveryMs = 2000;
const medianLatencyMs = 3000;
const meanLatencyMs = 3400;
const photographsPerDrop = 10;
/** Share of the stations’ capacity. */
const load = 0.7;

let next = 0;

export async function startStations(scene: StudioScene, count: number): Promise<StationsAtWork> {
  const chance = createSeededRandom(`many ${count}`);
  const open: BareStation[] = [];
  for (let nth = 0; nth < count; nth += 1) open.push(await scene.bareStation(`station ${nth} of ${count}`, true));
  let isOver = false;
  let done = 0;
  const loops = open.map((station, nth) => {
    const onDone = () => {
      done += 1;
    };
    return runLoop(scene, station, chance.derive(nth), onDone, () => isOver);
  });
  const drops = dropping(scene, count, chance.derive('drops'), () => isOver);
  return {
    get done() {
      return done;
    },
    async stop() {
      isOver = true;
      await Promise.all([...loops, drops]);
      for (const station of open) {
        await station.work.leave();
        await station.close();
      }
      await scene.stage.rows(
        `UPDATE burnish.jobs SET state = 'cancelled', station = NULL, ticket = NULL WHERE state IN ('queued', 'taken')`,
      );
    },
  };
}

async function dropping(
  scene: StudioScene,
  stations: number,
  chance: SeededRandom,
  isOver: () => boolean,
): Promise<void> {
  const every = (meanLatencyMs * photographsPerDrop) / (stations * lanesEach * load);
  while (!isOver()) {
    await sleep(-Math.log(1 - chance.next()) * every);
    next += photographsPerDrop;
    await scene.offer(await scene.itemsOf(gaugePhotographs(scene, next, photographsPerDrop)));
  }
}

/** Works until `isOver`, and finishes the started jobs. */
async function runLoop(
  scene: StudioScene,
  station: BareStation,
  chance: SeededRandom,
  onDone: () => void,
  isOver: () => boolean,
): Promise<void> {
  const waiting: ClaimedJob[] = [];
  const held = new Set<ClaimedJob>();
  let busy = 0;

  const pull = coalesce(async () => {
    const wanted = 2 * lanesEach + 2;
    const room = waiting.length > wanted / 2 ? 0 : wanted - waiting.length;
    if (isOver()) return;
    const taken = await station.work.claim(new Map([[scene.service.id, room]]));
    waiting.push(...taken);
    for (const job of taken) held.add(job);
    startJobs();
  });

  function startJobs(): void {
    while (busy < lanesEach && !isOver()) {
      const taken = waiting.shift();
      if (taken === undefined) return;
      busy += 1;
      void performJob(station, taken, () => sleep(latency(chance))).then(() => {
        busy -= 1;
        held.delete(taken);
        onDone();
        startJobs();
        void pull();
      });
    }
  }

  station.database.listen(wakeChannel, () => void pull());
  let untilBeat = chance.below(beatEveryMs);
  await beat(scene, station, []);
  while (!isOver()) {
    await sleep(Math.min(pullEveryMs, untilBeat));
    untilBeat -= pullEveryMs;
    if (untilBeat <= 0) {
      await beat(scene, station, [...held]);
      await station.work.recoverLostJobs();
      untilBeat = beatEveryMs;
    }
    await pull();
  }
  while (busy > 0) await sleep(100);
  await pull();
}

/** Long-tailed (log-normal), like that of services. */
const latency = (chance: SeededRandom) => medianLatencyMs * Math.exp(0.5 * normal(chance));

const normal = (chance: SeededRandom) =>
  Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
