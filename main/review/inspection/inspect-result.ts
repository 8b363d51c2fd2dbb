/** Inspects a result: compares it with its photograph and with results of the built-in engine. */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutoutForm } from '../../../contract/operations/cutout.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { ResultFlaw } from '../../../contract/review/result-flaws.ts';
import type { FileAvailability } from '../../files/file-availability.ts';
import { findCutoutFlaws } from '../../imaging/inspection/cutout-flaws.ts';
import { detectShift } from '../../imaging/inspection/detect-shift.ts';
import type { Matte } from '../../imaging/inspection/mask-differences.ts';
import {
  alignResult,
  extractMatte,
  type ResultLayer,
  shrinkForInspection,
} from '../../imaging/inspection/result-matte.ts';
import { type Picture, toJpeg, toSharp, UnmeasurableImage } from '../../imaging/measure/measured-image.ts';
import type { Plane } from '../../imaging/measure/plane.ts';
import type { ServiceClient } from '../../service/client.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import type { PendingInspection } from '../../store/index.ts';
import { readIfUnchanged } from '../background/read-unchanged.ts';
import { findFaceFlaws, parseKnownFaces } from '../faces/compare-faces.ts';
import { analyzePicture } from '../faces/detect-faces.ts';

/** Increased when checks change, to inspect results again. */
export const inspectionVersion = 1;

const maxAspectDifference = 0.02;
/** Longer side for the detection of shifts. */
const shiftSidePx = 256;
/** Fraction of the longer side. */
const minShift = 0.012;

interface InspectionContext {
  /** Of the built-in engine. */
  readonly client: Pick<ServiceClient, 'submit' | 'download'>;
  readonly availability: Pick<FileAvailability, 'locate'>;
  /** Absolute path of an existing folder. */
  readonly scratch: string;
}

/**
 * Returns possible flaws; `gone` if a file is unavailable now.
 * @throws ServiceFailure if the engine is unavailable; the signal's reason
 */
export async function inspectResult(
  pending: PendingInspection,
  context: InspectionContext,
  signal: AbortSignal,
): Promise<ResultFlaw[] | 'gone'> {
  const { recipe, operation, step } = pending;
  const { output } = recipe;
  const { restore } = operations[operation];
  const isCutout = restore === 'alpha';
  // A new layout, or margins, move the content.
  if (output.size.kind === 'exact' || (isCutout && output.composition !== null)) return [];
  if (!isCutout && restore !== 'difference') return [];
  // A cutout has removed most of the photograph on purpose.
  const earlierSteps = recipe.steps.slice(0, step);
  if (!isCutout && earlierSteps.some((each) => operations[each.operation].restore === 'alpha')) return [];
  const read = await readIfUnchanged(pending.photograph, context.availability, signal);
  if (read === 'gone') return 'gone';
  if (read === 'never' || !hasSameAspect(read.picture, pending)) return [];
  const photograph = await shrinkForInspection(read.picture);
  const file = await context.availability.locate(pending.path);
  if (file.state !== 'here') return 'gone';
  let result: ResultLayer;
  try {
    result = await alignResult(file.path, photograph, boxFraction(pending), signal);
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof UnmeasurableImage ? [] : 'gone';
  }
  return isCutout
    ? compareCutouts(pending, photograph, result, context, signal)
    : compareEffect(photograph, result, context, signal);
}

function hasSameAspect({ width, height }: Picture, result: PendingInspection): boolean {
  return Math.abs((width * result.height) / (height * result.width) - 1) <= maxAspectDifference;
}

/** Box of an element in fractions of the photograph's sides. */
function boxFraction({ box, width, height }: PendingInspection) {
  return box && { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height };
}

/** Two must agree. Clothes have only one, which is not reliable enough. */
const referenceOperations: Partial<Record<OperationId, readonly OperationId[]>> = {
  'portrait-background-removal': ['portrait-background-removal', 'universal-background-removal'],
  'universal-background-removal': ['universal-background-removal', 'commodity-background-removal'],
  'commodity-background-removal': ['commodity-background-removal', 'universal-background-removal'],
};

async function compareCutouts(
  { operation, recipe, step }: PendingInspection,
  photograph: Picture,
  result: ResultLayer,
  context: InspectionContext,
  signal: AbortSignal,
): Promise<ResultFlaw[]> {
  const form = cutoutForm(recipe.steps[step]?.params[operations[operation].outputForm ?? '']);
  const references: Matte[] = [];
  const jpeg = await toJpeg(photograph);
  for (const referenceOperation of referenceOperations[operation] ?? []) {
    const matte = await makeMatte(referenceOperation, jpeg, photograph, context, signal);
    // If one operation finds no subject, the other is not reliable either.
    if (matte === null) {
      references.length = 0;
      break;
    }
    references.push(matte);
  }
  // White may be background or subject.
  if (references.length === 0 && form !== 'mask' && !result.hasAlpha) return [];
  const matte = extractMatte(result, form, photograph, references[0] ?? null);
  return findCutoutFlaws({ photograph, result, hasColours: form !== 'mask', matte, own: references }, signal);
}

/** Returns null if the engine finds no subject. */
async function makeMatte(
  operation: OperationId,
  jpeg: Uint8Array,
  frame: Picture,
  { client, scratch }: InspectionContext,
  signal: AbortSignal,
): Promise<Matte | null> {
  const image = join(scratch, `${randomUUID()}.jpg`);
  const cutout = join(scratch, `${randomUUID()}.png`);
  await writeFile(image, jpeg, { signal });
  try {
    const submitted = await client.submit({ operation, params: {}, files: { image }, scratch, signal });
    const from = submitted.kind === 'result' ? submitted.result.files[0]?.from : undefined;
    if (from === undefined) return null;
    const path = 'path' in from ? from.path : cutout;
    if ('url' in from) await client.download(from.url, path, { signal, namedFrom: from.namedFrom });
    const { alpha, ...size } = await alignResult(path, frame, null, signal);
    return { width: size.width, height: size.height, values: alpha };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceFailure && error.kind === 'fatal' && error.subject === 'input') return null;
    throw error;
  } finally {
    await Promise.all([image, cutout].map((path) => rm(path, { force: true })));
  }
}

async function compareEffect(
  photograph: Picture,
  result: ResultLayer,
  { client, scratch }: InspectionContext,
  signal: AbortSignal,
): Promise<ResultFlaw[]> {
  const shift = await detectShift(await smallLuminance(photograph), await smallLuminance(result), signal);
  if (shift === 'other') return [{ kind: 'other', box: null, amount: 1 }];
  const distance = shift === null ? 0 : Math.hypot(shift.x, shift.y);
  // Faces of a moved picture cannot be matched.
  if (distance >= minShift) return [{ kind: 'moved', box: null, amount: distance }];
  const findFaces = async (picture: Picture) =>
    parseKnownFaces(await analyzePicture(client, await toJpeg(picture), scratch, signal, ['dense_features']), picture);
  const before = await findFaces(photograph);
  return before.length === 0 ? [] : findFaceFlaws(before, await findFaces(result), photograph);
}

async function smallLuminance(picture: Picture): Promise<Plane> {
  const { data, info } = await toSharp(picture)
    .resize(shiftSidePx, shiftSidePx, { fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, values: Float32Array.from(data) };
}
