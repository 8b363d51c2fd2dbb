/**
 * Quality of the engine's operations in numbers and pictures: `--only=rendered` measures known alphas, `--only=judgements`
 * portraits of the folder `--people`, `--only=people` writes their page. Writes quality.json, quality.html and people.html
 * with pictures to bench-results. Operations end within 25 minutes; the other parts run before them.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { OperationSpec } from '../../contract/operations/operation-spec.ts';
import { operationList } from '../../contract/operations/table.ts';
import { judgementsSection } from './judgements/judgements-page.ts';
import { measureJudgements } from './judgements/measured.ts';
import { peopleLink, showPeople } from './people/people-page.ts';
import { measureCosts, perMegapixel, promisesOf } from './quality/costs.ts';
import { measureOperation } from './quality/measure-operation.ts';
import { type Entry, pageOf } from './quality/page.ts';
import type { Cost, OperationReport } from './quality/report.ts';
import { isKept, withVerdicts } from './shared/measure.ts';
import { flag, printResult, runApart, runInPairs } from './shared/program.ts';
import { renderedSection } from './truth/page.ts';
import { measureRendered } from './truth/rendered.ts';

const quick = process.argv.includes('--quick');
const only = flag('only')?.split(',');
const isWanted = (part: string) => only?.includes(part) ?? true;
const people = flag('people');
/** Subjects of a quick run: solid, with many holes, hairy. */
const quickSubjects = ['mug', 'bicycle wheel', 'furry ball', 'group 6'];

const minute = 60_000;
const costTimeoutMs = 1.5 * minute;
const measureTimeoutMs = 6 * minute;

const results = new URL('../../bench-results/', import.meta.url).pathname;
const pictures = 'quality-pictures';
const measuring = new URL('./quality/measure-operation.ts', import.meta.url).href;

await rm(join(results, pictures), { recursive: true, force: true });
await mkdir(join(results, pictures), { recursive: true });
const rendered = isWanted('rendered')
  ? await measureRendered(flag('seed') ?? '1', join(results, pictures), quick ? quickSubjects : undefined, people)
  : undefined;
const shown = isWanted('people') ? await showPeople(people, results, pictures, quick) : 0;
const judgements = isWanted('judgements') ? await measureJudgements(people) : undefined;
const deadline = performance.now() + 24 * minute;
const timeLeft = (maxMs: number) => Math.min(maxMs, deadline - performance.now());
const specs = operationList.filter(({ id }) => isWanted(id));
// Timed work runs alone, the rest two at a time.
const costs = new Map<string, Cost[] | Error>();
for (const spec of specs) {
  console.error(`  speed and memory of ${spec.id}`);
  const cost = measureCosts(spec, quick, timeLeft(costTimeoutMs));
  costs.set(spec.id, await cost.catch((error: Error) => error));
}
const entries = new Map<string, Entry>();
await runInPairs(specs.map((spec) => async () => void entries.set(spec.id, await entryOf(spec))));
const list = specs.map(({ id }) => entries.get(id)!);

async function entryOf(spec: OperationSpec): Promise<Entry> {
  console.error(`  measures and pictures of ${spec.id}`);
  const startTime = performance.now();
  const timeout = timeLeft(measureTimeoutMs);
  const bench = { folder: join(results, pictures), quick, people };
  const measured = runApart(measuring, measureOperation, [spec.id, bench, timeout], timeout);
  const report = await measured.catch((error: Error): OperationReport => {
    return { id: spec.id, measures: [], pictures: [], problems: [`measures and pictures: ${error.message}`] };
  });
  const seconds = (performance.now() - startTime) / 1000;
  const cost = costs.get(spec.id)!;
  if (cost instanceof Error) {
    const problems = [`speed and memory: ${cost.message}`, ...report.problems];
    return { spec, costs: [], seconds, report: { ...report, problems } };
  }
  return { spec, costs: cost, seconds, report: { ...report, measures: [...promisesOf(cost), ...report.measures] } };
}

const at = new Date().toISOString();
const machine = `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, Node ${process.version}`;
const operations = list.map(({ costs, report, seconds }) => ({
  seconds: Math.round(seconds),
  costs,
  perMegapixel: perMegapixel(costs),
  ...report,
}));
const json = JSON.stringify({ at, machine, quick, rendered, judgements, operations }, undefined, 2);
await writeFile(join(results, 'quality.json'), `${json}\n`);
const sections = [
  peopleLink(shown),
  rendered ? renderedSection(rendered, pictures) : '',
  judgements ? judgementsSection(judgements) : '',
];
await writeFile(join(results, 'quality.html'), pageOf(list, { at, machine, quick, pictures }, sections.join('')));

const summary = list.map(({ spec, costs, report: { measures, problems } }) => {
  const broken = measures.filter((measure) => isKept(measure) === false);
  return {
    id: spec.id,
    kept: measures.filter((measure) => isKept(measure) === true).length,
    broken: broken.map(({ name, on, value, unit }) => `${name} (${on}): ${value} ${unit}`),
    problems,
    costs,
  };
});
printResult({
  report: 'bench-results/quality.html',
  rendered: rendered && { problems: rendered.problems, measures: withVerdicts(rendered.measures) },
  judgements: judgements && 'measures' in judgements ? withVerdicts(judgements.measures) : judgements,
  operations: summary,
});
