/**
 * The quality of the engine's operations, in numbers and pictures: `npm run bench -- quality [--quick] [--only=ID,ID] [--seed=TEXT]
 * [--people=FOLDER]`; `--only=rendered` is the part whose truth is known, `--only=judgements` the one about portraits in FOLDER,
 * `--only=people` their page of before and after. Writes bench-results/quality.json, quality.html and people.html with their pictures;
 * prints a summary as one JSON value. The operations end within 25 minutes; the rendered part and the people's page come before them
 * and take their own time.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { OperationSpec } from '../../contract/operations/operation-spec.ts';
import { operationList } from '../../contract/operations/table.ts';
import { measureJudgements } from './judgements/measured.ts';
import { judgementsSection } from './judgements/page.ts';
import { peopleLink, showPeople } from './people/shown.ts';
import { answerOf } from './quality/child.ts';
import { measureCosts, perMegapixel, promisesOf } from './quality/costs.ts';
import { type Cost, isKept, type OperationReport } from './quality/measure.ts';
import { type Entry, pageOf } from './quality/page.ts';
import { renderedSection } from './truth/page.ts';
import { measureRendered } from './truth/rendered.ts';

const quick = process.argv.includes('--quick');
const flag = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = flag('only')?.split(',');
const seed = flag('seed') ?? '1';
/** Folder of portraits. */
const people = flag('people');
/** What a quick run draws: solid, full of holes, hairy. */
const fewSubjects = ['mug', 'bicycle wheel', 'furry ball', 'group 6'];

const minute = 60_000;
/** Longest for one size of one operation, and for its measures and pictures, in ms. */
const costPatience = 1.5 * minute;
const measurePatience = 6 * minute;

const results = new URL('../../bench-results/', import.meta.url).pathname;
const pictures = 'quality-pictures';
const measureEntry = new URL('./quality/measure-operation.ts', import.meta.url);

/** What was found out about one operation; filled as the run goes on. */
interface Findings {
  readonly spec: OperationSpec;
  readonly problems: string[];
  costs: Cost[];
  report: OperationReport;
  seconds: number;
}

async function takeCosts(found: Findings): Promise<void> {
  try {
    found.costs = await measureCosts(found.spec, quick, patience(costPatience));
  } catch (error) {
    found.problems.push(`speed and memory: ${(error as Error).message}`);
  }
}

async function takeMeasures(found: Findings): Promise<void> {
  const began = performance.now();
  const time = patience(measurePatience);
  const flags = [...(quick ? ['--quick'] : []), ...(people ? [`--people=${people}`] : [])];
  const args = [found.spec.id, join(results, pictures), String(time), ...flags];
  try {
    found.report = await answerOf<OperationReport>(measureEntry, args, time);
  } catch (error) {
    found.problems.push(`measures and pictures: ${(error as Error).message}`);
  }
  found.seconds = (performance.now() - began) / 1000;
}

await rm(join(results, pictures), { recursive: true, force: true });
await mkdir(join(results, pictures), { recursive: true });
const rendered =
  (only?.includes('rendered') ?? true)
    ? await measureRendered(seed, join(results, pictures), quick ? fewSubjects : undefined, people)
    : undefined;
const shown = (only?.includes('people') ?? true) ? await showPeople(people, results, pictures, quick) : 0;
const judgements = (only?.includes('judgements') ?? true) ? await measureJudgements(people) : undefined;
const deadline = performance.now() + 24 * minute;
const patience = (maxMs: number) => Math.min(maxMs, deadline - performance.now());
const specs = operationList.filter(({ id }) => only?.includes(id) ?? true);
const all = specs.map((spec): Findings => {
  const report = { id: spec.id, measures: [], pictures: [], problems: [] };
  return { spec, problems: [], costs: [], report, seconds: 0 };
});
// What is timed runs alone; the rest two at a time.
for (const found of all) {
  console.error(`  speed and memory of ${found.spec.id}`);
  await takeCosts(found);
}
const line = [...all];
const lane = async () => {
  for (let found = line.shift(); found; found = line.shift()) {
    console.error(`  measures and pictures of ${found.spec.id}`);
    await takeMeasures(found);
  }
};
await Promise.all([lane(), lane()]);

const entries = all.map(
  ({ spec, costs, report, problems, seconds }): Entry => ({
    spec,
    costs,
    seconds,
    report: {
      ...report,
      measures: [...promisesOf(costs), ...report.measures],
      problems: [...problems, ...report.problems],
    },
  }),
);

const at = new Date().toISOString();
const machine = `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.version}`;
const operations = entries.map(({ costs, report, seconds }) => ({
  seconds: Math.round(seconds),
  costs,
  perMegapixel: perMegapixel(costs),
  ...report,
}));
await writeFile(
  join(results, 'quality.json'),
  `${JSON.stringify({ at, machine, quick, rendered, judgements, operations }, undefined, 2)}\n`,
);
await writeFile(
  join(results, 'quality.html'),
  pageOf(
    entries,
    { at, machine, quick, pictures },
    peopleLink(shown) +
      (rendered ? renderedSection(rendered, pictures) : '') +
      (judgements ? judgementsSection(judgements) : ''),
  ),
);

const goals = rendered && {
  problems: rendered.problems,
  measures: rendered.measures.map((each) => ({ ...each, kept: isKept(each) })),
};
const summary = entries.map((entry) => {
  const verdicts = entry.report.measures.map((each) => ({ ...each, kept: isKept(each) }));
  const broken = verdicts.filter(({ kept }) => kept === false);
  return {
    id: entry.spec.id,
    kept: verdicts.filter(({ kept }) => kept === true).length,
    broken: broken.map(({ name, on, value, unit }) => `${name} (${on}): ${value} ${unit}`),
    problems: entry.report.problems,
    costs: entry.costs,
  };
});
const judged =
  judgements && 'measures' in judgements
    ? judgements.measures.map((each) => ({ ...each, kept: isKept(each) }))
    : judgements;
console.log(
  JSON.stringify({ report: 'bench-results/quality.html', rendered: goals, judgements: judged, operations: summary }),
);
