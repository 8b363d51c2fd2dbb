/**
 * The campaign of power cuts: the command is killed, and what it had not synced is lost, kept or damaged (power-image.ts). The next
 * command must find its way from there: nothing is lost or paid twice, and no photograph is blamed for a file of Burnish's own.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { openStore } from '../../../main/store/index.ts';
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import type { Kill } from '../runner/command.ts';
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
import { recipes } from '../runner/scene.ts';
import { healthy } from '../service/ledger-service.ts';
import { type KillWeights, killed, pickKill } from './kills.ts';
import { cutPower, readTree } from './power-image.ts';
import type { JournalOrder } from './power-journal.ts';

/** Direct and as tasks, with addresses and with pictures in the answer, in one step and in two. */
const names = [
  'cutout',
  'product',
  'retouched',
  'heads',
  'apparel',
  'lips',
  'beauty-task',
  'retouched-cutout',
  'retouched-cutout',
  'skin-cutout',
  'skin-cutout',
  'slimming-skin',
] as const satisfies readonly (keyof typeof recipes)[];

/** Steps that are rare among all points, and how often each comes about for a photograph, at least. */
const chosenSteps: KillWeights = [
  ['rename', 3],
  ['commit', 12],
  ['copyFile', 1],
  ['link', 1],
  ['rm', 3],
  ['file.sync', 3],
  ['sharp.toFile', 1],
  ['mkdir', 3],
];

function planPower(chance: SeededRandom, { only = '', quick = false }: RoundOptions): RoundPlan {
  const name = chance.pick(names.filter((each) => each.includes(only)));
  const where = chance.pick(['beside', 'below', 'elsewhere'] as const);
  const conflict = chance.pick(['number', 'number', 'skip', 'replace'] as const);
  return {
    about: [name, where, conflict].join(', '),
    scene: {
      steps: recipes[name],
      count: quick ? 3 : chance.between(3, 6),
      twins: chance.pick([0, 0.3]),
      where,
      output: { conflict, format: chance.pick(['auto', 'png'] as const) },
    },
    service: { ...healthy, latency: () => 5, fate: (upload) => ({ queries: 1 + (upload % 2) }) },
  };
}

export function playPower(options: RoundOptions): Promise<RoundReport> {
  return playRound(
    options,
    (chance) => planPower(chance, options),
    async (round) => {
      const words = runWords(round);
      const times = options.quick ? 2 : round.chance.between(2, 4);
      for (let nth = 0; nth < times; nth += 1) {
        await killAndCutPower(round, words);
        await round.run(words);
        if (await needsDecision(round)) await sendAgain(round);
      }
      await settle(round, words);
      await checkRound(round, { times: 1, canRepeat: true });
    },
  );
}

/** Runs the command until it is killed, or has ended before, and takes what was not synced. */
async function killAndCutPower(round: Round, words: readonly string[]): Promise<void> {
  const { scene, chance } = round;
  const shadow = join(scene.root, 'power');
  await rm(shadow, { recursive: true, force: true });
  await mkdir(shadow);
  const journal = join(shadow, 'journal');
  // The kill may come before the journal is opened.
  await writeFile(journal, '');
  const order: JournalOrder = { journal, shadow, database: join(scene.data, 'burnish.db') };
  const before = await readTree(scene.root, order);
  await killed(round, words, pickMoment(round), order);
  const losses = await cutPower({ order, root: scene.root, before }, chance);
  round.count('power cuts');
  round.count('losses', losses.length);
  for (const { what, path } of losses) round.log.push(`  lost: ${path.slice(scene.root.length + 1)} ${what}`);
}

/** Most often soon after an upload, when its result is new. */
function pickMoment(round: Round): Kill {
  const { chance, scene, service } = round;
  if (chance.chance(0.5))
    return { kind: 'upload', uploads: service.ledger.last + 1 + chance.below(4), ms: chance.below(200) };
  return pickKill(round, 70 * scene.photographs.length * scene.recipe.steps.length, chosenSteps);
}

/** Paid work that was received, or has a task, needs no decision. */
const goneCodes = ['RESULT_GONE', 'RESULT_LOST', 'STEP_IMAGE_GONE', 'TASK_LOST', 'PAID_BEFORE'];

/** Looks at all jobs: every photograph of a round is sound, and so is its database. @returns whether any job is uncertain */
async function needsDecision(round: Round): Promise<boolean> {
  const { scene } = round;
  const store = openStore({ folder: scene.data });
  try {
    const damaged = (await readdir(scene.data)).filter((name) => name.includes('damaged'));
    if (damaged.length > 0) round.violate('failed', `the database was taken for damaged: ${damaged.join(', ')}`);
    for (const job of store.jobs.inState('failed'))
      round.violate(
        'blamed',
        `${JSON.stringify(job.sourcePath)} failed: ${job.error && formatMessage(job.error.message)}`,
      );
    const uncertain = store.jobs.inState('uncertain');
    for (const { sourcePath, error } of uncertain) {
      round.count(`uncertain ${error?.code}`);
      if (goneCodes.includes(error?.code ?? ''))
        round.violate('paid and lost', `${JSON.stringify(sourcePath)}: ${error && formatMessage(error.message)}`);
    }
    return uncertain.length > 0;
  } finally {
    store.close();
  }
}
