/** Speed and memory of an operation at one megapixel and at the most it takes, each in a fresh process. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { group } from '../../helpers/faces.ts';
import { answerOf } from './child.ts';
import type { Cost, Measure } from './measure.ts';

const entry = new URL('./cost-operation.ts', import.meta.url);
/** 24 megapixels: what a camera makes. */
const cameraSidePx = 4899;

/** @param patienceMs for each process; an error says which size took longer */
export async function measureCosts(spec: OperationSpec, quick: boolean, patienceMs: number): Promise<Cost[]> {
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
      const cost = await answerOf<Omit<Cost, 'megapixels'>>(entry, [spec.id, file, String(runs)], patienceMs);
      costs.push({ megapixels: (w * h) / 1e6, ...cost });
    }
    return costs;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the costs promise: no more memory than a laptop can spare, and that a cancelled request stops. */
export function promisesOf(costs: readonly Cost[]): Measure[] {
  return costs.flatMap(({ megapixels, peakMb, stopMs }) => {
    const on = `${megapixels.toFixed(1)} megapixels`;
    const memory = { name: 'peak memory', on, value: peakMb, unit: 'MB', atMost: 1500 };
    if (stopMs === null) return [memory];
    return [
      memory,
      { name: 'a cancelled request goes on for, at the worst', on, value: stopMs, unit: 'ms', atMost: 5000 },
    ];
  });
}

/** Three people at exactly this size, as the best JPEG that the operation takes. */
async function upload(spec: OperationSpec, width: number, height: number): Promise<Buffer> {
  for (let quality = 90; ; quality -= 10) {
    const jpeg = await sharp(group(3)).resize(width, height, { fit: 'cover' }).jpeg({ quality }).toBuffer();
    if (jpeg.byteLength <= spec.images[0]!.maxBytes || quality <= 30) return jpeg;
  }
}

/** Growth from the smallest to the largest size, by megapixel; undefined where there is only one size. */
export function perMegapixel(costs: readonly Cost[]): { ms: number; mb: number } | undefined {
  const [small, large] = [costs[0], costs.at(-1)];
  if (!small || !large || small === large) return undefined;
  const pixels = large.megapixels - small.megapixels;
  const time = (cost: Cost) => cost.nextMs ?? cost.firstMs;
  return { ms: (time(large) - time(small)) / pixels, mb: (large.peakMb - small.peakMb) / pixels };
}
