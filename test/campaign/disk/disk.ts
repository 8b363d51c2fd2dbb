/**
 * The campaign of disks: they fill up, are locked, pulled out and come back under a command at work; databases are damaged and
 * clocks set. Nothing is lost, doubled or paid twice; it is said once, and what can go on goes on by itself.
 */
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import { playRound, type Round, type RoundOptions, type RoundPlan, type RoundReport } from '../runner/round.ts';
import { recipes } from '../runner/scene.ts';
import { healthy } from '../service/ledger-service.ts';
import { damagedDatabase } from './disk-database.ts';
import { dataFolderGone, photographsGone, watchFolderGone } from './disk-gone.ts';
import { throughTrouble } from './disk-through.ts';
import { troubles } from './disk-troubles.ts';
import { canMount } from './small-disk.ts';
import { canSetClocks, wrongClock } from './wrong-clock.ts';

/** Something that happens in a round. */
export interface DiskCase {
  readonly name: string;
  act(round: Round): Promise<void>;
  plan?(chance: SeededRandom): Partial<RoundPlan>;
  /** What this computer must allow. */
  readonly needs?: 'mount' | 'faketime';
}

const hour = 3_600_000;

const cases: readonly DiskCase[] = [
  ...troubles.map(
    (kind): DiskCase => ({
      name: kind.name,
      act: (round) => throughTrouble(round, kind),
      ...(kind.needsMount ? { needs: 'mount' } : {}),
    }),
  ),
  { name: 'the photographs are away', act: photographsGone },
  { name: 'the watched folder is away', act: watchFolderGone },
  { name: 'the data folder is deleted', act: dataFolderGone },
  { name: 'the database is damaged', act: damagedDatabase },
  { name: 'the clock is set back by 90 minutes', needs: 'faketime', act: (round) => wrongClock(round, -1.5 * hour) },
  { name: 'the clock is set forward by two days', needs: 'faketime', act: (round) => wrongClock(round, 48 * hour) },
];

const isAllowed = ({ needs }: DiskCase) => needs === undefined || (needs === 'mount' ? canMount() : canSetClocks());

/** A sentence for each sort of case that this computer does not allow. */
export function leftOut(): string[] {
  return [
    ...(canMount()
      ? []
      : ['Disks are not filled, locked or pulled out here: this account may not mount (be root, on Linux).']),
    ...(canSetClocks() ? [] : ['Clocks are not set here: libfaketime is not installed.']),
  ];
}

/** @param options.only a part of a case's name */
export function playDisk({ only = '', ...options }: RoundOptions): Promise<RoundReport> {
  const word = only.toLowerCase();
  const chosen = cases.filter((each) => isAllowed(each) && each.name.includes(word));
  const each = chosen[options.number % chosen.length];
  if (each === undefined) throw new Error(`There is no case ${only} here: ${cases.map(({ name }) => name).join(', ')}`);
  return playRound(options, (chance) => planDisk(each, chance, options.quick === true), each.act);
}

function planDisk(each: DiskCase, chance: SeededRandom, quick: boolean): RoundPlan {
  const recipe = chance.pick(
    quick ? (['cutout'] as const) : (['cutout', 'retouched', 'skin', 'retouched-cutout'] as const),
  );
  return {
    about: `${each.name}, ${recipe}`,
    scene: {
      steps: recipes[recipe],
      count: quick ? 5 : chance.between(8, 16),
      twins: chance.pick([0, 0.2]),
      where: 'deep',
    },
    // Long enough for something to happen in between.
    service: { ...healthy, latency: () => 60 },
    ...each.plan?.(chance.derive('plan')),
  };
}
