/** Makes pictures and measures of one operation: `measure-operation.ts ID FOLDER MS [--quick] [--people=FOLDER]`. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Measure } from '../shared/measure.ts';
import { flag, printResult } from '../shared/program.ts';
import { rounded } from '../shared/statistics.ts';
import { measureBasics } from './measures/basics.ts';
import { takePictures } from './pictures.ts';
import { plans } from './plan.ts';
import type { Bench, OperationReport } from './report.ts';

const [id, folder, milliseconds] = process.argv.slice(2) as [OperationId, string, string];
const spec = operations[id];
const plan = plans[id];
const bench: Bench = { folder, quick: process.argv.includes('--quick'), people: flag('people') };

const pictures = await takePictures(spec, plan, bench);
const measures: Measure[] = [];
const problems: string[] = [];
const basics = () => measureBasics(spec, plan.view, bench);
for (const measurement of [basics, ...plan.measurements]) {
  // Finish before the timeout, which would lose all measures.
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
const rows = measures.map((each) => ({ ...each, value: rounded(each.value) }));
printResult({ id, measures: rows, pictures, problems } satisfies OperationReport);
