/** Speed and memory of one operation on one image file: `cost-operation.ts ID FILE RUNS`. Prints JSON. */
import { readFile } from 'node:fs/promises';
import type { OperationId } from '../../../preload/contract/operations/spec.ts';
import { operations } from '../../../preload/contract/operations/table.ts';
import type { Cost } from './measure.ts';
import { plans } from './plan.ts';
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
const next = times.slice(1).sort((a, b) => a - b);
const cost: Omit<Cost, 'megapixels'> = {
  firstMs: times[0]!,
  nextMs: next[Math.floor(next.length / 2)] ?? null,
  startMb: Math.round(startMb),
  // The kernel counts in 1024 bytes, and remembers the most there ever was.
  peakMb: Math.round((process.resourceUsage().maxRSS * 1024) / 1e6),
};
process.stdout.write(JSON.stringify(cost), () => process.exit(0));
