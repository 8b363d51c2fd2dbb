/**
 * The campaign of kills: the same command is killed again and again, at random times and at chosen points, and started
 * again, until it ends by itself. Nothing may be lost, doubled, overwritten or paid twice.
 */
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import type { Kill } from '../runner/command.ts';
import {
  checkRound,
  playRound,
  type Round,
  type RoundOptions,
  type RoundReport,
  runWords,
  sendAgain,
  settle,
} from '../runner/round.ts';
import { recipes, type SceneOptions } from '../runner/scene.ts';
import { healthy, type Plan } from '../service/ledger-service.ts';
import type { JournalOrder } from './power-journal.ts';

type RecipeName = keyof typeof recipes;

/** Tasks take their time, so there are fewer of them. */
const names: readonly RecipeName[] = [
  'cutout',
  'cutout',
  'product',
  'slimming',
  'retouched',
  'heads',
  'apparel',
  'retouched-cutout',
  'skin',
  'lips',
  'beauty-task',
  'eyebrows',
  'skin-cutout',
  'slimming-skin',
];

/** Points (kill-points.ts) that a start passes, and one photograph in one step; about. */
const pointsOfStart = 36;
const pointsOfPhotograph = 70;
/** Steps that are rare among all points, and matter most; and how often each comes about for a photograph, at least. */
export type KillWeights = readonly (readonly [step: string, times: number])[];
const chosenSteps: KillWeights = [
  ['link', 1],
  ['rename', 2],
  ['copyFile', 1],
  ['rm', 3],
  ['open', 3],
  ['file.appendFile', 2],
  ['file.writeFile', 1],
  ['file.sync', 2],
  ['mkdir', 3],
];

function planKills(
  chance: SeededRandom,
  { only = '', quick = false }: RoundOptions,
): { about: string; scene: SceneOptions; service: Plan } {
  const name = chance.pick(names.filter((each) => each.includes(only)));
  const where = chance.pick(['beside', 'below', 'elsewhere', 'elsewhere', 'other-disk'] as const);
  const conflict = chance.pick(['number', 'number', 'number', 'skip', 'replace'] as const);
  const template = chance.pick(['{name}-{recipe}', '{name}', '{folder} {name}']);
  const format = chance.pick(['auto', 'auto', 'png', 'jpeg'] as const);
  const scene: SceneOptions = {
    steps: recipes[name],
    count: quick ? 3 : chance.between(3, 7),
    twins: chance.pick([0, 0.3, 0.6]),
    where,
    output: { conflict, template, format, mirror: chance.chance(0.75) },
    bystanders: chance.chance(0.4),
  };
  const slow = chance.pick([0, 5, 40]);
  return {
    about: [name, where, conflict, template, format].join(', '),
    scene,
    service: {
      ...healthy,
      age: chance.pick(['new', 'old']),
      latency: () => slow,
      fate: (upload) => ({ queries: 1 + (upload % 2) }),
    },
  };
}

export function playKills(options: RoundOptions): Promise<RoundReport> {
  return playRound(
    options,
    (chance) => planKills(chance, options),
    async (round) => {
      const words = runWords(round);
      // What a watch folder has taken in goes on with the command, and is not taken in again.
      const first = round.chance.chance(0.15) ? watchWords(round) : words;
      await killing(round, first, options.quick ? 2 : round.chance.between(2, 5));
      await settle(round, words);
      if (round.chance.chance(0.2)) {
        const uploads = round.service.ledger.last;
        const { code } = await round.run(words);
        if (code !== 0) round.violate('exit code', `${code} although all was done`);
        if (round.service.ledger.last > uploads)
          round.violate('sent unasked', 'A command whose work was done sent photographs.');
      }
      const again = round.chance.chance(0.12);
      if (again) {
        await killing(round, [...words, '--again'], 1);
        await settle(round, words);
      }
      await checkRound(round, { times: 1, most: again ? 2 : 1 });
    },
  );
}

function watchWords(round: Round): string[] {
  const [, folder = '', ...rest] = runWords(round);
  return ['watch', folder, ...rest];
}

/** Starts the command so many times, and kills it each time; decides in between where it asks for that. */
async function killing(round: Round, words: readonly string[], times: number): Promise<void> {
  const { chance, scene } = round;
  let left = pointsOfPhotograph * scene.photographs.length * scene.recipe.steps.length;
  for (let nth = 0; nth < times; nth += 1) {
    const kill = pickKill(round, left);
    const { code, report } = await killed(round, words, kill);
    // Of how much was done before a kill, only a count of all points tells.
    const passed = kill.kind === 'point' && kill.of === null ? (report?.points ?? 0) - pointsOfStart : left / 3;
    left = Math.max(pointsOfPhotograph, left - Math.max(0, passed));
    if (code === 0) return;
    if (code !== null)
      await sendAgain(round, chance.chance(0.3) ? { kind: 'point', number: chance.below(40), of: null } : null);
  }
}

/** @param left points that are still to be passed, about */
export function pickKill({ chance, service, scene }: Round, left: number, steps = chosenSteps): Kill {
  const photographs = Math.ceil(left / pointsOfPhotograph / scene.recipe.steps.length);
  const draw = chance.next();
  if (draw < 0.3) return { kind: 'point', number: chance.below(pointsOfStart + left), of: null };
  if (draw < 0.65) {
    const [of, times] = chance.pick(steps);
    return { kind: 'point', number: chance.below(2 * times * photographs), of };
  }
  if (draw < 0.85) return { kind: 'time', ms: 250 + chance.below(700 + 60 * photographs) };
  return { kind: 'upload', uploads: service.ledger.last + 1 + chance.below(3), ms: chance.below(60) };
}

/** Runs a command until it is killed, or has ended before. */
export async function killed(round: Round, words: readonly string[], kill: Kill, journal: JournalOrder | null = null) {
  const running = round.start(words, { kill, journal });
  // A watch folder does not come to an end.
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
