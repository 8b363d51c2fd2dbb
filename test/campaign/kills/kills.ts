/** Kills the command at random times and chosen points, and restarts it until its work is done. */
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import type { Kill } from '../runner/command.ts';
import { matching, type RoundOptions } from '../runner/report.ts';
import { checkRound, playRound, type Round, type RoundPlan, runWords, sendAgain, settle } from '../runner/round.ts';
import { type RecipeName, recipes } from '../runner/scene.ts';
import { healthy } from '../service/ledger-service.ts';
import type { JournalOrder } from './power-journal.ts';

/** Direct operations are more frequent, because tasks take longer. */
const names: readonly RecipeName[] = [
  ...(['cutout', 'cutout', 'product', 'slimming', 'retouched', 'heads', 'apparel', 'retouched-cutout'] as const),
  ...(['skin', 'lips', 'beauty-task', 'eyebrows', 'skin-cutout', 'slimming-skin'] as const),
];

/** Approximate number of kill points of a start, and of one photograph in one step. */
const startPointCount = 36;
const photographPointCount = 70;
/** Steps worth a kill although they are rare, with the minimum number of times each occurs for a photograph. */
export type KillWeights = Readonly<Record<string, number>>;
const chosenSteps: KillWeights = {
  ...{ link: 1, rename: 2, copyFile: 1, rm: 3, open: 3 },
  ...{ 'file.appendFile': 2, 'file.writeFile': 1, 'file.sync': 2, mkdir: 3 },
};

function planKills(chance: SeededRandom, { only, quick = false }: RoundOptions): RoundPlan {
  const name = chance.pick(matching(names, String, only));
  const where = chance.pick(['beside', 'below', 'elsewhere', 'elsewhere', 'other-disk'] as const);
  const conflict = chance.pick(['number', 'number', 'number', 'skip', 'replace'] as const);
  const template = chance.pick(['{name}-{recipe}', '{name}', '{folder} {name}']);
  const format = chance.pick(['auto', 'auto', 'png', 'jpeg'] as const);
  const scene: RoundPlan['scene'] = {
    steps: recipes[name],
    count: quick ? 3 : chance.between(3, 7),
    twins: chance.pick([0, 0.3, 0.6]),
    where,
    output: { conflict, template, format, mirror: chance.chance(0.75) },
    bystanders: chance.chance(0.4),
  };
  const latencyMs = chance.pick([0, 5, 40]);
  return {
    about: [name, where, conflict, template, format].join(', '),
    scene,
    service: {
      ...healthy,
      age: chance.pick(['new', 'old']),
      latency: () => latencyMs,
      fate: (upload) => ({ queries: 1 + (upload % 2) }),
    },
  };
}

export function playKills(options: RoundOptions) {
  return playRound(
    options,
    (chance) => planKills(chance, options),
    async (round) => {
      const words = runWords(round);
      // `run` resumes the jobs that `watch` has added.
      const first = round.chance.chance(0.15) ? ['watch', ...words.slice(1)] : words;
      await killRepeatedly(round, first, options.quick ? 2 : round.chance.between(2, 5));
      await settle(round, words);
      if (round.chance.chance(0.2)) {
        const uploads = round.service.ledger.last;
        const { code } = await round.run(words);
        if (code !== 0) round.violate('exit code', `${code} although all was done`);
        if (round.service.ledger.last > uploads)
          round.violate('sent unasked', 'A command whose work was done sent photographs.');
      }
      const isRepeated = round.chance.chance(0.12);
      if (isRepeated) {
        await killRepeatedly(round, [...words, '--again'], 1);
        await settle(round, words);
      }
      await checkRound(round, { times: 1, maxTimes: isRepeated ? 2 : 1 });
    },
  );
}

/** Starts and kills the command several times, with decisions between the kills if it needs them. */
async function killRepeatedly(round: Round, words: readonly string[], times: number): Promise<void> {
  const { chance, scene } = round;
  let left = photographPointCount * scene.photographs.length * scene.recipe.steps.length;
  for (let nth = 0; nth < times; nth += 1) {
    const kill = pickKill(round, left);
    const { code, report } = await runAndKill(round, words, kill);
    // Only a count of all points shows the progress before a kill.
    const passed = kill.kind === 'point' && kill.of === null ? (report?.points ?? 0) - startPointCount : left / 3;
    left = Math.max(photographPointCount, left - Math.max(0, passed));
    if (code === 0) return;
    if (code !== null)
      await sendAgain(round, chance.chance(0.3) ? { kind: 'point', number: chance.below(40), of: null } : null);
  }
}

/** @param left approximate number of kill points up to the end of the work */
export function pickKill({ chance, service, scene }: Round, left: number, steps = chosenSteps): Kill {
  const photographs = Math.ceil(left / photographPointCount / scene.recipe.steps.length);
  const draw = chance.next();
  if (draw < 0.3) return { kind: 'point', number: chance.below(startPointCount + left), of: null };
  if (draw < 0.65) {
    const [of, times] = chance.pick(Object.entries(steps));
    return { kind: 'point', number: chance.below(2 * times * photographs), of };
  }
  if (draw < 0.85) return { kind: 'time', ms: 250 + chance.below(700 + 60 * photographs) };
  return { kind: 'upload', uploads: service.ledger.last + 1 + chance.below(3), ms: chance.below(60) };
}

/** Runs a command until it is killed or ends. */
export async function runAndKill(
  round: Round,
  words: readonly string[],
  kill: Kill,
  journal: JournalOrder | null = null,
) {
  const running = round.start(words, { kill, journal });
  // Watching never ends.
  const end = words[0] === 'watch' ? setTimeout(running.kill, 3000) : undefined;
  running.child.once('close', () => clearTimeout(end));
  if (kill.kind === 'upload') {
    const timer = setInterval(() => {
      if (round.service.ledger.last < kill.uploads) return;
      clearInterval(timer);
      setTimeout(running.kill, kill.ms);
    }, 2);
    running.child.once('close', () => clearInterval(timer));
  }
  return round.check(await running.ended);
}
