/**
 * What each rule behind the networks is worth: `npm run bench -- ablation [--seeds=TEXT,TEXT] [--people=FOLDER] [--only=RULE,RULE]
 * [--things=COUNT]` (RULE: a part of its name, or what it is judged on). Every rule of `ablation/rules.ts` is switched off in turn: errors of alphas that are known (renderings of the seeds,
 * things nobody fitted anything to, keyed people), and how many of 40 portraits of FOLDER, and of the sample
 * photographs, change visibly. Prints one JSON value; pictures of
 * what changed are in bench-results/ablation. Pictures and networks' answers are kept in the folder BURNISH_ABLATION, and used again.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createPlane } from '../../engine/pixels/plane.ts';
import { errorsOf } from '../helpers/ground-truth-alpha.ts';
import { changeOf, sideBySide } from './ablation/changes.ts';
import { type Known, type Rule, rules, type Seen } from './ablation/rules.ts';
import { sourceOf } from './ablation/switched.ts';
import { chosenRenderings, fetchRenderings, rendering } from './ablation/unnamed.ts';
import { spread } from './people/shown.ts';
import { answerOf } from './quality/child.ts';
import { keyedPortraits } from './truth/keyed.ts';
import { readMask, writeMask } from './truth/masks.ts';
import { subjects } from './truth/subjects.ts';

const flag = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const seeds = (flag('seeds') ?? '1,2,3').split(',');
const people = flag('people');
const only = flag('only')?.split(',');
const things = Number(flag('things') ?? 16);
const portraits = 40;
const patienceMs = 60 * 60_000;
const folder = process.env.BURNISH_ABLATION ?? join(tmpdir(), 'burnish-ablation');
process.env.BURNISH_ABLATION = folder;
const results = new URL('../../bench-results/ablation/', import.meta.url).pathname;
const program = (path: string) => new URL(path, import.meta.url);
/** Their rules all lie before the refinement, which takes most of their time: photographs are judged without it. */
const coarsely: readonly (Known | Seen)[] = ['head', 'hair', 'clothes'];
const known: readonly (Known | Seen)[] = ['universal', 'commodity', 'portrait'];

interface Done {
  readonly times: Readonly<Record<string, number>>;
  readonly refusals: Readonly<Record<string, string>>;
}

/** Draws what is not there yet: paths of pictures whose alpha lies beside them. */
async function drawn(seed: string): Promise<{ named: string[]; unnamed: string[]; people: string[] }> {
  const at = join(folder, `pics-${seed}`);
  await mkdir(at, { recursive: true });
  const id = (name: string) => name.replaceAll(/[^a-z0-9]+/g, '-');
  const path = (name: string) => join(at, `${id(name)}.jpg`);
  const missing = (names: readonly string[]) => names.filter((name) => !existsSync(path(name)));
  const named = Object.keys(subjects);
  const persons = [...[1, 2, 3, 4, 5, 6].map((n) => `group ${n}`), ...(people ? keyedPortraits : [])];
  const names = missing([...named, ...persons]);
  if (names.length > 0) {
    console.error(`  drawing ${names.length} pictures of seed ${seed}`);
    await answerOf(program('./truth/prepare.ts'), [at, seed, names.join(','), ...(people ? [people] : [])], patienceMs);
  }
  const none = await fetchRenderings();
  if (none) console.error(`  ${none}`);
  const unnamed = none ? [] : await chosenRenderings(seed, things);
  for (const picture of missing(unnamed)) {
    const { jpeg, alpha } = await rendering(picture, seed);
    await writeMask(alpha, join(at, `${id(picture)}-truth.png`));
    await writeFile(path(picture), jpeg);
  }
  return { named: named.map(path), unnamed: unnamed.map(path), people: persons.map(path) };
}

const works = new Map<string, Promise<{ to: string; done: Done }>>();

/** Runs an operation with a rule off, or with all on, unless that was done before. */
function work(rule: string, operation: Known | Seen, isCoarse: boolean, paths: readonly string[], set: string) {
  const key = [rule, operation, isCoarse, set].join();
  const begun = works.get(key) ?? workOnce(rule, operation, isCoarse, paths, set);
  works.set(key, begun);
  return begun;
}

async function workOnce(
  rule: string,
  operation: Known | Seen,
  isCoarse: boolean,
  paths: readonly string[],
  set: string,
) {
  const to = join(
    folder,
    'out',
    `${set}-${operation}${isCoarse ? '-coarse' : ''}-${rule.replaceAll(/\W+/g, '-') || 'all'}`,
  );
  const noted = join(to, 'done.json');
  if (existsSync(noted)) return { to, done: JSON.parse(await readFile(noted, 'utf8')) as Done };
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  console.error(`  ${set}, ${operation}, ${rule ? `without ${rule}` : 'with all'}`);
  const words = [rule, operation, to, paths.join(','), ...(isCoarse ? ['coarse'] : [])];
  const done = await answerOf<Done>(program('./ablation/work.ts'), words, patienceMs);
  await writeFile(noted, JSON.stringify(done));
  return { to, done };
}

const nameOf = (path: string) => basename(path).replace(/\.\w+$/, '');
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const round = (value: number) => Math.round(value * 100) / 100;

