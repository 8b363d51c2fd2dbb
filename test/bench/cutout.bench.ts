/**
 * Time, CPU time of all threads and peak memory of each cutout in its own process; errors of its alpha against a known one,
 * next to those of the network alone with its small matte enlarged.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import sharp from 'sharp';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import { type EngineOutput, runOperation } from '../../engine/operations/index.ts';
import { enlarge, type Plane } from '../../engine/pixels/plane.ts';
import { objectMatte } from '../../engine/vision/matting/networks/object-matte.ts';
import { portraitMatte } from '../../engine/vision/matting/networks/portrait-matte.ts';
import { decodePhoto, type Photo } from '../../engine/vision/photo/decode.ts';
import { callOf, group } from '../helpers/face/faces.ts';
import { alphaPlane, cutoutOf } from '../helpers/operation/cutouts.ts';
import {
  composite,
  errorsOf,
  type GroundTruthAlpha,
  mug,
  tableWithShadow,
} from '../helpers/photograph/ground-truth-alpha.ts';
import { sample } from '../helpers/photograph/photographs.ts';
import { printResult, runNode } from './shared/program.ts';
import { quantile } from './shared/statistics.ts';

const warmRuns = 3;
const portrait = 'portrait-background-removal';
const universal = 'universal-background-removal';
const commodity = 'commodity-background-removal';

type Cost = { firstMs: number; medianMs: number; cpuMs: number; megapixels: number; peakMegabytes: number };

/** Measures one operation on one file: a first run, which loads the models, and some later ones. */
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
  const median = ([, ...warm]: number[]) => quantile(warm, 0.5);
  return {
    firstMs: times[0]!,
    medianMs: median(times),
    cpuMs: median(loads),
    megapixels: (width * height) / 1e6,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

async function costs(): Promise<Record<string, unknown>[]> {
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
    const cost = await runNode<Cost>([import.meta.filename, operation, path]);
    const cpuMsPerMegapixel = Math.round(cost.cpuMs / cost.megapixels);
    rows.push({ operation, photograph: basename(path), ...cost, cpuMsPerMegapixel });
  }
  return rows;
}

/** Puts people, cut out at full size, before another photograph at half size, which sharpens their alpha. */
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
printResult(result);
