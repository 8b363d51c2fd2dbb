/**
 * Load of up to a hundred stations on one PostgreSQL, with a slow service and without pictures. All stations share this
 * process, so the figures are those of the database.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../shared/statistics.ts';
import { compare, type Measurement, type Reading } from './readings.ts';
import { startStations } from './studio/many.ts';
import { processorOf } from './studio/processor.ts';
import { openStudioScene, type StudioScene } from './studio/scene.ts';
import { measureNotice } from './studio/stations.ts';
import { since } from './studio/wire.ts';

const full = { counts: [10, 40, 100], warmUp: 15_000, ms: 45_000 };
const quick: typeof full = { counts: [10], warmUp: 5000, ms: 10_000 };

const maxConnections = 250;

export const stations: Measurement = async ({ short }) => {
  const { counts, warmUp, ms } = short ? quick : full;
  console.error(`Stations and PostgreSQL share the ${availableParallelism()} processors of this machine.`);
  const scene = await openStudioScene('http://127.0.0.1:9', { beat: 10_000, lease: 40_000 });
  try {
    await scene.postgres.query(`ALTER SYSTEM SET max_connections = ${maxConnections}`);
    await scene.postgres.restart();
    const readings: Reading[] = [];
    for (const count of counts) readings.push(...(await measureStations(scene, count, warmUp, ms)));
    return readings;
  } finally {
    await scene.close();
  }
};

async function measureStations(scene: StudioScene, count: number, warmUp: number, ms: number): Promise<Reading[]> {
  const { postgres, stage, wire } = scene;
  const work = await startStations(scene, count);
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
  const peer = await measureNotice(scene);
  const median = quantile(waits, 0.5);
  const statements = traffic.statements / seconds;
  const kilobytes = (bytes: number) => `${(bytes / seconds / 1000).toFixed(0)} KB/s`;
  console.error(`${count} stations: statements a second`);
  for (const [text, times] of [...traffic.texts].sort(([, a], [, b]) => b - a).slice(0, 14))
    console.error(`  ${(times / seconds).toFixed(1)}  ${text}`);
  const asked = `${photographs.toFixed(1)} photographs/s, ${open?.count} connections`;
  const sent = `${kilobytes(traffic.sent)} to the database and ${kilobytes(traffic.received)} from it`;
  const stationShare = ((own.user + own.system) / 1e4 / seconds).toFixed(0);
  const load = `${(database * 100).toFixed(0)} % of a processor in PostgreSQL, ${stationShare} % in the stations`;
  const waited = `the median of ${waits.length}, 99 % within ${quantile(waits, 0.99).toFixed(0)} ms`;
  return [
    compare(
      `asked by ${count} stations`,
      'statements/s',
      [statements, 4 * photographs],
      null,
      `${asked}, ${sent}; ${load}`,
    ),
    compare(`offer to take, ${count} stations`, 'ms', [median, peer], null, waited),
  ];
}
