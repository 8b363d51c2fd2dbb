/** Photographs per second of stations as separate programs, their cost at the database, and the delay from offer to claim. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { SharedItem } from '../../../../main/studio/queue/queue-types.ts';
import type { Command } from '../../../helpers/command/command-line.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';
import { quantile } from '../../shared/statistics.ts';
import { compare, type Reading } from '../readings.ts';
import { processorOf } from './processor.ts';
import { lanesEach, type StudioScene } from './scene.ts';
import { since, type Traffic } from './wire.ts';

interface Round {
  readonly stations: number;
  readonly photographs: number;
}

/** Photographs per station before each round, for which it loads its code. */
const warmUpCount = 6;

export const photographsIn = (rounds: readonly Round[]): number =>
  rounds.reduce((sum, { stations, photographs }) => sum + photographs + warmUpCount * stations, 0);

export async function measureRounds(
  scene: StudioScene,
  items: readonly SharedItem[],
  rounds: readonly Round[],
  latencyMs: number,
): Promise<Reading[]> {
  const workers: Command[] = [];
  const left = [...items];
  const readings: Reading[] = [];
  for (const { stations, photographs } of rounds) {
    await startWorkers(scene, workers, stations);
    await measureRound(scene, left.splice(0, warmUpCount * stations));
    const usage = await measureRound(scene, left.splice(0, photographs), workers);
    const ideal = (stations * lanesEach * 1000) / latencyMs;
    const rate = photographs / usage.seconds;
    const each = (seconds: number) => Math.round((seconds / photographs) * 1000);
    const processor = `${each(usage.stations)} ms of processor each in stations, ${each(usage.database)} in PostgreSQL`;
    const note = `${processor}; ${Math.round((usage.all / usage.seconds) * 100)} % of one processor in all`;
    readings.push(compare(`stations, ${stations}`, 'photographs/s', [rate, ideal], null, note));
    readings.push(trafficOf(`statements, ${stations}`, usage.traffic, photographs));
  }
  return readings;
}

/** The claim, the permission to send, the response and the end are committed separately. */
const minStatements = 4;

function trafficOf(figure: string, { statements, sent, received, texts }: Traffic, photographs: number): Reading {
  const kilobytes = (bytes: number) => (bytes / photographs / 1000).toFixed(1);
  console.error(`${figure}: statements for a photograph`);
  for (const [text, count] of [...texts].sort(([, a], [, b]) => b - a).slice(0, 12))
    console.error(`  ${(count / photographs).toFixed(2)}  ${text}`);
  const note = `${kilobytes(sent)} KB to the database and ${kilobytes(received)} from it`;
  return compare(figure, 'a photograph', [statements / photographs, minStatements], null, note);
}

async function startWorkers(scene: StudioScene, workers: Command[], wanted: number): Promise<void> {
  while (workers.length < wanted) workers.push(scene.worker(`station ${workers.length + 1}`));
  await scene.stage.eventually(
    async () => (await scene.stage.rows('SELECT FROM burnish.stations WHERE works')).length >= wanted,
  );
}

/** Dispatches all items at once, and measures time, processor time and traffic until the last is done. */
async function measureRound(scene: StudioScene, items: readonly SharedItem[], workers: readonly Command[] = []) {
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

/** Measures the delay of single photographs for stations with free slots. */
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
  const peer = await measureNotice(scene);
  const within = `the median of ${waits.length}, 99 % within ${quantile(waits, 0.99).toFixed(1)} ms`;
  const note = `${within}; beside a bare NOTIFY until it is heard`;
  return compare('offer to take', 'ms', [quantile(waits, 0.5), peer], null, note);
}

/** Returns the median delay of a NOTIFY between two connections, in ms. */
export async function measureNotice({ postgres }: StudioScene): Promise<number> {
  const clients = [
    new Client({ connectionString: postgres.url }),
    new Client({ connectionString: postgres.url }),
  ] as const;
  const [listener, sender] = clients;
  for (const client of clients) await client.connect();
  await listener.query('LISTEN gauge');
  const waits: number[] = [];
  while (waits.length < 50) {
    const heard = new Promise((resolve) => listener.once('notification', resolve));
    const began = performance.now();
    await sender.query('NOTIFY gauge');
    await heard;
    waits.push(performance.now() - began);
  }
  for (const client of clients) await client.end();
  return quantile(waits, 0.5);
}