/** Errors in 1/1000, of each picture; what was refused counts as an empty cutout. */
async function errorsIn(to: string, paths: readonly string[]): Promise<number[]> {
  return Promise.all(
    paths.map(async (path) => {
      const truth = await readMask(path.replace(/\.jpg$/, '-truth.png'));
      const made = join(to, `${nameOf(path)}.png`);
      const mask = existsSync(made) ? await readMask(made) : createPlane(truth.width, truth.height);
      return errorsOf(mask, truth).all * 1000;
    }),
  );
}

/** A picture counts as better or worse where its error differs by a tenth, and by so many 1/1000. */
const [tenth, enough] = [1.1, 0.5];

async function onKnown({ name, refines }: Rule, operation: Known | Seen, set: string, paths: readonly string[]) {
  const [all, off] = [
    await work('', operation, !refines, paths, set),
    await work(name, operation, !refines, paths, set),
  ];
  const [before, after] = [await errorsIn(all.to, paths), await errorsIn(off.to, paths)];
  const gains = paths.map((_, i) => [before[i]!, after[i]!] as const);
  return {
    rule: name,
    on: `${operation}, ${set}`,
    pictures: paths.length,
    error: round(mean(before)),
    without: round(mean(after)),
    worst: round(Math.max(...before)),
    worstWithout: round(Math.max(...after)),
    better: gains.filter(([a, b]) => b > a * tenth && b - a > enough).length,
    worse: gains.filter(([a, b]) => a > b * tenth && a - b > enough).length,
    ms: round(mean(Object.values(all.done.times)) - mean(Object.values(off.done.times))),
  };
}

async function onPhotographs({ name }: Rule, operation: Known | Seen, set: string, paths: readonly string[]) {
  const isCoarse = coarsely.includes(operation);
  const [all, off] = [
    await work('', operation, isCoarse, paths, set),
    await work(name, operation, isCoarse, paths, set),
  ];
  const visible: string[] = [];
  for (const path of paths) {
    const [before, after] = [all.to, off.to].map((to) => join(to, `${nameOf(path)}.png`)) as [string, string];
    if (!existsSync(before) || !existsSync(after)) {
      if (existsSync(before) !== existsSync(after)) visible.push(`${nameOf(path)} (refused)`);
      continue;
    }
    const change = await changeOf(before, after);
    if (!change.isVisible) continue;
    visible.push(nameOf(path));
    const to = join(results, `${operation}-${name.replaceAll(/\W+/g, '-')}-${nameOf(path)}.webp`);
    await sideBySide(path, before, after, change, to);
  }
  const ms = round(mean(Object.values(all.done.times)) - mean(Object.values(off.done.times)));
  return { rule: name, on: `${operation}, ${set}`, pictures: paths.length, changed: visible.length, visible, ms };
}

const linesOf = ({ files = [] }: Rule) => files.reduce((sum, file) => sum + sourceOf(file).split('\n').length - 1, 0);

await mkdir(results, { recursive: true });
const wanted = rules.filter(
  ({ name, of }) => only?.some((part) => name.includes(part) || of.some((operation) => operation === part)) ?? true,
);
const rows: object[] = [];
const jobs: (() => Promise<unknown>)[] = [];
const faces = people
  ? spread((await readdir(people)).filter((name) => /\.(jpe?g|png)$/.test(name)).sort(), portraits).map((name) =>
      join(people, name),
    )
  : [];
const samples = ['astronaut', 'camera', 'chelsea', 'coffee'].map(
  (name) => new URL(`../../assets/samples/${name}.png`, import.meta.url).pathname,
);
const isAlphaKnown = wanted.some((rule) => rule.of.some((operation) => known.includes(operation)));
const sets = isAlphaKnown ? await Promise.all(seeds.map((seed) => drawn(seed))) : [];
const all = (kind: 'named' | 'unnamed' | 'people') => sets.flatMap((set) => set[kind]);
// Names of pictures are those of their kind: each seed is a set of its own.
for (const rule of wanted) {
  for (const operation of rule.of) {
    jobs.push(async () => {
      if (!known.includes(operation)) {
        if (faces.length > 0)
          rows.push({ ...(await onPhotographs(rule, operation, 'portraits', faces)), lines: linesOf(rule) });
        return;
      }
      for (const kind of operation === 'portrait' ? (['people'] as const) : (['named', 'unnamed', 'people'] as const)) {
        for (const [i, seed] of seeds.entries()) {
          const paths = sets[i]![kind];
          if (paths.length > 0)
            rows.push({ ...(await onKnown(rule, operation, `${kind} ${seed}`, paths)), lines: linesOf(rule) });
        }
      }
      if (operation !== 'commodity') rows.push(await onPhotographs(rule, operation, 'photographs', samples));
      if (operation === 'portrait' && faces.length > 0)
        rows.push(await onPhotographs(rule, operation, 'portraits', faces));
    });
  }
}
console.error(
  `  ${all('named').length} renderings, ${all('unnamed').length} things nobody named, ${all('people').length} people`,
);
const lane = async () => {
  for (let job = jobs.shift(); job; job = jobs.shift()) await job();
};
await Promise.all([lane(), lane()]);
process.stdout.write(JSON.stringify(rows, undefined, 1));
