/**
 * Runs two commands, or a command and the window, on the same photographs at once. Neither pays again for the work of the
 * other, and each result exists once.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import { matching, type RoundOptions } from '../runner/report.ts';
import {
  checkRound,
  playRound,
  type Round,
  type RoundPlan,
  runWords,
  sendAgain,
  settle,
  settleAndCheck,
} from '../runner/round.ts';
import { furnish, recipes } from '../runner/scene.ts';
import { type Fault, refusal } from '../service/fault.ts';
import { healthy } from '../service/ledger-service.ts';
import { runWithWindow } from './two-with-window.ts';

interface Pair {
  /** Fault of an upload to the first command. */
  upload?(chance: SeededRandom, nth: number): Fault | null;
  act(round: Round): Promise<void>;
}

const slowService = { ...healthy, latency: () => 15 };
const lostResponse: Fault = { kind: 'break', at: 'whole', how: 'reset', charged: true };

const pairs: Readonly<Record<string, Pair>> = {
  /** One command, given twice. */
  commands: {
    async act(round) {
      const words = runWords(round);
      expectSuccess(round, await runBoth(round, words, words), 'of two commands at once');
      await checkRound(round, { times: 1 });
    },
  },
  /** One of two commands is killed. */
  killed: {
    async act(round) {
      const words = runWords(round);
      const first = round.start(words, { kill: { kind: 'time', ms: 500 + round.chance.below(1500) } });
      await sleep(round.chance.below(900));
      const second = round.start(words);
      round.check(await first.ended);
      const { code } = round.check(await second.ended);
      if (code !== 0) await sendAgain(round);
      await settleAndCheck(round, words);
    },
  },
  /** The command again and `retry`, after failures. */
  retry: {
    upload: (chance, nth) => (nth < 6 && chance.chance(0.7) ? refusal('ERROR_NO_FACE_IN_FILE', 'new') : null),
    async act(round) {
      const words = runWords(round);
      await round.run(words);
      round.service.behave(slowService);
      await runBoth(round, words, ['retry', ...words.slice(words.indexOf('--service'))]);
      await settleAndCheck(round, words);
    },
  },
  /** The command and a decision about uncertain jobs. */
  decide: {
    upload: (chance, nth) => (nth < 5 && chance.chance(0.6) ? lostResponse : null),
    async act(round) {
      const words = runWords(round);
      await round.run(words);
      round.service.behave(slowService);
      const running = round.start(words);
      await sendAgain(round);
      round.check(await running.ended);
      await settleAndCheck(round, words);
    },
  },
  /** Two data folders: each pays for itself, and leaves the other's results unchanged. */
  dataFolders: {
    async act(round) {
      const { scene, service } = round;
      const data = join(scene.root, 'other data');
      furnish(data, scene.recipe, service.baseUrl, scene.out);
      const both = await runBoth(round, runWords(round), runWords({ service, scene: { ...scene, data } }));
      expectSuccess(round, both, 'beside another data folder');
      await checkRound(round, { times: 2 });
    },
  },
  /** Two output folders: paid once, placed in both. */
  outputFolders: {
    async act(round) {
      const { scene, service } = round;
      const second = { ...scene, out: join(scene.root, 'second folder') };
      const [words, secondWords] = [runWords(round), runWords({ service, scene: second })];
      await runBoth(round, words, secondWords);
      await settle(round, words);
      await settle(round, secondWords);
      await checkRound(round, { times: 1 });
      if (!existsSync(second.out)) round.violate('lost', 'Nothing is in the second folder.');
      else await checkRound(round, { times: 1 }, { scene: second });
    },
  },
  window: { act: runWithWindow },
};

/** The window is rare, because its rounds take long. */
const turns: readonly (keyof typeof pairs)[] = [
  ...['commands', 'killed', 'retry', 'commands', 'decide', 'dataFolders', 'commands'],
  ...['outputFolders', 'killed', 'window'],
];

export function playTwo(options: RoundOptions & { readonly withWindow: boolean }) {
  const { number, only = '', withWindow } = options;
  const possible = only === '' && !withWindow ? turns.filter((name) => name !== 'window') : turns;
  const names = matching(possible, String, only);
  const name = names[number % names.length] ?? '';
  return playRound(options, (chance) => planTwo(name, chance), pairs[name]!.act);
}

function planTwo(name: string, chance: SeededRandom): RoundPlan {
  const isWindow = name === 'window';
  // No tasks for the window, because they take minutes in real time.
  const recipe = chance.pick(
    isWindow
      ? (['cutout', 'slimming', 'retouched'] as const)
      : (['cutout', 'retouched', 'skin', 'retouched-cutout', 'heads'] as const),
  );
  const scene: RoundPlan['scene'] = {
    steps: recipes[recipe],
    count: chance.between(4, 8),
    twins: chance.pick([0, 0.4]),
    where: chance.pick(['elsewhere', 'elsewhere', 'other-disk']),
    output: { template: chance.pick(['{name}-{recipe}', '{name}']) },
  };
  const latencyMs = chance.pick([0, 10, 60]);
  const faults = chance.derive('plan');
  const upload = pairs[name]?.upload;
  return {
    about: `${name}, ${recipe}`,
    scene,
    service: upload
      ? { ...slowService, upload: (nth) => upload(faults.derive(nth), nth) }
      : { ...healthy, latency: () => latencyMs },
    ...(isWindow ? { speed: 1 } : {}),
  };
}

/** Runs two commands at once, or the second a little later. */
async function runBoth(round: Round, first: readonly string[], second: readonly string[]) {
  const firstRun = round.start(first);
  if (round.chance.chance(0.7)) await sleep(round.chance.below(1200));
  const secondRun = round.start(second);
  return [round.check(await firstRun.ended), round.check(await secondRun.ended)];
}

function expectSuccess(round: Round, ended: Awaited<ReturnType<typeof runBoth>>, about: string): void {
  for (const { code } of ended) if (code !== 0) round.violate('exit code', `${code} ${about}`);
}
