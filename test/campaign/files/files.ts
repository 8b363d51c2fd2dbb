/**
 * The campaign of files: good photographs among everything else that can lie in a folder. Each file comes out finished, or
 * is said to be no use in a sentence, or is rightly passed over; the good ones are all done, and the command ends by itself.
 */
import { mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import { createSeededRandom } from '../../helpers/seeded-random.ts';
import { makeSharedFolder, otherGroup } from '../../helpers/shared-folder.ts';
import { inventory } from '../runner/check.ts';
import type { Ended, Running } from '../runner/command.ts';
import { watchMemory } from '../runner/memory.ts';
import {
  checkRound,
  playRound,
  type Round,
  type RoundOptions,
  type RoundPlan,
  type RoundReport,
  runWords,
} from '../runner/round.ts';
import { recipes } from '../runner/scene.ts';
import { healthy } from '../service/ledger-service.ts';
import { badBombs } from './bad-bombs.ts';
import { badChanges } from './bad-changes.ts';
import { badContents } from './bad-contents.ts';
import type { BadFile, Item, Making } from './bad-file.ts';
import { badNames } from './bad-names.ts';
import { badPlaces } from './bad-places.ts';
import { checkItems } from './files-check.ts';

const cases: readonly BadFile[] = [...badContents, ...badNames, ...badPlaces, ...badBombs, ...badChanges];

/** Cases of a round; `npm test` has more of them at a time, since it is short of commands. */
const perRound = { usual: 12, quick: 40 };

/** The cases of a round: after each other the rounds of a seed come to all of them, again and again. */
export function casesOf({ number, seed, only = '', quick = false }: RoundOptions): readonly BadFile[] {
  const word = only.toLowerCase();
  const some = cases.filter(
    ({ group, name, isHeavy }) => `${group}: ${name}`.toLowerCase().includes(word) && !(quick && isHeavy),
  );
  if (some.length === 0) throw new Error(`There is no case ${only}`);
  const count = Math.min(some.length, quick ? perRound.quick : perRound.usual);
  return Array.from({ length: count }, (_, index) => {
    const nth = number * count + index;
    const order = createSeededRandom(seed)
      .derive('cases', Math.floor(nth / some.length))
      .shuffled(some);
    return order[nth % some.length]!;
  });
}

export function playFiles(options: RoundOptions): Promise<RoundReport> {
  const chosen = casesOf(options);
  return playRound(
    options,
    (chance) => ({ ...plan(chance, chosen, options), speed: isWatching(options) ? 10 : 1 }),
    async (round) => {
      const made = await put(chosen, round);
      if (isShared(options)) makeSharedFolder(round.scene.out);
      try {
        await takeIn(round, made, options);
      } finally {
        for (const { bad, making } of made) await bad.undo?.(making);
      }
    },
  );
}

/** Every fifth round, whose time passes faster: a watcher is patient with what is not whole. */
const isWatching = ({ number, quick = false }: RoundOptions) => !quick && number % 5 === 4;

/** Every second round, whose output folder gives its group to what is made in it. */
const isShared = ({ number }: RoundOptions) => otherGroup !== null && number % 2 === 0;

function plan(chance: SeededRandom, chosen: readonly BadFile[], { quick = false }: RoundOptions): RoundPlan {
  const recipe = chance.pick(['cutout', 'retouched', 'slimming'] as const);
  const groups = [...new Set(chosen.map(({ group }) => group))];
  return {
    about: `${groups.join(', ')}; ${recipe}`,
    scene: {
      steps: recipes[recipe],
      count: quick ? 2 : 4,
      where: chance.pick(['elsewhere', 'below', 'other-disk']),
      output: { format: chance.pick(['png', 'jpeg']), template: chance.pick(['{name}-{recipe}', '{name}']) },
    },
    service: { ...healthy, takesAnything: true },
  };
}

interface Made {
  readonly bad: BadFile;
  readonly making: Making;
  readonly items: readonly Item[];
}

/** Puts each case into a folder of its own. */
async function put(chosen: readonly BadFile[], { scene, chance }: Round): Promise<Made[]> {
  let content = 1000;
  const made: Made[] = [];
  for (const [index, bad] of chosen.entries()) {
    const folder = join(scene.source, `case ${index}`);
    const outside = join(scene.root, `outside ${index}`);
    await mkdir(folder);
    await mkdir(outside);
    const making: Making = {
      folder,
      source: scene.source,
      outside,
      chance: chance.derive('case', index),
      newContent: () => {
        content = content >= 8000 ? 1000 : content + 1;
        return content;
      },
    };
    made.push({ bad, making, items: await bad.make(making) });
  }
  return made;
}

/** Real ms a command may take: some of the files are as large as files are, and there may be ten thousand of them. */
const limitMs = 1_200_000;

async function takeIn(round: Round, made: readonly Made[], options: RoundOptions): Promise<void> {
  const { scene } = round;
  const watching = isWatching(options);
  // A watched folder is reached through a link, and its output folder is not.
  const link = join(scene.root, 'Link to May');
  if (watching) await symlink(scene.source, link);
  const byName = (text: string) => text.replaceAll(link, scene.source);
  const still = made.filter(({ bad }) => !bad.changes).map(({ making }) => making.folder);
  const before = await inventory(...scene.others, ...scene.photographs.map(({ path }) => path), ...still);
  const words = runWords(round, '--json').map((word) => (watching && word === scene.source ? link : word));
  const ended: Ended[] = [];
  const over = new AbortController();
  const start = (first: readonly string[]) => {
    const running = round.start(first, { limitMs });
    const memory = watchMemory(running.child.pid ?? 0);
    const end = async () => {
      const { out, err, ...end } = round.check(await running.ended);
      ended.push({ ...end, out: byName(out), err: byName(err) });
      round.peak('MB of memory', memory.peak());
      if (memory.peak() > maxMemoryMb) round.violate('memory', `${memory.peak()} MB`);
    };
    return { running, end };
  };
  const first = start(watching ? ['watch', ...words.slice(1)] : words);
  const acting = Promise.all(made.map(({ bad, making }) => bad.meanwhile?.(making, over.signal)));
  if (watching) await untilQuiet(first.running);
  if (watching) first.running.interrupt();
  await first.end();
  over.abort();
  await acting;
  if (watching) await start(words).end();
  const items = made.flatMap(({ bad, items: all }) => all.map((item) => ({ bad, ...item })));
  const { results, isWell } = await checkItems(round, items, ended);
  if (isShared(options))
    for (const path of results)
      if ((await stat(path)).gid !== otherGroup) round.violate('wrong result', `${path} is not of the folder's group`);
  const { code } = ended.at(-1) ?? {};
  if (code !== (isWell ? 0 : 1))
    round.violate('exit code', `${code} although ${isWell ? 'all is' : 'not all is'} well`);
  // What others have changed while it was taken in is nobody's result.
  const changed = await inventory(...made.filter(({ bad }) => bad.changes).map(({ making }) => making.folder));
  const besides = new Set([...results, ...changed.keys()]);
  await checkRound({ ...round, before }, { times: 1, ownPixels: new Set(), besides });
}

/** MB. A photograph of 500 megapixels, in the format that needs most. */
const maxMemoryMb = 2500;

/** Until a watching command has said nothing more for longer than it has patience with a file, in fast time. */
async function untilQuiet({ text, child }: Running): Promise<void> {
  const patience = 20_000;
  let length = -1;
  let since = performance.now();
  while (child.exitCode === null && performance.now() - since < patience) {
    const now = text.out.length + text.err.length;
    if (now !== length) since = performance.now();
    length = now;
    await sleep(100);
  }
}
