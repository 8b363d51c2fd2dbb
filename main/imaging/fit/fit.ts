/** Fits a photograph to the limits of an image input. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import type { ImageFormat, ImageInput, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { openUpright } from '../decode/open-image.ts';
import { ImagingError } from '../errors.ts';
import { stripMetadata } from '../metadata/strip-metadata.ts';
import { type ImageFacts, inspectImage } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';
import type { FitStep } from './fit-steps.ts';
import { findObstacles, isAccepted, isLargeEnough, maxAcceptedSize, scaleSize } from './input-limits.ts';
import { inputProblems } from './input-problems.ts';
import { encodeWithin, type Raster, scaleRaster } from './upload-encoding.ts';

export interface FitRequest {
  /** Absolute; never written to. */
  readonly source: string;
  /** For messages, if `source` is a working copy. */
  readonly name?: string;
  readonly operation: Pick<OperationSpec, 'title'>;
  readonly input: ImageInput;
  /** The caller removes it. */
  readonly to: string;
  readonly isFitAllowed: boolean;
  readonly signal: AbortSignal;
}

export interface FittedUpload {
  /** The source itself if it has no metadata. */
  readonly path: string;
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Size of the upright photograph. */
  readonly original: Size;
  /** width / original.width; at most 1. */
  readonly scale: number;
  /** Empty = the photograph's pixels, bit for bit; otherwise the result needs `restoreToSource`. */
  readonly steps: readonly FitStep[];
}

/**
 * Returns an upload with no metadata except orientation and profile. Upright sRGB photographs within the limits keep
 * their coded pixels. Others become the first frame, upright, sRGB, downscaled no further than necessary. Small ones
 * are rejected, because enlarging invents detail.
 * @throws ImagingError BAD_SOURCE, UNUSABLE_FILE or DOES_NOT_FIT, or the signal's reason
 */
export async function fitToInput(request: FitRequest): Promise<FittedUpload> {
  const { source, operation, input, isFitAllowed, signal } = request;
  const facts = await inspectImage(source, request.name);
  signal.throwIfAborted();
  if (facts.kind !== 'image') {
    const isTransient = facts.kind === 'missing' || facts.kind === 'unreadable';
    throw new ImagingError(isTransient ? 'BAD_SOURCE' : 'UNUSABLE_FILE', facts.message);
  }
  const [problem] = inputProblems(facts, operation, input, isFitAllowed);
  if (problem !== undefined) throw new ImagingError('DOES_NOT_FIT', problem.message);

  const { width, height, format } = facts;
  const original = { width, height };
  if (isAccepted(format, input) && (!isFitAllowed || findObstacles(facts, input).length === 0)) {
    const stripped = await stripMetadata(facts, request.to);
    signal.throwIfAborted();
    if (stripped !== null)
      return { ...stripped, format: format as ImageFormat, ...original, original, scale: 1, steps: [] };
  }

  const steps = preparation(facts, input);
  let raster = await decode(facts, maxAcceptedSize(facts, input));
  for (;;) {
    signal.throwIfAborted();
    const encoded = await encodeWithin(raster, facts, input, signal);
    if (encoded.kind === 'fits') {
      const size = { width: raster.width, height: raster.height };
      if (encoded.flattened) steps.push({ kind: 'flattened' });
      if (size.width !== width || size.height !== height) steps.push({ kind: 'scaled', from: original, to: size });
      steps.push(...encodingSteps(facts, encoded.format, encoded.quality));
      const path = join(request.to, `upload-${randomUUID()}.${encoded.format === 'jpeg' ? 'jpg' : encoded.format}`);
      await writeFile(path, encoded.data, { flag: 'wx', signal });
      const upload = { path, format: encoded.format, ...size, bytes: encoded.data.length };
      return { ...upload, original, scale: size.width / width, steps };
    }
    // Bytes grow a little less than the area, so one round usually suffices.
    const smaller = scaleSize(raster, Math.min(0.9, Math.sqrt(input.maxBytes / encoded.bytes) * 0.95));
    if (!isLargeEnough(smaller, input) || (smaller.width === raster.width && smaller.height === raster.height)) {
      const names = { name: facts.name, operation: { named: operation.title } };
      throw new ImagingError('DOES_NOT_FIT', msg('imaging.fit.never', names));
    }
    raster = await scaleRaster(raster, smaller);
  }
}

function preparation(facts: ImageFacts, input: ImageInput): FitStep[] {
  const steps: FitStep[] = [];
  for (const obstacle of findObstacles(facts, input)) {
    switch (obstacle.kind) {
      case 'animated':
        steps.push({ kind: 'first-frame', frames: facts.frames });
        break;
      case 'turned':
        steps.push({ kind: 'oriented', orientation: facts.orientation });
        break;
      case 'colours':
        steps.push({ kind: 'colours', from: facts.profile ?? facts.colours });
        break;
      case 'png-depth':
        steps.push({ kind: 'depth', bits: obstacle.bits });
        break;
      default:
    }
  }
  return steps;
}

function encodingSteps(facts: ImageFacts, format: ImageFormat, quality: number | null): FitStep[] {
  if (format !== facts.format) return [{ kind: 'converted', from: facts.format, to: format, quality }];
  return [{ kind: 're-encoded', format, quality }];
}

/** Decodes and scales in one pass, with only the scaled pixels in memory. */
async function decode(facts: ImageFacts, size: Size): Promise<Raster> {
  const upright = (await openUpright(facts)).resize(size.width, size.height, {
    fit: 'fill',
    kernel: 'lanczos3',
    // Shrink-on-load shifts JPEGs by fractions of a pixel, visible at cutout edges.
    fastShrinkOnLoad: false,
  });
  const image = facts.alpha ? upright.ensureAlpha() : upright.removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}
