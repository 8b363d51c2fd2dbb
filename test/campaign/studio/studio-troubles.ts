/** What befalls a studio while it works: stations are killed, stopped and cut off, its database goes away, and somebody decides. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import type { Station } from './stations.ts';
import type { StudioRound } from './studio.ts';

export type Trouble = 'kill' | 'stop' | 'freeze' | 'backends' | 'restart' | 'crash' | 'drop' | 'decide';

/** How many of each. */
export type Troubles = Readonly<Record<Trouble, number>>;

/** In an order of their own, evenly over the work: what the database suffers is never all at once. */
export function orderOf(troubles: Troubles, chance: SeededRandom): Trouble[] {
  const all = (Object.keys(troubles) as Trouble[]).flatMap((trouble) =>
    Array.from({ length: troubles[trouble] }, (_, nth) => ({
      trouble,
      at: (nth + 0.15 + 0.7 * chance.derive(trouble, nth).next()) / troubles[trouble],
    })),
  );
  return all.sort((a, b) => a.at - b.at).map(({ trouble }) => trouble);
}

/** Lets one come about. What has to be undone later is undone by itself; `undone` says when all is. */
export function createTroubles(round: StudioRound): { meet(trouble: Trouble): Promise<void>; undone(): Promise<void> } {
  const { chance, scene, size, count, log } = round;
  const open = new Set<Promise<void>>();
  const later = (ms: number, act: () => void) => {
    const done = sleep(ms)
      .then(act)
      .finally(() => open.delete(done));
    open.add(done);
  };
  const note = (text: string) => log.push(`${round.service.ledger.last} uploads: ${text}`);
  const pick = (fits: (station: Station) => boolean): Station | null => {
    const those = scene.stations.filter((each) => each.state === 'up' && fits(each));
    return those.length === 0 ? null : chance.pick(those);
  };

  const acts: Readonly<Record<Trouble, () => Promise<void>>> = {
    async kill() {
      const station = pick(() => true);
      if (station === null) return;
      note(`kill ${station.name}`);
      count('kills');
      await station.kill();
      later(chance.next() * 1.6 * size.lease, () => station.start());
    },
    async stop() {
      const station = pick((each) => !each.name.startsWith('desk'));
      if (station === null) return;
      note(`stop ${station.name}`);
      count('stopped beyond the lease');
      station.stop();
      later((1.3 + chance.next()) * size.lease, () => station.goOn());
    },
    async freeze() {
      const station = pick(({ line }) => line !== null);
      const frozen = station?.line?.freeze() ?? 0;
      note(`freeze ${frozen} lines of ${station?.name}`);
      count('half-open lines', frozen);
    },
    async backends() {
      note('kill backends');
      count('backends killed');
      await scene.postgres.killBackends();
    },
    restart: () => awayFor('fast', chance.between(300, 3000)),
    crash: () => awayFor('immediate', chance.between(300, 3000)),
    async drop() {
      await scene.drop();
    },
    async decide() {
      await decide(round, chance.chance(0.25) ? 'give-up' : 'send-again');
    },
  };

  async function awayFor(mode: 'fast' | 'immediate', ms: number): Promise<void> {
    note(`PostgreSQL stops (${mode}) for ${ms} ms`);
    count(mode === 'fast' ? 'database restarts' : 'database crashes');
    await scene.postgres.stop(mode);
    await sleep(ms);
    await scene.postgres.start();
  }

  return {
    meet: (trouble) => acts[trouble](),
    async undone() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

/** The user's word on one photograph that is in doubt (given up), or on all of them (sent again). */
export async function decide(round: StudioRound, word: 'send-again' | 'give-up'): Promise<number> {
  const { scene, count, log } = round;
  const open = await uncertain(round);
  const [first] = open;
  if (first === undefined) return 0;
  const chosen = word === 'give-up' ? ['--job', first.id] : ['--all'];
  const words = ['decide', word, ...chosen, ...scene.asking, '--data', `${scene.root}/data decider`];
  const { code, err } = await round.run(words);
  log.push(`${round.service.ledger.last} uploads: decide ${word} of ${open.length}: exit ${code} ${err.slice(-200)}`);
  count('times decided');
  return open.length;
}

interface Doubt {
  readonly id: string;
  readonly path: string;
  readonly code: string;
  /** The state and task of the last attempt. */
  readonly last: string | null;
  readonly task: string | null;
}

/** With what is known of their last attempt, which tells what is in doubt. */
export const uncertain = ({ scene }: Pick<StudioRound, 'scene'>): Promise<Doubt[]> =>
  scene.rows<Doubt>(
    `SELECT j.id, j.path, j.error ->> 'code' AS code, a.state AS last, a.task_id AS task FROM burnish.jobs j
     LEFT JOIN LATERAL (SELECT * FROM burnish.attempts WHERE job = j.id ORDER BY step DESC, fence DESC LIMIT 1) a ON true
     WHERE j.state = 'uncertain' ORDER BY j.id`,
  );
