/** Photographs a second of stations that are programs of their own, what each costs at the database, and how soon one that is offered is taken. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { SharedItem } from '../../../../main/studio/queue/queue-types.ts';
import type { Command } from '../../../helpers/command-line.ts';
import { createSeededRandom } from '../../../helpers/seeded-random.ts';
import type { Reading } from '../reading.ts';
import { processorOf } from './processor.ts';
import { lanesEach, type StudioScene } from './scene.ts';
import { since, type Traffic } from './wire.ts';

/** How many stations there are, and photographs for them. */
export interface Round {
  readonly stations: number;
  readonly photographs: number;
}

/** Before each round, so that no program reads its own code in it. */
export const warmUp = 6;

export const photographsIn = (rounds: readonly Round[]): number =>
  rounds.reduce((sum, { stations, photographs }) => sum + photographs + warmUp * stations, 0);

/** @param latency of the service, ms */
export async function measureRounds(
  scene: StudioScene,
  items: readonly SharedItem[],
  rounds: readonly Round[],
  latency: number,
): Promise<Reading[]> {
  const workers: Command[] = [];
  const left = [...items];
  const readings: Reading[] = [];
  for (const { stations, photographs } of rounds) {
    await workersUp(scene, workers, stations);
    await done(scene, left.splice(0, warmUp * stations));
    const usage = await done(scene, left.splice(0, photographs), workers);
    const ideal = (stations * lanesEach * 1000) / latency;
    const rate = photographs / usage.seconds;
    const each = (seconds: number) => Math.round((seconds / photographs) * 1000);
    readings.push({
      ...{ figure: `stations, ${stations}`, unit: 'photographs/s', ours: rate, peer: ideal, ratio: rate / ideal },
      goal: null,
      note: `${each(usage.stations)} ms of processor each in stations, ${each(usage.database)} in PostgreSQL; ${Math.round((usage.all / usage.seconds) * 100)} % of one processor in all`,
    });
    readings.push(trafficOf(`statements, ${stations}`, usage.traffic, photographs));
  }
  return readings;
}

/** What taking, leave to send, the answer and the end ask for at least: each is committed by itself. */
const fewest = 4;

function trafficOf(figure: string, { statements, sent, received, texts }: Traffic, photographs: number): Reading {
  const kilobytes = (bytes: number) => (bytes / photographs / 1000).toFixed(1);
  console.error(`${figure}: statements for a photograph`);
  for (const [text, count] of [...texts].sort(([, a], [, b]) => b - a).slice(0, 12))
    console.error(`  ${(count / photographs).toFixed(2)}  ${text}`);
  return {
    ...{ figure, unit: 'a photograph', ours: statements / photographs, peer: fewest },
    ...{ ratio: statements / photographs / fewest, goal: null },
    note: `${kilobytes(sent)} KB to the database and ${kilobytes(received)} from it`,
  };
}

/** Starts as many more as it takes. */
export async function workersUp(scene: StudioScene, workers: Command[], wanted: number): Promise<void> {
  while (workers.length < wanted) workers.push(scene.worker(`station ${workers.length + 1}`));
  await scene.stage.eventually(
    async () => (await scene.stage.rows('SELECT FROM burnish.stations WHERE works')).length >= wanted,
  );
}

/** Hands all of them out at one moment. Seconds until the last is done, and of processor meanwhile. */
async function done(scene: StudioScene, items: readonly SharedItem[], workers: readonly Command[] = []) {
  await scene.holdBack(true);
  await scene.offer(items);
  const pids = workers.map(({ child }) => child.pid ?? 0);
  const taken = () => {
    const stations = pids.reduce((sum, pid) => sum + processorOf(pid), 0);
    return { stations, database: processorOf(scene.postgres.pid ?? 0), all: processorOf(process.pid) };
  };
  const before = taken();
  const traffic = scene.wire.traffic();
  const began = performance.now();
  await scene.holdBack(false);
  await scene.stage.eventually(async () => (await scene.count('queued', 'taken')) === 0);
  const seconds = (performance.now() - began) / 1000;
  const after = taken();
  const wrong = await scene.stage.rows<{ error: unknown }>(
    "SELECT error FROM burnish.jobs WHERE state IN ('failed', 'uncertain') LIMIT 1",
  );
  if (wrong[0] !== undefined) throw new Error(`Not all photographs were done: ${JSON.stringify(wrong[0].error)}`);
  return {
    seconds,
    traffic: since(traffic, scene.wire.traffic()),
    stations: after.stations - before.stations,
    database: after.database - before.database,
    all: after.all - before.all,
  };
}

/** Photographs that come one by one to stations that have room. */
export async function measureWait(scene: StudioScene, items: readonly SharedItem[]): Promise<Reading> {
  const chance = createSeededRandom('offer to take');
  const [from] = await scene.stage.rows<{ id: string }>('SELECT max(id) AS id FROM burnish.jobs');
  for (const item of items) {
    await scene.offer([item]);
    await sleep(chance.between(20, 220));
  }
  await scene.stage.eventually(async () => (await scene.count('queued', 'taken')) === 0);
  const rows = await scene.stage.rows<{ ms: number }>(
    'SELECT (extract(epoch FROM taken_at - offered_at) * 1000)::float8 AS ms FROM burnish.jobs WHERE id > $1 ORDER BY 1',
    [from?.id ?? 0],
  );
  const waits = rows.map(({ ms }) => ms);
  const peer = await bareNotice(scene);
  return {
    ...{ figure: 'offer to take', unit: 'ms', ours: at(waits, 0.5), peer, ratio: at(waits, 0.5) / peer, goal: null },
    note: `the median of ${waits.length}, 99 % within ${at(waits, 0.99).toFixed(1)} ms; beside a bare NOTIFY until it is heard`,
  };
}

/** The median of how long a notice takes from one connection of pg to another one, ms. */
export async function bareNotice({ postgres }: StudioScene): Promise<number> {
  const clients = [
    new Client({ connectionString: postgres.url }),
    new Client({ connectionString: postgres.url }),
  ] as const;
  const [ear, mouth] = clients;
  for (const client of clients) await client.connect();
  await ear.query('LISTEN gauge');
  const waits: number[] = [];
  while (waits.length < 50) {
    const heard = new Promise((resolve) => ear.once('notification', resolve));
    const began = performance.now();
    await mouth.query('NOTIFY gauge');
    await heard;
    waits.push(performance.now() - began);
  }
  for (const client of clients) await client.end();
  return at(
    waits.sort((a, b) => a - b),
    0.5,
  );
}

export const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
