/**
 * The campaign of two at once: two commands, or a command and the window, on the same photographs. What one of them pays,
 * the other does not pay again, and every result is there once.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import {
  checkRound,
  playRound,
  type Round,
  type RoundOptions,
  type RoundPlan,
  type RoundReport,
  runWords,
  sendAgain,
  settle,
} from '../runner/round.ts';
import { furnish, recipes, type SceneOptions } from '../runner/scene.ts';
import { refusal } from '../service/fault.ts';
import { healthy } from '../service/ledger-service.ts';
import { runWithWindow } from './two-with-window.ts';

interface Pair {
  /** Changes to the usual plan. */
  plan?(chance: SeededRandom): Partial<RoundPlan>;
  act(round: Round): Promise<void>;
}

/** The same command, twice. */
const commands: Pair = {
  async act(round) {
    const words = runWords(round);
    const ended = await together(round, words, words);
    for (const { code } of ended) if (code !== 0) round.violate('exit code', `${code} of two commands at once`);
    await checkRound(round, { times: 1 });
  },
};

/** One of the two is killed; the other goes on alone. */
const killed: Pair = {
  async act(round) {
    const words = runWords(round);
    const first = round.start(words, { kill: { kind: 'time', ms: 500 + round.chance.below(1500) } });
    await sleep(round.chance.below(900));
    const second = round.start(words);
    round.check(await first.ended);
    const { code } = round.check(await second.ended);
    if (code !== 0) await sendAgain(round);
    await settle(round, words);
    await checkRound(round, { times: 1 });
  },
};

/** Some have failed: the command again and `retry`, at once. */
const retry: Pair = {
  plan: (chance) => ({
    service: {
      ...healthy,
      latency: () => 15,
      upload: (nth) => (nth < 6 && chance.derive(nth).chance(0.7) ? refusal('ERROR_NO_FACE_IN_FILE', 'new') : null),
    },
  }),
  async act(round) {
    const words = runWords(round);
    await round.run(words);
    round.service.behave({ ...healthy, latency: () => 15 });
    await together(round, words, ['retry', ...words.slice(words.indexOf('--service'))]);
    await settle(round, words);
    await checkRound(round, { times: 1 });
  },
};

/** Some are undecided: the command and the decision, at once. */
const decide: Pair = {
  plan: (chance) => ({
    service: {
      ...healthy,
      latency: () => 15,
      upload: (nth) =>
        nth < 5 && chance.derive(nth).chance(0.6) ? { kind: 'break', at: 'whole', how: 'reset', charged: true } : null,
    },
  }),
  async act(round) {
    const words = runWords(round);
    await round.run(words);
    round.service.behave({ ...healthy, latency: () => 15 });
    const running = round.start(words);
    await sendAgain(round);
    round.check(await running.ended);
    await settle(round, words);
    await checkRound(round, { times: 1 });
  },
};

/** Two data folders know nothing of each other: each pays for itself, and neither touches the other's results. */
const dataFolders: Pair = {
  async act(round) {
    const { scene, service } = round;
    const otherDataFolder = join(scene.root, 'other data');
    furnish(otherDataFolder, scene.recipe, service.baseUrl, scene.out);
    const words = runWords(round);
    const otherWords = words.map((word) => (word === scene.data ? otherDataFolder : word));
    const ended = await together(round, words, otherWords);
    for (const { code } of ended) if (code !== 0) round.violate('exit code', `${code} beside another data folder`);
    await checkRound(round, { times: 2 });
  },
};

/** The same photographs to two folders: paid once, placed in both. */
const outputFolders: Pair = {
  async act(round) {
    const { scene } = round;
    const secondFolder = join(scene.root, 'second folder');
    const words = runWords(round);
    const secondWords = words.map((word) => (word === scene.out ? secondFolder : word));
    await together(round, words, secondWords);
    await settle(round, words);
    await settle(round, secondWords);
    await checkRound(round, { times: 1 });
    if (!existsSync(secondFolder)) round.violate('lost', 'Nothing is in the second folder.');
    else await checkRound({ ...round, scene: { ...scene, out: secondFolder } }, { times: 1 });
  },
};

const pairs: Readonly<Record<string, Pair>> = {
  commands,
  killed,
  retry,
  decide,
  dataFolders,
  outputFolders,
  window: { act: runWithWindow, plan: () => ({ speed: 1 }) },
};

/** How often each comes: the window takes its time. */
const turns = [
  'commands',
  'killed',
  'retry',
  'commands',
  'decide',
  'dataFolders',
  'commands',
  'outputFolders',
  'killed',
  'window',
];

/** @param options.only a part of a pair's name; without it all but the window come, unless `withWindow` */
export function playTwo({
  only = '',
  withWindow,
  ...options
}: RoundOptions & { readonly withWindow: boolean }): Promise<RoundReport> {
  const names = turns.filter((name) =>
    only === '' ? withWindow || name !== 'window' : name.toLowerCase().includes(only.toLowerCase()),
  );
  const name = names[options.number % names.length] ?? '';
  const pair = pairs[name];
  if (pair === undefined) throw new Error(`There is no pair ${only}: ${Object.keys(pairs).join(', ')}`);
  return playRound(options, (chance) => planPair(name, pair, chance), pair.act);
}

function planPair(name: string, pair: Pair, chance: SeededRandom): RoundPlan {
  // Tasks would take real minutes beside a window, whose time is real.
  const recipe = chance.pick(
    name === 'window'
      ? (['cutout', 'slimming', 'retouched'] as const)
      : (['cutout', 'retouched', 'skin', 'retouched-cutout', 'heads'] as const),
  );
  const scene: SceneOptions = {
    steps: recipes[recipe],
    count: chance.between(4, 8),
    twins: chance.pick([0, 0.4]),
    where: chance.pick(['elsewhere', 'elsewhere', 'other-disk']),
    output: { template: chance.pick(['{name}-{recipe}', '{name}']) },
  };
  const slow = chance.pick([0, 10, 60]);
  return {
    about: `${name}, ${recipe}`,
    scene,
    service: { ...healthy, latency: () => slow },
    ...pair.plan?.(chance.derive('plan')),
  };
}

/** Both at once, or one a little after the other. */
async function together(round: Round, first: readonly string[], second: readonly string[]) {
  const firstRun = round.start(first);
  if (round.chance.chance(0.7)) await sleep(round.chance.below(1200));
  const secondRun = round.start(second);
  return [round.check(await firstRun.ended), round.check(await secondRun.ended)];
}
