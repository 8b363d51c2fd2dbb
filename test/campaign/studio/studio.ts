/**
 * Kills, stops and disconnects the stations of a studio, sets their clocks, and restarts the database. Each photograph gets
 * one result, and is paid once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createSeededRandom, type SeededRandom } from '../../helpers/run/seeded-random.ts';
import { waitUntil } from '../../helpers/run/wait-until.ts';
import { type Ended, startCommand } from '../runner/command.ts';
import { Recorder, type RoundOptions, type RoundReport, reportRound } from '../runner/report.ts';
import { healthy, type LedgerService, startLedgerService } from '../service/ledger-service.ts';
import { checkStudioRound } from './studio-check.ts';
import { runWithNewerStudio } from './studio-newer.ts';
import { type StudioScene, type StudioSize, setStudio } from './studio-scene.ts';
import { createTroubles, decide, orderOf, type Troubles, uncertain } from './studio-troubles.ts';

export interface StudioRound extends Pick<Recorder, 'log' | 'count' | 'violate'> {
  readonly chance: SeededRandom;
  readonly scene: StudioScene;
  readonly size: StudioSize;
  readonly service: LedgerService;
  readonly key: string;
  /** Runs a command outside the stations to its end. */
  run(words: readonly string[]): Promise<Ended>;
}

interface Plan {
  readonly size: StudioSize;
  readonly troubles: Troubles;
  /** Time after which the next trouble comes although the work has not advanced, in ms. */
  readonly maxIdleMs: number;
  /** Time for the remaining work after the last trouble, in ms. */
  readonly patienceMs: number;
}

const full: Plan = {
  size: { workers: 8, photographs: 2000, beat: 500, lease: 6000 },
  troubles: { kill: 50, stop: 10, freeze: 8, backends: 6, restart: 2, crash: 1, drop: 1, decide: 10 },
  maxIdleMs: 8000,
  patienceMs: 600_000,
};

const short: Plan = {
  size: { workers: 2, photographs: 60, beat: 300, lease: 2500 },
  troubles: { kill: 3, stop: 1, freeze: 1, backends: 1, restart: 0, crash: 1, drop: 1, decide: 0 },
  maxIdleMs: 4000,
  patienceMs: 300_000,
};

/** Minimum time between two troubles, in ms. */
const minPauseMs = 700;

function planService(chance: SeededRandom) {
  const latency = chance.derive('latency');
  const cut = chance.derive('cut');
  return {
    ...healthy,
    latency: (nth: number) => latency.derive(nth).between(50, 400),
    // A lost response to a charged upload needs a decision.
    upload: (nth: number) =>
      cut.derive(nth).chance(0.01) ? ({ kind: 'break', at: 'whole', how: 'reset', charged: true } as const) : null,
    fate: (nth: number) => ({ queries: nth % 2 }),
  };
}

export async function playStudio(options: RoundOptions): Promise<RoundReport> {
  const { number, seed } = options;
  const { size, troubles, maxIdleMs, patienceMs } = options.quick ? short : full;
  const chance = createSeededRandom(seed).derive('studio', number);
  const key = `key-${number}-${chance.below(1e9).toString(36)}-of-the-campaign`;
  const clock = { epoch: Date.now(), speed: 1, offset: 0 };
  const service = await startLedgerService(key, { now: Date.now, speed: 1 }, planService(chance));
  const recorder = new Recorder();
  const { log, count, violate, peak } = recorder;
  const startedAt = performance.now();
  const secondsSinceStart = () => Math.round((performance.now() - startedAt) / 1000);
  const scene = await setStudio(service, chance, size, {
    key,
    onEnd(name, { code, err }, isOrdered) {
      if (isOrdered || (name.startsWith('desk') && (code === 0 || code === 1))) return;
      violate('exit code', `${name} ended by itself with ${code}: ${err.slice(-600)}`);
    },
  });
  const round: StudioRound = {
    ...{ chance: chance.derive('troubles'), scene, size, service, key, log, count, violate },
    run: (words) => startCommand({ words, key, clock, env: { BURNISH_LOG: '' } }).ended,
  };
  const close = async (keepsFolder: boolean) => {
    await service.close();
    await scene.close(keepsFolder);
  };
  const about = `${size.workers} workers, ${size.photographs} photographs`;
  return reportRound(options, about, recorder, { root: scene.root, ledger: service.ledger, close }, async () => {
    await workWithTroubles(round, troubles, maxIdleMs);
    peak('seconds until all was met', secondsSinceStart());
    await Promise.all([finishWork(round, patienceMs), runWithNewerStudio(round)]);
    peak('seconds until all was at rest', secondsSinceStart());
    const late = await Promise.all(scene.stations.map(async (each) => ((await each.end(60_000)) ? [] : [each])));
    for (const each of late.flat()) violate('stuck', `${each.name} does not end: ${each.lastOutput()}`);
    await checkStudioRound(round);
  });
}

