/** Pictures and measures of one operation, in a process of its own. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Measure } from '../shared/measure.ts';
import { rounded } from '../shared/statistics.ts';
import { measureBasics } from './measures/basics.ts';
import { takePictures } from './pictures.ts';
import { plans } from './plan.ts';
import type { Bench, OperationReport } from './report.ts';

/** @param maxMs time after which the process is killed */
export async function measureOperation(id: OperationId, bench: Bench, maxMs: number): Promise<OperationReport> {
  const spec = operations[id];
  const plan = plans[id];
  const pictures = await takePictures(spec, plan, bench);
  const measures: Measure[] = [];
  const problems: string[] = [];
  const basics = () => measureBasics(spec, plan.view, bench);
  for (const measurement of [basics, ...plan.measurements]) {
    // Finish before the timeout, which would lose all measures.
    if (performance.now() > maxMs * 0.7) {
      problems.push('not everything was measured: the time was up');
      break;
    }
    try {
      measures.push(...(await measurement(spec, bench)));
    } catch (error) {
      problems.push((error as Error).stack ?? String(error));
    }
  }
  return { id, measures: measures.map((each) => ({ ...each, value: rounded(each.value) })), pictures, problems };
}
