/**
 * Value of each rule after the networks (`--only=RULE,RULE`: a part of its name, or its operation): switches off one rule at a
 * time. Reports errors of known alphas (renderings of `--seeds`, `--things=COUNT` things, keyed people of `--people`), and
 * visible changes of 40 portraits and the sample photographs, with pictures in bench-results/ablation. Keeps pictures and
 * responses of networks in the folder BURNISH_ABLATION.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createPlane } from '../../engine/pixels/plane.ts';
import { errorsOf } from '../helpers/photograph/ground-truth-alpha.ts';
import { changeOf, sideBySide } from './ablation/changes.ts';
import { type Known, type Rule, refiningRules, rules, type Seen } from './ablation/rules.ts';
import { chosenRenderings, fetchRenderings, rendering } from './ablation/unnamed.ts';
import { runWithout } from './ablation/work.ts';
import { portraitsIn, spread } from './people/people-page.ts';
import { flag, printResult, runApart, runInPairs } from './shared/program.ts';
import { mean as meanOf } from './shared/statistics.ts';
import { keyedPortraits } from './truth/keyed.ts';
import { readMask, writeMask } from './truth/masks.ts';
import { prepare } from './truth/prepare.ts';
import { subjects } from './truth/subjects/subjects.ts';

const seeds = (flag('seeds') ?? '1,2,3').split(',');
const people = flag('people');
const only = flag('only')?.split(',');
const things = Number(flag('things') ?? 16);
const portraits = 40;
const folder = process.env.BURNISH_ABLATION ?? join(tmpdir(), 'burnish-ablation');
process.env.BURNISH_ABLATION = folder;
const results = new URL('../../bench-results/ablation/', import.meta.url).pathname;
const program = (path: string) => new URL(path, import.meta.url).href;
/** Operations whose rules come before the slow refinement, which is skipped. */
const coarseOperations: readonly (Known | Seen)[] = ['head', 'hair', 'clothes'];
const known: readonly (Known | Seen)[] = ['universal', 'commodity', 'portrait'];