/** Starts all stations. Each trouble comes at its share of the work, or after a time without progress. */
async function workWithTroubles(round: StudioRound, troubles: Troubles, maxIdleMs: number): Promise<void> {
  const { scene, service, chance } = round;
  for (const station of scene.stations) station.start();
  // Allow the requests of all stations at once.
  const isKnown = async () => (await scene.rows('UPDATE burnish.services SET cap = 100 RETURNING id')).length > 0;
  await waitUntil(isKnown, 'No station made the service known.');
  const order = orderOf(troubles, chance.derive('order'));
  const { meet, undone } = createTroubles(round);
  for (const [index, trouble] of order.entries()) {
    const due = ((index + 1) / (order.length + 2)) * scene.requests;
    const end = Date.now() + maxIdleMs;
    await sleep(minPauseMs);
    while (service.ledger.last < due && Date.now() < end) await sleep(50);
    await meet(trouble);
  }
  await undone();
}

/** Waits for the end of the work without troubles, with decisions about uncertain jobs. */
async function finishWork(round: StudioRound, patienceMs: number): Promise<void> {
  const { scene, size, violate, log } = round;
  for (const station of scene.stations) if (!station.hasEnded) station.start();
  const desks = scene.stations.filter(({ name }) => name.startsWith('desk'));
  const openCount = async () =>
    (await scene.rows(`SELECT FROM burnish.jobs WHERE state IN ('queued', 'taken')`)).length;
  const offeredCount = async () => (await scene.rows('SELECT FROM burnish.jobs')).length;
  let since = Date.now();
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(300)) {
    if ((await openCount()) > 0 || (await offeredCount()) < scene.photographs.length) since = Date.now();
    // Stations that were away need time to send their changes.
    if (Date.now() - since < size.lease) continue;
    if ((await uncertain(round)).length > 0) await decide(round, 'send-again');
    else if (desks.every(({ hasEnded }) => hasEnded)) return;
  }
  const counts = `${await openCount()} jobs are not at rest, ${await offeredCount()} were offered`;
  violate('stuck', `${counts}; ${await describeState(round)}`);
  for (const station of scene.stations) log.push(`${station.name} (${station.state}): ${station.lastOutput()}`);
}

async function describeState({ scene }: StudioRound): Promise<string> {
  const parts = {
    jobs: 'SELECT state, queue, held, ticket IS NOT NULL AS ticket, station, follows IS NOT NULL AS follows, count(*) FROM burnish.jobs GROUP BY 1, 2, 3, 4, 5, 6',
    stations: 'SELECT name, id, works, draining, now() - heard_at AS silent, able FROM burnish.stations',
    conditions: 'SELECT * FROM burnish.conditions',
    activity:
      "SELECT pid, state, wait_event, now() - state_change AS since, left(query, 60) AS query FROM pg_stat_activity WHERE backend_type = 'client backend'",
  };
  const lines: string[] = [];
  for (const [name, sql] of Object.entries(parts)) lines.push(`${name}: ${JSON.stringify(await scene.rows(sql))}`);
  return lines.join('\n');
}
