/** Troubles of a studio: stations are killed, stopped and disconnected, the database stops, and the user decides. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import type { Station } from './stations.ts';
import type { StudioRound } from './studio.ts';

export type Trouble = 'kill' | 'stop' | 'freeze' | 'backends' | 'restart' | 'crash' | 'drop' | 'decide';

export type Troubles = Readonly<Record<Trouble, number>>;

/** Spreads the troubles evenly over the work, in random order. */
export function orderOf(troubles: Troubles, chance: SeededRandom): Trouble[] {
  const all = (Object.keys(troubles) as Trouble[]).flatMap((trouble) =>
    Array.from({ length: troubles[trouble] }, (_, nth) => ({
      trouble,
      at: (nth + 0.15 + 0.7 * chance.derive(trouble, nth).next()) / troubles[trouble],
    })),
  );
  return all.sort((a, b) => a.at - b.at).map(({ trouble }) => trouble);
}

/** `meet` starts a trouble, which ends automatically; `undone` waits for that. */
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
      later((1.3 + chance.next()) * size.lease, () => station.resume());
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
    drop: () => scene.drop(),
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

/** Decides to give up one uncertain job, or to send all of them again. Returns the number of uncertain jobs. */
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

export const uncertain = ({ scene }: StudioRound): Promise<{ readonly id: string }[]> =>
  scene.rows(`SELECT id FROM burnish.jobs WHERE state = 'uncertain' ORDER BY id`);
