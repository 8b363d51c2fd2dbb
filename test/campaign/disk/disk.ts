/**
 * Fills, locks and removes disks under a running command, damages databases and sets clocks. Nothing is lost, doubled or
 * paid twice; the problem is reported once, and work resumes automatically.
 */
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import { matching, type RoundOptions } from '../runner/report.ts';
import { playRound, type Round, type RoundPlan } from '../runner/round.ts';
import { recipes } from '../runner/scene.ts';
import { healthy } from '../service/ledger-service.ts';
import { damageDatabase } from './disk-database.ts';
import { removeDataFolder, removePhotographs, removeWatchFolder } from './disk-gone.ts';
import { runThroughTrouble, troubles } from './disk-troubles.ts';
import { canMount } from './small-disk.ts';
import { canSetClocks, setClock } from './wrong-clock.ts';

interface DiskCase {
  readonly name: string;
  act(round: Round): Promise<void>;
  readonly needs?: 'mount' | 'faketime' | undefined;
}

const hourMs = 3_600_000;

const cases: readonly DiskCase[] = [
  ...troubles.map((kind): DiskCase => {
    return { name: kind.name, act: (round) => runThroughTrouble(round, kind), needs: kind.needs };
  }),
  { name: 'the photographs are away', act: removePhotographs },
  { name: 'the watched folder is away', act: removeWatchFolder },
  { name: 'the data folder is deleted', act: removeDataFolder },
  { name: 'the database is damaged', act: damageDatabase },
  { name: 'the clock is set back by 90 minutes', needs: 'faketime', act: (round) => setClock(round, -1.5 * hourMs) },
  { name: 'the clock is set forward by two days', needs: 'faketime', act: (round) => setClock(round, 48 * hourMs) },
];

/** Returns a message for each kind of case that this computer does not support. */
export function excludedCases(): string[] {
  const noMount = 'Disks are not filled, locked or pulled out here: this account may not mount (be root, on Linux).';
  const noClock = 'Clocks are not set here: libfaketime is not installed.';
  return [...(canMount() ? [] : [noMount]), ...(canSetClocks() ? [] : [noClock])];
}

export function playDisk(options: RoundOptions) {
  const possible = cases.filter(({ needs }) => !needs || (needs === 'mount' ? canMount() : canSetClocks()));
  const chosen = matching(possible, ({ name }) => name, options.only);
  const { name, act } = chosen[options.number % chosen.length]!;
  return playRound(options, (chance) => planDisk(name, chance, options.quick === true), act);
}

function planDisk(name: string, chance: SeededRandom, quick: boolean): RoundPlan {
  const recipe = chance.pick(
    quick ? (['cutout'] as const) : (['cutout', 'retouched', 'skin', 'retouched-cutout'] as const),
  );
  return {
    about: `${name}, ${recipe}`,
    scene: {
      steps: recipes[recipe],
      count: quick ? 5 : chance.between(8, 16),
      twins: chance.pick([0, 0.2]),
      where: 'deep',
    },
    // Slow, so that the trouble comes before the end.
    service: { ...healthy, latency: () => 60 },
  };
}
