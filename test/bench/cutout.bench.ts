/**
 * The cutouts: time, CPU time (of all threads; other work on the computer does not spoil it) and peak memory of each
 * operation per photograph, each in a process of its own; and how near their alpha comes to a known one, beside the plain
 * network whose small matte is blown up. One JSON value on stdout.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import { type EngineOutput, runOperation } from '../../engine/operations/index.ts';
import { enlarge, type Plane } from '../../engine/pixels/plane.ts';
import { objectMatte } from '../../engine/vision/matting/networks/object-matte.ts';
import { portraitMatte } from '../../engine/vision/matting/networks/portrait-matte.ts';
import { decodePhoto, type Photo } from '../../engine/vision/photo/decode.ts';
import { alphaPlane, cutoutOf } from '../helpers/cutouts.ts';
import { callOf, group } from '../helpers/faces.ts';
import { composite, errorsOf, type GroundTruthAlpha, mug, tableWithShadow } from '../helpers/ground-truth-alpha.ts';
import { sample } from '../helpers/photographs.ts';

const warmRuns = 3;
const portrait = 'portrait-background-removal';
const universal = 'universal-background-removal';
const commodity = 'commodity-background-removal';

type Cost = { firstMs: number; medianMs: number; cpuMs: number; megapixels: number; peakMegabytes: number };

/** One operation on one file, first with nothing loaded, then a few times more. */
async function costOf(operation: OperationId, path: string): Promise<Cost> {
  const upload = await readFile(path);
  const { width, height } = await sharp(upload).metadata();
  const times: number[] = [];
  const loads: number[] = [];
  for (let i = 0; i <= warmRuns; i++) {
    const began = performance.now();
    const before = process.cpuUsage();
    await runOperation(callOf(operation, upload));
    const { user, system } = process.cpuUsage(before);
    times.push(Math.round(performance.now() - began));
    loads.push(Math.round((user + system) / 1000));
  }
  const median = ([, ...warm]: number[]) => warm.sort((a, b) => a - b)[Math.floor(warmRuns / 2)]!;
  return {
    firstMs: times[0]!,
    medianMs: median(times),
    cpuMs: median(loads),
    megapixels: (width * height) / 1e6,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

async function costs(): Promise<Record<string, unknown>[]> {
  const run = promisify(execFile);
  const rows: Record<string, unknown>[] = [];
  const jobs: [OperationId, string][] = [
    [portrait, sample('astronaut')],
    ...([1, 4, 6] as const).map((number): [OperationId, string] => [portrait, group(number)]),
    [universal, sample('chelsea')],
    [universal, group(4)],
    [commodity, sample('coffee')],
    [commodity, group(4)],
  ];
  for (const [operation, path] of jobs) {
    const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url), operation, path]);
    const cost = JSON.parse(stdout) as Cost;
    const cpuMsPerMegapixel = Math.round(cost.cpuMs / cost.megapixels);
    rows.push({ operation, photograph: basename(path), ...cost, cpuMsPerMegapixel });
  }
  return rows;
}

/** People cut out at full size, laid at half size before another photograph: the alpha is known, and sharper. */
async function people(path: string, background: string): Promise<GroundTruthAlpha> {
  const output = await runOperation(callOf(portrait, await readFile(path)));
  const { width, height, data } = await cutoutOf(output);
  const half = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize(Math.round(width / 2))
    .png()
    .toBuffer({ resolveWithObject: true });
  const file = { bytes: half.data, mime: 'image/png' } as const;
  const alpha = alphaPlane(await cutoutOf({ kind: 'image', file }));
  const upload = await sharp(background)
    .resize(half.info.width, half.info.height, { fit: 'cover' })
    .composite([{ input: half.data }])
    .jpeg({ quality: 93 })
    .toBuffer();
  return { photo: await decodePhoto(upload), alpha };
}

type Errors = ReturnType<typeof errorsOf>;
const perThousand = (errors: Errors) =>
  Object.fromEntries(Object.entries(errors).map(([name, value]) => [name, Math.round(value * 1e5) / 100]));

async function quality(
  name: string,
  operation: OperationId,
  known: GroundTruthAlpha,
  peer: (photo: Photo) => Promise<Plane | null>,
): Promise<Record<string, unknown>> {
  const { width, height, rgb } = known.photo;
  const upload = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const output: EngineOutput = await runOperation(callOf(operation, upload, { return_form: 'mask' }));
  const small = await peer(known.photo);
  return {
    name,
    operation,
    ours: perThousand(errorsOf(alphaPlane(await cutoutOf(output)), known.alpha)),
    networkAlone: small && perThousand(errorsOf(enlarge(small, width, height), known.alpha)),
  };
}

async function qualities(): Promise<Record<string, unknown>[]> {
  const blue = ['#2b5a9c', '#6f9fdd', '#1d3d70'] as const;
  const white = ['#e9e6e0', '#fdfcfa', '#b9b4ac'] as const;
  const table = await tableWithShadow(1400, 1100);
  return [
    await quality('four before a table', portrait, await people(group(6), sample('coffee')), portraitMatte),
    await quality('four before fur', portrait, await people(group(4), sample('chelsea')), portraitMatte),
    await quality('blue mug', commodity, await composite(mug(1400, 1100, blue), table), objectMatte),
    await quality('white mug', commodity, await composite(mug(1400, 1100, white), table), objectMatte),
  ];
}

const [operation, path] = process.argv.slice(2);
const result =
  operation && path
    ? await costOf(operation as OperationId, path)
    : { benchmark: 'cutout', unitOfErrors: 'thousandths of alpha', costs: await costs(), quality: await qualities() };
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`, () => process.exit(0));
