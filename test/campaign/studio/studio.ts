/**
 * The campaign of a studio: stations that share a queue are killed, stopped beyond their lease, cut off on half-open lines and wrong about
 * the time, while their database is stopped and started. Every photograph gets one result, and is paid once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createSeededRandom, type SeededRandom } from '../../helpers/seeded-random.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import type { Violation } from '../runner/check.ts';
import { type Ended, startCommand } from '../runner/command.ts';
import type { RoundOptions, RoundReport } from '../runner/round.ts';
import { healthy, type LedgerService, startLedgerService } from '../service/ledger-service.ts';
import { checkStudioRound } from './studio-check.ts';
import { runWithHostileRows } from './studio-hostile.ts';
import { runWithNewerStudio } from './studio-newer.ts';
import { type StudioScene, type StudioSize, setStudio } from './studio-scene.ts';
import { createTroubles, decide, orderOf, type Troubles, uncertain } from './studio-troubles.ts';

export interface StudioRound {
  readonly chance: SeededRandom;
  readonly scene: StudioScene;
  readonly size: StudioSize;
  readonly service: LedgerService;
  /** Of the stations, for the service. */
  readonly key: string;
  readonly violations: Violation[];
  readonly log: string[];
  count(label: string, by?: number): void;
  violate(kind: Violation['kind'], text: string): void;
  /** A command of somebody who takes no part, to its end. */
  run(words: readonly string[]): Promise<Ended>;
}

export interface Plan {
  readonly size: StudioSize;
  readonly troubles: Troubles;
  /** Without any trouble for so long the next one comes, ms. */
  readonly dull: number;
  /** ms in which all must be at rest once nothing befalls it any more. */
  readonly patience: number;
}

export const full: Plan = {
  size: { workers: 8, photographs: 2000, beat: 500, lease: 6000 },
  troubles: { kill: 50, stop: 10, freeze: 8, backends: 6, restart: 2, crash: 1, drop: 1, decide: 10 },
  dull: 8000,
  patience: 600_000,
};

const quick: Plan = {
  size: { workers: 2, photographs: 60, beat: 300, lease: 2500 },
  troubles: { kill: 3, stop: 1, freeze: 1, backends: 1, restart: 0, crash: 1, drop: 1, decide: 0 },
  dull: 4000,
  patience: 300_000,
};

/** From one trouble to the next, ms at least. */
const apart = 700;

/** @param plan in place of the one that `options` ask for */
export async function playStudio(
  { number, seed, quick: isQuick = false, keep = false }: RoundOptions,
  { size, troubles, dull, patience }: Plan = isQuick ? quick : full,
): Promise<RoundReport> {
  const chance = createSeededRandom(seed).derive('studio', number);
  const key = `key-${number}-${chance.below(1e9).toString(36)}-of-the-campaign`;
  const clock = { epoch: Date.now(), speed: 1, offset: 0 };
  const slow = chance.derive('latency');
  const cut = chance.derive('cut');
  const service = await startLedgerService(
    key,
    { now: Date.now, speed: 1 },
    {
      ...healthy,
      latency: (nth) => slow.derive(nth).between(50, 400),
      // An answer that does not come: it was charged, and nobody but the user may say what becomes of it.
      upload: (nth) =>
        cut.derive(nth).chance(0.01) ? { kind: 'break', at: 'whole', how: 'reset', charged: true } : null,
      fate: (nth) => ({ queries: nth % 2 }),
    },
  );
  const counts: Record<string, number> = {};
  const peaks: Record<string, number> = {};
  const violations: Violation[] = [];
  const log: string[] = [];
  const count: StudioRound['count'] = (label, by = 1) => {
    counts[label] = (counts[label] ?? 0) + by;
  };
  const violate: StudioRound['violate'] = (kind, text) => void violations.push({ kind, text });
  const began = performance.now();
  const scene = await setStudio(service, chance, size, {
    key,
    onEnd(name, { code, err }, isOrdered) {
      if (isOrdered || (name.startsWith('desk') && (code === 0 || code === 1))) return;
      violate('exit code', `${name} ended by itself with ${code}: ${err.slice(-600)}`);
    },
  });
  const round: StudioRound = {
    chance: chance.derive('troubles'),
    ...{ scene, size, service, key, violations, log, count, violate },
    run: (words) => startCommand({ words, key, clock, env: { BURNISH_LOG: '' } }).ended,
  };
  try {
    await work(round, troubles, dull);
    peaks['seconds until all was met'] = Math.round((performance.now() - began) / 1000);
    // In studios of their own, while nothing befalls the database.
    await Promise.all([comeToRest(round, patience), runWithNewerStudio(round), runWithHostileRows(round)]);
    peaks['seconds until all was at rest'] = Math.round((performance.now() - began) / 1000);
    await endAll(round);
    await checkStudioRound(round);
  } finally {
    await service.close();
    await scene.close(keep && violations.length > 0);
  }
  const isViolated = violations.length > 0;
  return {
    ...{
      round: number,
      about: `${size.workers} workers, ${size.photographs} photographs`,
      counts,
      peaks,
      violations,
      log,
    },
    ledger: isViolated ? service.ledger.lines() : [],
    kept: keep && isViolated ? scene.root : null,
  };
}