/** Draws missing pictures with their alphas, and returns the paths. */
async function drawPictures(seed: string): Promise<{ named: string[]; unnamed: string[]; people: string[] }> {
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
    await runApart(program('./truth/prepare.ts'), prepare, [at, seed, names, people]);
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

/** An operation on a set of pictures, with and without a rule. */
interface Trial {
  readonly rule: Rule;
  readonly operation: Known | Seen;
  readonly set: string;
  readonly paths: readonly string[];
  readonly isCoarse: boolean;
}

const runs = new Map<string, Promise<{ to: string; times: readonly number[] }>>();

/** Runs an operation with one rule off, or none if `rule` is empty, unless its results exist. */
function runTrial({ operation, set, paths, isCoarse }: Trial, rule: string) {
  const variant = `${operation}${isCoarse ? '-coarse' : ''}-${rule.replaceAll(/\W+/g, '-') || 'all'}`;
  const to = join(folder, 'out', `${set}-${variant}`);
  const start = async () => {
    const noted = join(to, 'done.json');
    if (!existsSync(noted)) {
      await rm(to, { recursive: true, force: true });
      await mkdir(to, { recursive: true });
      console.error(`  ${set}, ${operation}, ${rule ? `without ${rule}` : 'with all'}`);
      const report = await runApart(program('./ablation/work.ts'), runWithout, [rule, operation, to, paths, isCoarse]);
      await writeFile(noted, JSON.stringify(report));
    }
    const { times } = JSON.parse(await readFile(noted, 'utf8')) as { times: Readonly<Record<string, number>> };
    return { to, times: Object.values(times) };
  };
  const run = runs.get(to) ?? start();
  runs.set(to, run);
  return run;
}

/** Returns the folders of results with and without the rule, and the duration of the rule in ms. */
async function compare(trial: Trial) {
  const [all, off] = [await runTrial(trial, ''), await runTrial(trial, trial.rule.name)];
  return { folders: [all.to, off.to] as const, ms: round(mean(all.times) - mean(off.times)) };
}

const nameOf = (path: string) => basename(path).replace(/\.\w+$/, '');
const mean = (values: readonly number[]) => meanOf(values) || 0;
const round = (value: number) => Math.round(value * 100) / 100;

/** Returns the error of a picture in 1/1000; without a result, that of an empty cutout. */
async function errorIn(to: string, path: string): Promise<number> {
  const truth = await readMask(path.replace(/\.jpg$/, '-truth.png'));
  const made = join(to, `${nameOf(path)}.png`);
  const mask = existsSync(made) ? await readMask(made) : createPlane(truth.width, truth.height);
  return errorsOf(mask, truth).all * 1000;
}

/** Smallest ratio and difference (1/1000) of errors by which a picture is better or worse. */
const [minRatio, minDifference] = [1.1, 0.5];
const isWorse = (a: number, b: number) => a > b * minRatio && a - b > minDifference;

async function measureErrors(trial: Trial) {
  const { paths, rule, operation, set } = trial;
  const { folders, ms } = await compare(trial);
  const errors = (to: string) => Promise.all(paths.map((path) => errorIn(to, path)));
  const [before, after] = [await errors(folders[0]), await errors(folders[1])];
  return {
    rule: rule.name,
    on: `${operation}, ${set}`,
    pictures: paths.length,
    error: round(mean(before)),
    without: round(mean(after)),
    worst: round(Math.max(...before)),
    worstWithout: round(Math.max(...after)),
    better: before.filter((error, i) => isWorse(after[i]!, error)).length,
    worse: before.filter((error, i) => isWorse(error, after[i]!)).length,
    ms,
  };
}

async function measureChanges(trial: Trial) {
  const { paths, rule, operation, set } = trial;
  const { folders, ms } = await compare(trial);
  const visible: string[] = [];
  for (const path of paths) {
    const [before, after] = folders.map((to) => join(to, `${nameOf(path)}.png`)) as [string, string];
    if (!existsSync(before) || !existsSync(after)) {
      if (existsSync(before) !== existsSync(after)) visible.push(`${nameOf(path)} (refused)`);
      continue;
    }
    const change = await changeOf(before, after);
    if (!change.isVisible) continue;
    visible.push(nameOf(path));
    const to = join(results, `${operation}-${rule.name.replaceAll(/\W+/g, '-')}-${nameOf(path)}.webp`);
    await sideBySide(path, before, after, change, to);
  }
  return { rule: rule.name, on: `${operation}, ${set}`, pictures: paths.length, changed: visible.length, visible, ms };
}

await mkdir(results, { recursive: true });
const wanted = rules.filter(
  ({ name, of }) => only?.some((part) => name.includes(part) || of.some((operation) => operation === part)) ?? true,
);
const rows: object[] = [];
const faces = people ? spread(await portraitsIn(people), portraits) : [];
const samples = ['astronaut', 'camera', 'chelsea', 'coffee'].map(
  (name) => new URL(`../../assets/samples/${name}.png`, import.meta.url).pathname,
);
const isAlphaKnown = wanted.some((rule) => rule.of.some((operation) => known.includes(operation)));
const sets = isAlphaKnown ? await Promise.all(seeds.map((seed) => drawPictures(seed))) : [];
const count = (kind: 'named' | 'unnamed' | 'people') => sets.reduce((sum, set) => sum + set[kind].length, 0);
console.error(`  ${count('named')} renderings, ${count('unnamed')} unnamed things, ${count('people')} people`);
const jobs = wanted.flatMap((rule) =>
  rule.of.map((operation) => async () => {
    const isCoarse = coarseOperations.includes(operation);
    const onFaces = { rule, operation, set: 'portraits', paths: faces, isCoarse };
    if (!known.includes(operation)) {
      if (faces.length > 0) rows.push(await measureChanges(onFaces));
      return;
    }
    const kinds = operation === 'portrait' ? (['people'] as const) : (['named', 'unnamed', 'people'] as const);
    for (const kind of kinds) {
      // Pictures of all seeds have the same names, so each seed is a separate set.
      for (const [i, seed] of seeds.entries()) {
        const paths = sets[i]![kind];
        const trial = { rule, operation, set: `${kind} ${seed}`, paths, isCoarse: !refiningRules.includes(rule.name) };
        if (paths.length > 0) rows.push(await measureErrors(trial));
      }
    }
    const onSamples = { ...onFaces, set: 'photographs', paths: samples };
    if (operation !== 'commodity') rows.push(await measureChanges(onSamples));
    if (operation === 'portrait' && faces.length > 0) rows.push(await measureChanges(onFaces));
  }),
);
await runInPairs(jobs);
printResult(rows);
