/** Looks at one result before the user does: reads it beside its photograph, asks the built-in engine, and says what may be wrong. */
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
import { analysePicture } from '../stacks/detect-faces.ts';
import { readIfUnchanged } from '../stacks/measure-photo.ts';
import { faceFlaws, knownFacesIn } from './compare-faces.ts';

/** Goes up when results are to be looked at anew, since what is looked for has changed. */
export const inspectionVersion = 1;

/** Result and photograph whose sides differ more than this (of 1) do not lie on each other. */
const sameShape = 0.02;
/** px of the longer side at which a picture's place is looked for; and how far (of it) it must have moved to be told of. */
const [placedSide, minMoved] = [256, 0.012];

export interface InspectionContext {
  /** Of the built-in engine. */
  readonly client: Pick<ServiceClient, 'submit' | 'download'>;
  readonly availability: Pick<FileAvailability, 'locate'>;
  /** An existing folder. */
  readonly scratch: string;
}

/**
 * What may be wrong with a result; `gone` where it or its photograph is not there now.
 * @throws ServiceFailure where the engine cannot be asked; the signal's reason
 */
export async function inspectResult(
  on: PendingInspection,
  context: InspectionContext,
  signal: AbortSignal,
): Promise<ResultFlaw[] | 'gone'> {
  const { output, steps } = on.recipe;
  const { restore } = operations[on.operation];
  const isCutout = restore === 'alpha';
  // Laid out anew, or with margins: nothing lies where it lay.
  if (output.size.kind === 'exact' || (isCutout && output.composition !== null)) return [];
  if (!isCutout && restore !== 'difference') return [];
  // Of what was cut out before it was retouched, most is gone on purpose.
  if (!isCutout && steps.slice(0, on.step).some(({ operation }) => operations[operation].restore === 'alpha'))
    return [];
  const read = await readIfUnchanged(on.photograph, context.availability, signal);
  if (read === 'gone') return 'gone';
  if (read === 'never' || !hasShape(read.picture, on)) return [];
  const photograph = await shrinkForInspection(read.picture);
  const box = on.box && {
    x: on.box.x / on.width,
    y: on.box.y / on.height,
    width: on.box.width / on.width,
    height: on.box.height / on.height,
  };
  const file = await context.availability.locate(on.path);
  if (file.state !== 'here') return 'gone';
  let result: ResultLayer;
  try {
    result = await alignResult(file.path, photograph, box, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UnmeasurableImage) return [];
    return 'gone';
  }
  return isCutout
    ? cutoutFlaws(on, photograph, result, context, signal)
    : effectFlaws(photograph, result, context, signal);
}

function hasShape({ width, height }: Picture, on: PendingInspection): boolean {
  return Math.abs((width * on.height) / (height * on.width) - 1) <= sameShape;
}

/** By what our own cutouts of the same are made: in the same way, and in another. Of clothes there is only one way, which is not sure enough. */
const ownWays: Partial<Record<OperationId, readonly OperationId[]>> = {
  'portrait-background-removal': ['portrait-background-removal', 'universal-background-removal'],
  'universal-background-removal': ['universal-background-removal', 'commodity-background-removal'],
  'commodity-background-removal': ['commodity-background-removal', 'universal-background-removal'],
};

async function cutoutFlaws(
  { operation, recipe, step }: PendingInspection,
  photograph: Picture,
  result: ResultLayer,
  context: InspectionContext,
  signal: AbortSignal,
): Promise<ResultFlaw[]> {
  const form = cutoutForm(recipe.steps[step]?.params[operations[operation].outputForm ?? '']);
  const own: Matte[] = [];
  const jpeg = await toJpeg(photograph);
  for (const method of ownWays[operation] ?? []) {
    const matte = await ownMatte(method, jpeg, photograph, context, signal);
    // Where one of them finds nothing to cut out, the other is not to be relied on.
    if (matte === null) own.length = 0;
    if (matte === null) break;
    own.push(matte);
  }
  // White may be the background's or the subject's own then.
  if (own.length === 0 && form !== 'mask' && !result.hasAlpha) return [];
  const matte = extractMatte(result, form, photograph, own[0] ?? null);
  return findCutoutFlaws({ photograph, result, hasColours: form !== 'mask', matte, own }, signal);
}

/** Our own cutout of the photograph; null where nothing is found that could be cut out. */
async function ownMatte(
  operation: OperationId,
  jpeg: Uint8Array,
  frame: Picture,
  { client, scratch }: InspectionContext,
  signal: AbortSignal,
): Promise<Matte | null> {
  const [image, cutout] = [join(scratch, `${randomUUID()}.jpg`), join(scratch, `${randomUUID()}.png`)];
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

async function effectFlaws(
  photograph: Picture,
  result: ResultLayer,
  { client, scratch }: InspectionContext,
  signal: AbortSignal,
): Promise<ResultFlaw[]> {
  const shift = await detectShift(await placed(photograph), await placed(result), signal);
  if (shift === 'other') return [{ kind: 'other', box: null, amount: 1 }];
  const moved = shift === null ? 0 : Math.hypot(shift.x, shift.y);
  // What was moved has all its faces elsewhere.
  if (moved >= minMoved) return [{ kind: 'moved', box: null, amount: moved }];
  const facesOf = async (picture: Picture) =>
    knownFacesIn(await analysePicture(client, await toJpeg(picture), scratch, signal, ['dense_features']), picture);
  const before = await facesOf(photograph);
  return before.length === 0 ? [] : faceFlaws(before, await facesOf(result), photograph);
}

/** Luminance, small. */
async function placed(picture: Picture): Promise<Plane> {
  const { data, info } = await toSharp(picture)
    .resize(placedSide, placedSide, { fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, values: Float32Array.from(data) };
}
