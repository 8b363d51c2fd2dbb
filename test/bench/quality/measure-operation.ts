/** One operation's pictures and measures, in a process of its own: `measure-operation.ts ID FOLDER MS [--quick] [--people=FOLDER]`. Prints JSON. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { measureBasics } from './basics.ts';
import { type Bench, type Measure, type OperationReport, rounded } from './measure.ts';
import { takePictures } from './pictures.ts';
import { plans } from './plan.ts';

const [id, folder, milliseconds] = process.argv.slice(2) as [OperationId, string, string];
const spec = operations[id];
const plan = plans[id];
const named = process.argv.find((each) => each.startsWith('--people='));
const bench: Bench = { folder, quick: process.argv.includes('--quick'), people: named?.slice('--people='.length) };

const pictures = await takePictures(spec, plan, bench);
const measures: Measure[] = [];
const problems: string[] = [];
for (const measurement of [basics, ...plan.measurements]) {
  // What is there already shall not be lost when this process is ended.
  if (performance.now() > Number(milliseconds) * 0.7) {
    problems.push('not everything was measured: the time was up');
    break;
  }
  try {
    measures.push(...(await measurement(spec, bench)));
  } catch (error) {
    problems.push((error as Error).stack ?? String(error));
  }
}
const report: OperationReport = {
  id,
  measures: measures.map((each) => ({ ...each, value: rounded(each.value) })),
  pictures,
  problems,
};
process.stdout.write(JSON.stringify(report), () => process.exit(0));

function basics(): Promise<Measure[]> {
  return measureBasics(spec, plan.view, bench);
}
