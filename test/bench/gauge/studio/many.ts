/** Many stations at work in one process: each asks what a station asks, when it asks it; only the photographs are not there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { coalesce } from '../../../../main/files/coalesce.ts';
import { wakeChannel } from '../../../../main/studio/queue/dispatch-tickets.ts';
import type { ClaimedJob } from '../../../../main/studio/queue/queue-types.ts';
import { createSeededRandom, type SeededRandom } from '../../../helpers/seeded-random.ts';
import { beat, performJob, unreal } from './bare-queue.ts';
import { type BareStation, lanesEach, type StudioScene } from './scene.ts';

export interface AtWork {
  /** Photographs so far. */
  readonly done: number;
  stop(): Promise<void>;
}

/** As in station.ts, ms. */
const beatEvery = 10_000;
const pullEvery = 2000;
/** Of the service, ms: half of its answers take longer. */
const medianLatency = 3000;
/** Photographs that are dropped together; and how much of what stations could do there is to do. */
const dropped = 10;
const load = 0.7;
/** Of the latencies below, ms. */
const meanLatency = 3400;

let next = 0;

export async function atWork(scene: StudioScene, count: number): Promise<AtWork> {
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

/** Photographs come at random, in small batches. */
async function dropping(
  scene: StudioScene,
  stations: number,
  chance: SeededRandom,
  isOver: () => boolean,
): Promise<void> {
  const every = (meanLatency * dropped) / (stations * lanesEach * load);
  while (!isOver()) {
    await sleep(-Math.log(1 - chance.next()) * every);
    next += dropped;
    await scene.offer(await scene.itemsOf(unreal(scene, next, dropped)));
  }
}

/** Until `isOver`, and what was begun is done. */
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
  // They did not all begin at one moment.
  let untilBeat = chance.below(beatEvery);
  await beat(scene, station, []);
  while (!isOver()) {
    await sleep(Math.min(pullEvery, untilBeat));
    untilBeat -= pullEvery;
    if (untilBeat <= 0) {
      await beat(scene, station, [...held]);
      await station.work.recoverLostJobs();
      untilBeat = beatEvery;
    }
    await pull();
  }
  while (busy > 0) await sleep(100);
  await pull();
}

/** A long tail, as services have. */
const latency = (chance: SeededRandom) => medianLatency * Math.exp(0.5 * normal(chance));

const normal = (chance: SeededRandom) =>
  Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
