/**
 * What many stations ask of one PostgreSQL: up to a hundred that take, send, tell and say that they are there as stations do, with a service
 * that takes its time, and without pictures. All of them in this process, so that the database is what is measured.
 */
import { availableParallelism } from 'node:os';
import type { Measure, Reading } from './reading.ts';
import { atWork } from './studio/many.ts';
import { processorOf } from './studio/processor.ts';
import { openStudioScene, type StudioScene } from './studio/scene.ts';
import { at, bareNotice } from './studio/stations.ts';
import { since } from './studio/wire.ts';

const full = { stations: [10, 40, 100], warmUp: 15_000, ms: 45_000 };
const quick: typeof full = { stations: [10], warmUp: 5000, ms: 10_000 };

/** Two for each station, and some for others. */
const maxConnections = 250;

export const measure: Measure = async ({ short }) => {
  const { stations, warmUp, ms } = short ? quick : full;
  console.error(`Stations and PostgreSQL share the ${availableParallelism()} processors of this machine.`);
  const scene = await openStudioScene('http://127.0.0.1:9', { beat: 10_000, lease: 40_000 });
  try {
    await scene.postgres.query(`ALTER SYSTEM SET max_connections = ${maxConnections}`);
    await scene.postgres.restart();
    const readings: Reading[] = [];
    for (const count of stations) readings.push(...(await measureStations(scene, count, warmUp, ms)));
    return readings;
  } finally {
    await scene.close();
  }
};

async function measureStations(scene: StudioScene, count: number, warmUp: number, ms: number): Promise<Reading[]> {
  const { postgres, stage, wire } = scene;
  const work = await atWork(scene, count);
  await pause(warmUp);
  const used = () => ({ database: processorOf(postgres.pid ?? 0), stations: process.cpuUsage() });
  const before = { ...used(), traffic: wire.traffic(), photographs: work.done };
  const [begin] = await stage.rows<{ at: Date }>('SELECT clock_timestamp() AS at');
  await pause(ms);
  const traffic = since(before.traffic, wire.traffic());
  const seconds = ms / 1000;
  const photographs = (work.done - before.photographs) / seconds;
  const database = (used().database - before.database) / seconds;
  const own = process.cpuUsage(before.stations);
  const [open] = await stage.rows<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name = 'burnish'`,
  );
  const rows = await stage.rows<{ ms: number }>(
    `SELECT (extract(epoch FROM taken_at - offered_at) * 1000)::float8 AS ms FROM burnish.jobs
     WHERE offered_at > $1 AND taken_at IS NOT NULL ORDER BY 1`,
    [begin?.at],
  );
  await work.stop();
  const waits = rows.map(({ ms }) => ms);
  const peer = await bareNotice(scene);
  const median = at(waits, 0.5);
  const statements = traffic.statements / seconds;
  const kilobytes = (bytes: number) => `${(bytes / seconds / 1000).toFixed(0)} KB/s`;
  console.error(`${count} stations: statements a second`);
  for (const [text, times] of [...traffic.texts].sort(([, one], [, other]) => other - one).slice(0, 14))
    console.error(`  ${(times / seconds).toFixed(1)}  ${text}`);
  return [
    {
      ...{ figure: `asked by ${count} stations`, unit: 'statements/s', ours: statements, peer: 4 * photographs },
      ...{ ratio: statements / (4 * photographs), goal: null },
      note: `${photographs.toFixed(1)} photographs/s, ${open?.count} connections, ${kilobytes(traffic.sent)} to the database and ${kilobytes(traffic.received)} from it; ${(database * 100).toFixed(0)} % of a processor in PostgreSQL, ${((own.user + own.system) / 1e4 / seconds).toFixed(0)} % in the stations`,
    },
    {
      ...{
        figure: `offer to take, ${count} stations`,
        unit: 'ms',
        ours: median,
        peer,
        ratio: median / peer,
        goal: null,
      },
      note: `the median of ${waits.length}, 99 % within ${at(waits, 0.99).toFixed(0)} ms`,
    },
  ];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
