/** Measures speed and memory of one operation on one file: `cost-operation.ts ID FILE RUNS`. */
import { readFile } from 'node:fs/promises';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { printResult } from '../shared/program.ts';
import { quantile } from '../shared/statistics.ts';
import { plans } from './plan.ts';
import type { Cost } from './report.ts';
import { run } from './run.ts';

const [id, file, runs] = process.argv.slice(2) as [OperationId, string, string];
const upload = await readFile(file);
const startMb = process.memoryUsage().rss / 1e6;
const times: number[] = [];
for (let i = 0; i < Number(runs); i++) {
  const began = performance.now();
  await run(operations[id], upload, plans[id].shown);
  times.push(Math.round(performance.now() - began));
}
const nextMs = times.length > 1 ? quantile(times.slice(1), 0.5) : null;
const stops: number[] = [];
for (const share of nextMs === null ? [] : [0.2, 0.4, 0.6, 0.8]) stops.push(await timeToStop(share * (nextMs ?? 0)));
const cost: Omit<Cost, 'megapixels'> = {
  firstMs: times[0]!,
  nextMs,
  stopMs: stops.length > 0 ? Math.round(Math.max(...stops)) : null,
  startMb: Math.round(startMb),
  peakMb: Math.round((process.resourceUsage().maxRSS * 1024) / 1e6),
};
printResult(cost);

/** Cancels a run `ms` after its start, and returns how long it continued. The thread may be busy when the timer is due. */
async function timeToStop(ms: number): Promise<number> {
  const cancellation = new AbortController();
  const due = performance.now() + ms;
  setTimeout(() => cancellation.abort(), ms);
  await run(operations[id], upload, plans[id].shown, upload, cancellation.signal).catch((reason: unknown) => {
    if (!cancellation.signal.aborted) throw reason;
  });
  return Math.max(0, performance.now() - due);
}
