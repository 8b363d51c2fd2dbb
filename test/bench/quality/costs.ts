/** Speed and memory of an operation at one megapixel and at its largest size, each in a new process. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { group } from '../../helpers/face/faces.ts';
import { type Measure, measuresOn } from '../shared/measure.ts';
import { runNode } from '../shared/program.ts';
import type { Cost } from './report.ts';

const entry = new URL('./cost-operation.ts', import.meta.url);
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
      const cost = await runNode<Omit<Cost, 'megapixels'>>([entry, spec.id, file, String(runs)], timeoutMs);
      costs.push({ megapixels: (w * h) / 1e6, ...cost });
    }
    return costs;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
