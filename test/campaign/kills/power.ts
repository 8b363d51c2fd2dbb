/**
 * Kills the command and loses, keeps or damages its unsynced writes (power-image.ts). The next command must lose nothing,
 * pay nothing twice, and never call a photograph or the database damaged.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import type { Kill } from '../runner/command.ts';
import { matching, type RoundOptions } from '../runner/report.ts';
import { checkRound, playRound, type Round, type RoundPlan, runWords, sendAgain, settle } from '../runner/round.ts';
import { type RecipeName, recipes, withStore } from '../runner/scene.ts';
import { healthy } from '../service/ledger-service.ts';
import { type KillWeights, pickKill, runAndKill } from './kills.ts';
import { cutPower, readTree } from './power-image.ts';
import type { JournalOrder } from './power-journal.ts';

/** Direct operations and tasks, with addresses and images in the response, in one step and two. */
const names: readonly RecipeName[] = [
  ...(['cutout', 'product', 'retouched', 'heads', 'apparel', 'lips', 'beauty-task', 'retouched-cutout'] as const),
  ...(['retouched-cutout', 'skin-cutout', 'skin-cutout', 'slimming-skin'] as const),
];

const chosenSteps: KillWeights = {
  ...{ rename: 3, commit: 12, copyFile: 1, link: 1 },
  ...{ rm: 3, 'file.sync': 3, 'sharp.toFile': 1, mkdir: 3 },
};

function planPower(chance: SeededRandom, { only, quick = false }: RoundOptions): RoundPlan {
  const name = chance.pick(matching(names, String, only));
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

export function playPower(options: RoundOptions) {
  return playRound(
    options,
    (chance) => planPower(chance, options),
    async (round) => {
      const words = runWords(round);
      const times = options.quick ? 2 : round.chance.between(2, 4);
      for (let nth = 0; nth < times; nth += 1) {
        await killAndCutPower(round, words);
        await round.run(words);
        if (await checkJobs(round)) await sendAgain(round);
      }
      await settle(round, words);
      await checkRound(round, { times: 1, canRepeat: true });
    },
  );
}

async function killAndCutPower(round: Round, words: readonly string[]): Promise<void> {
  const { scene, chance } = round;
  const shadow = join(scene.root, 'power');
  await rm(shadow, { recursive: true, force: true });
  await mkdir(shadow);
  const journal = join(shadow, 'journal');
  // The kill can precede the opening of the journal.
  await writeFile(journal, '');
  const order: JournalOrder = { journal, shadow, database: join(scene.data, 'burnish.db') };
  const before = await readTree(scene.root, order);
  await runAndKill(round, words, pickMoment(round), order);
  const losses = await cutPower({ order, root: scene.root, before }, chance);
  round.count('power cuts');
  round.count('losses', losses.length);
  for (const { what, path } of losses) round.log.push(`  lost: ${path.slice(scene.root.length + 1)} ${what}`);
}

/** Prefers a kill soon after an upload, because the result is new then. */
function pickMoment(round: Round): Kill {
  const { chance, scene, service } = round;
  if (chance.chance(0.5))
    return { kind: 'upload', uploads: service.ledger.last + 1 + chance.below(4), ms: chance.below(200) };
  return pickKill(round, 70 * scene.photographs.length * scene.recipe.steps.length, chosenSteps);
}

/** Error codes of uncertain jobs whose paid work is available. */
const lossCodes = ['RESULT_GONE', 'RESULT_LOST', 'STEP_IMAGE_GONE', 'TASK_LOST', 'PAID_BEFORE'];

/** Checks the database and all jobs. Returns whether a job is uncertain. */
async function checkJobs(round: Round): Promise<boolean> {
  const { data } = round.scene;
  const isUncertain = withStore(data, ({ jobs }) => {
    for (const { sourcePath, error } of jobs.inState('failed'))
      round.violate('blamed', `${JSON.stringify(sourcePath)} failed: ${error && formatMessage(error.message)}`);
    const uncertain = jobs.inState('uncertain');
    for (const { sourcePath, error } of uncertain) {
      round.count(`uncertain ${error?.code}`);
      if (lossCodes.includes(error?.code ?? ''))
        round.violate('paid and lost', `${JSON.stringify(sourcePath)}: ${error && formatMessage(error.message)}`);
    }
    return uncertain.length > 0;
  });
  const damaged = (await readdir(data)).filter((name) => name.includes('damaged'));
  if (damaged.length > 0) round.violate('failed', `the database was taken for damaged: ${damaged.join(', ')}`);
  return isUncertain;
}
