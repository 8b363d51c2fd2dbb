/** One operation's measures and pictures, in a process of its own: `measure-operation.ts ID FOLDER [--quick]`. Prints JSON. */
import type { OperationId } from '../../../preload/contract/operations/spec.ts';
import { operations } from '../../../preload/contract/operations/table.ts';
import { measureBasics } from './basics.ts';
import { type Bench, type Measure, type OperationReport, rounded } from './measure.ts';
import { takePictures } from './pictures.ts';
import { type Measurement, plans } from './plan.ts';

const [id, folder] = process.argv.slice(2) as [OperationId, string];
const spec = operations[id];
const plan = plans[id];
const bench: Bench = { folder, quick: process.argv.includes('--quick') };

const measures: Measure[] = [];
const problems: string[] = [];
const basics: Measurement = () => measureBasics(spec, plan.view, bench);
for (const measurement of [basics, ...plan.measurements]) {
  try {
    measures.push(...(await measurement(spec, bench)));
  } catch (error) {
    problems.push(`${measurement.name || 'a measurement'}: ${(error as Error).stack}`);
  }
}
const pictures = await takePictures(spec, plan, bench);
const report: OperationReport = {
  id,
  measures: measures.map((each) => ({ ...each, value: rounded(each.value) })),
  pictures,
  problems,
};
process.stdout.write(JSON.stringify(report), () => process.exit(0));
