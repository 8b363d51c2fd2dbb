/**
 * Mixes good photographs with everything else that a folder can contain. Each file is finished, rejected with a message, or
 * rightly ignored; the good ones are finished, and the command ends.
 */
import { mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSeededRandom, type SeededRandom } from '../../helpers/run/seeded-random.ts';
import { makeSharedFolder, otherGroup } from '../../helpers/studio/shared-folder.ts';
import { inventory } from '../runner/check.ts';
import type { Ended, Running } from '../runner/command.ts';
import { watchMemory } from '../runner/memory.ts';
import { matching, type RoundOptions } from '../runner/report.ts';
import { checkRound, playRound, type Round, type RoundPlan, runWords } from '../runner/round.ts';
import { recipes } from '../runner/scene.ts';
import { healthy } from '../service/ledger-service.ts';
import { badChanges } from './bad-changes.ts';
import { badContents } from './bad-contents.ts';
import type { BadFile, Item, Making } from './bad-file.ts';
import { badNames } from './bad-names.ts';
import { badPlaces } from './bad-places.ts';
import { badBombs } from './bombs.ts';
import { checkItems } from './files-check.ts';

const cases: readonly BadFile[] = [...badContents, ...badNames, ...badPlaces, ...badBombs, ...badChanges];

/** Time limit of a command in real ms, for very large files and thousands of small ones. */
const limitMs = 1_200_000;
/** Allows for a photograph of 500 megapixels in the most demanding format. */
const maxMemoryMb = 2500;

/** Picks the cases of a round; consecutive rounds of a seed cover all cases repeatedly. */
function pickCases({ number, seed, only, quick = false }: RoundOptions): readonly BadFile[] {
  const possible = cases.filter(({ isHeavy }) => !(quick && isHeavy));
  const some = matching(possible, ({ group, name }) => `${group}: ${name}`, only);
  // Quick rounds are few, so they have more cases.
  const count = Math.min(some.length, quick ? 40 : 12);
  return Array.from({ length: count }, (_, index) => {
    const nth = number * count + index;
    const order = createSeededRandom(seed).derive('cases', Math.floor(nth / some.length));
    return order.shuffled(some)[nth % some.length]!;
  });
}

export function playFiles(options: RoundOptions) {
  const chosen = pickCases(options);
  // Time passes faster for a watcher, because it waits for incomplete files.
  const isWatching = !options.quick && options.number % 5 === 4;
  // Files get the group of the output folder.
  const isShared = otherGroup !== null && options.number % 2 === 0;
  return playRound(
    options,
    (chance) => planFiles(chance, chosen, options.quick === true, isWatching),
    async (round) => {
      const made = await makeCases(chosen, round);
      if (isShared) makeSharedFolder(round.scene.out);
      try {
        await processFiles(round, made, isWatching, isShared);
      } finally {
        for (const { bad, making } of made) await bad.undo?.(making);
      }
    },
  );
}

function planFiles(chance: SeededRandom, chosen: readonly BadFile[], quick: boolean, isWatching: boolean): RoundPlan {
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
    speed: isWatching ? 10 : 1,
  };
}

interface MadeCase {
  readonly bad: BadFile;
  readonly making: Making;
  readonly items: readonly Item[];
}

/** Creates a folder for each case. */
async function makeCases(chosen: readonly BadFile[], { scene, chance }: Round): Promise<MadeCase[]> {
  let content = 1000;
  const made: MadeCase[] = [];
  for (const [index, bad] of chosen.entries()) {
    const folder = join(scene.source, `case ${index}`);
    const outside = join(scene.root, `outside ${index}`);
    await mkdir(folder);
    await mkdir(outside);
    const newContent = () => {
      content = content >= 8000 ? 1000 : content + 1;
      return content;
    };
    const making: Making = { folder, outside, chance: chance.derive('case', index), newContent };
    made.push({ bad, making, items: await bad.make(making) });
  }
  return made;
}

async function processFiles(round: Round, made: readonly MadeCase[], isWatching: boolean, isShared: boolean) {
  const { scene } = round;
  // The watched folder is a symbolic link.
  const link = join(scene.root, 'Link to May');
  if (isWatching) await symlink(scene.source, link);
  const withoutLink = (text: string) => text.replaceAll(link, scene.source);
  const foldersOf = (changes: boolean) =>
    made.filter(({ bad }) => (bad.changes === true) === changes).map(({ making }) => making.folder);
  const photographs = scene.photographs.map(({ path }) => path);
  const before = await inventory(...scene.others, ...photographs, ...foldersOf(false));
  const words = runWords(round, '--json').map((word) => (isWatching && word === scene.source ? link : word));
  const ended: Ended[] = [];
  const start = (command: readonly string[]) => {
    const running = round.start(command, { limitMs });
    const memory = watchMemory(running.child.pid ?? 0);
    const end = async () => {
      const { out, err, ...rest } = round.check(await running.ended);
      ended.push({ ...rest, out: withoutLink(out), err: withoutLink(err) });
      round.peak('MB of memory', memory.peak());
      if (memory.peak() > maxMemoryMb) round.violate('memory', `${memory.peak()} MB`);
    };
    return { running, end };
  };
  const over = new AbortController();
  const first = start(isWatching ? ['watch', ...words.slice(1)] : words);
  const changing = Promise.all(made.map(({ bad, making }) => bad.change?.(making, over.signal)));
  if (isWatching) {
    await untilQuiet(first.running);
    first.running.interrupt();
  }
  await first.end();
  over.abort();
  await changing;
  if (isWatching) await start(words).end();
  const items = made.flatMap(({ bad, items: all }) => all.map((item) => ({ bad, ...item })));
  const { results, isWell } = await checkItems(round, items, ended);
  if (isShared)
    for (const path of results)
      if ((await stat(path)).gid !== otherGroup) round.violate('wrong result', `${path} is not of the folder's group`);
  const { code } = ended.at(-1) ?? {};
  if (code !== (isWell ? 0 : 1))
    round.violate('exit code', `${code} although ${isWell ? 'all is' : 'not all is'} well`);
  const changed = await inventory(...foldersOf(true));
  const otherResults = new Set([...results, ...changed.keys()]);
  await checkRound(round, { times: 1, ownPixels: new Set(), otherResults }, { before });
}

/** Waits until a watching command was silent for longer than it waits for an incomplete file. */
async function untilQuiet({ text, child }: Running): Promise<void> {
  const quietMs = 20_000;
  let length = -1;
  let since = performance.now();
  while (child.exitCode === null && performance.now() - since < quietMs) {
    const now = text.out.length + text.err.length;
    if (now !== length) since = performance.now();
    length = now;
    await sleep(100);
  }
}
