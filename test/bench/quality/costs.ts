/** Speed and memory of an operation at one megapixel and at its largest size, each in a new process. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { OperationId, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { group } from '../../helpers/face/faces.ts';
import { type Measure, measuresOn } from '../shared/measure.ts';
import { runApart } from '../shared/program.ts';
import { quantile } from '../shared/statistics.ts';
import { plans } from './plan.ts';
import type { Cost } from './report.ts';
import { run } from './run.ts';

/** 24 megapixels, like a camera. */
const cameraSidePx = 4899;

export async function measureCosts(spec: OperationSpec, quick: boolean, timeoutMs: number): Promise<Cost[]> {
  const folder = await mkdtemp(join(tmpdir(), 'burnish-bench-'));
  try {
    const { smallerThan, maxSidePx: sideLimitPx = Number.POSITIVE_INFINITY } = spec.images[0]!;
    const width = Math.min(smallerThan.width - 1, sideLimitPx, cameraSidePx);
    const height = Math.min(smallerThan.height - 1, sideLimitPx, cameraSidePx);
    const sizes = [[1000, 1000, 3], ...(quick ? [] : [[width, height, 1]])] as [number, number, number][];
    const costs: Cost[] = [];
    for (const [w, h, runs] of sizes) {
      const file = join(folder, `${w}.jpg`);
      await writeFile(file, await upload(spec, w, h));
      const cost = await runApart(import.meta.url, costOf, [spec.id, file, runs], timeoutMs);
      costs.push({ megapixels: (w * h) / 1e6, ...cost });
    }
    return costs;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures some runs of an operation on one file, in a process of its own. */
export async function costOf(id: OperationId, file: string, runs: number): Promise<Omit<Cost, 'megapixels'>> {
  const upload = await readFile(file);
  const startMb = process.memoryUsage().rss / 1e6;
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const began = performance.now();
    await run(operations[id], upload, plans[id].shown);
    times.push(Math.round(performance.now() - began));
  }
  const nextMs = times.length > 1 ? quantile(times.slice(1), 0.5) : null;
  const stops: number[] = [];
  for (const share of nextMs === null ? [] : [0.2, 0.4, 0.6, 0.8])
    stops.push(await timeToStop(id, upload, share * (nextMs ?? 0)));
  return {
    firstMs: times[0]!,
    nextMs,
    stopMs: stops.length > 0 ? Math.round(Math.max(...stops)) : null,
    startMb: Math.round(startMb),
    peakMb: Math.round((process.resourceUsage().maxRSS * 1024) / 1e6),
  };
}

/** Cancels a run `ms` after its start, and returns how long it continued. The thread may be busy when the timer is due. */
async function timeToStop(id: OperationId, upload: Buffer, ms: number): Promise<number> {
  const cancellation = new AbortController();
  const due = performance.now() + ms;
  setTimeout(() => cancellation.abort(), ms);
  await run(operations[id], upload, plans[id].shown, upload, cancellation.signal).catch((reason: unknown) => {
    if (!cancellation.signal.aborted) throw reason;
  });
  return Math.max(0, performance.now() - due);
}

/** Returns promises: memory for a laptop, and a quick end of canceled requests. */
export function promisesOf(costs: readonly Cost[]): Measure[] {
  return costs.flatMap(({ megapixels, peakMb, stopMs }) => {
    const measure = measuresOn(`${megapixels.toFixed(1)} megapixels`);
    const memory = measure('peak memory', peakMb, 'MB', { atMost: 1500 });
    if (stopMs === null) return [memory];
    return [memory, measure('a cancelled request goes on for, at the worst', stopMs, 'ms', { atMost: 5000 })];
  });
}

/** Returns three people at exactly this size, as the best JPEG for the operation. */
async function upload(spec: OperationSpec, width: number, height: number): Promise<Buffer> {
  for (let quality = 90; ; quality -= 10) {
    const jpeg = await sharp(group(3)).resize(width, height, { fit: 'cover' }).jpeg({ quality }).toBuffer();
    if (jpeg.byteLength <= spec.images[0]!.maxBytes || quality <= 30) return jpeg;
  }
}

/** Returns the growth from the smallest to the largest size; undefined for one size. */
export function perMegapixel(costs: readonly Cost[]): { ms: number; mb: number } | undefined {
  const [small, large] = [costs[0], costs.at(-1)];
  if (!small || !large || small === large) return undefined;
  const pixels = large.megapixels - small.megapixels;
  const time = (cost: Cost) => cost.nextMs ?? cost.firstMs;
  return { ms: (time(large) - time(small)) / pixels, mb: (large.peakMb - small.peakMb) / pixels };
}