/** All of them begin; each trouble comes when so much of the work is done, or when nothing happened for a while. */
async function work(round: StudioRound, troubles: Troubles, dull: number): Promise<void> {
  const { scene, service, chance } = round;
  for (const station of scene.stations) station.start();
  await bearMuch(round);
  const order = orderOf(troubles, chance.derive('order'));
  const { meet, undone } = createTroubles(round);
  for (const [index, trouble] of order.entries()) {
    const due = ((index + 1) / (order.length + 2)) * scene.requests;
    const end = Date.now() + dull;
    await sleep(apart);
    while (service.ledger.last < due && Date.now() < end) await sleep(50);
    await meet(trouble);
  }
  await undone();
}

/** The account bears as many requests at a time as all stations together make. */
async function bearMuch({ scene }: StudioRound): Promise<void> {
  const isKnown = async () => (await scene.rows('UPDATE burnish.services SET cap = 100 RETURNING id')).length > 0;
  await waitUntil(isKnown, 'No station made the service known.');
}

/** Nothing befalls it any more: it must come to its end, with the user's word where something is in doubt. */
async function comeToRest(round: StudioRound, patience: number): Promise<void> {
  const { scene, size, violate, log } = round;
  for (const station of scene.stations) if (!station.hasEnded) station.start();
  const desks = scene.stations.filter(({ name }) => name.startsWith('desk'));
  const open = async () => {
    const [row] = await scene.rows<{ count: number }>(
      `SELECT count(*)::integer AS count FROM burnish.jobs WHERE state IN ('queued', 'taken')`,
    );
    return row?.count ?? 0;
  };
  const offered = async () => (await scene.rows('SELECT FROM burnish.jobs')).length;
  let since = Date.now();
  for (const end = Date.now() + patience; Date.now() < end; await sleep(300)) {
    if ((await open()) > 0 || (await offered()) < scene.photographs.length) since = Date.now();
    // Whoever was away has had the time to bring home what it has.
    if (Date.now() - since < size.lease) continue;
    if ((await uncertain(round)).length > 0) await decide(round, 'send-again');
    else if (desks.every(({ hasEnded }) => hasEnded)) return;
  }
  violate('stuck', `${await open()} jobs are not at rest, ${await offered()} were offered; ${await stateOf(round)}`);
  for (const station of scene.stations) log.push(`${station.name} (${station.state}): ${station.lastOutput()}`);
}

/** Everything that tells why something stands still. */
async function stateOf({ scene }: StudioRound): Promise<string> {
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

async function endAll({ scene, violate }: StudioRound): Promise<void> {
  const late = await Promise.all(scene.stations.map(async (each) => ((await each.end(60_000)) ? null : each)));
  for (const each of late) if (each !== null) violate('stuck', `${each.name} does not end: ${each.lastOutput()}`);
}
