/** How much of a retouch is kept, for the whole picture and for each face, at full size, as a new file. */
import { basename } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { strengthRow } from '../../../contract/touch-up/strength-field.ts';
import type { Strength } from '../../../contract/touch-up/touch-up.ts';
import type { EncodedResult } from '../encode/encode-result.ts';
import { ImagingError } from '../errors.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { blendRow } from './blend-row.ts';
import type { Canvas } from './painter.ts';
import type { Original } from './source-photo.ts';
import { type TouchRequest, unpackPictures } from './unpacked-pair.ts';
import { writeTouchUp } from './write-touch-up.ts';

export interface StrengthRequest extends TouchRequest {
  readonly strength: Strength;
  /** Of JPEG and WEBP, as the recipe has it. */
  readonly quality: number;
}

const rowsAtOnce = 32;

/**
 * Makes a new picture of a retouch laid over its photograph. Works on what is as large as the photograph, moved outlines
 * (slimming) included, which at half the strength are seen twice. Memory: stripes, beside the decoder's own. Disk: up to 16
 * bytes a pixel in `to`, for a while.
 * @throws ImagingError BAD_SOURCE, BAD_RESULT or CANNOT_TOUCH_UP with a sentence, or the signal's reason
 */
export async function blendResult(request: StrengthRequest): Promise<EncodedResult> {
  const { strength, quality, to, signal } = request;
  assertCoversPhoto(request);
  const { facts, canvas, canvasPath, original, close } = await unpackPictures(request);
  try {
    await blendPictures(canvas, original, strength, 1, basename(request.result), signal);
    return await writeTouchUp(canvasPath, facts, quality, to);
  } finally {
    await close();
  }
}

/** What shows a part of the photograph only is laid over nothing. */
export function assertCoversPhoto({ box, result }: Pick<TouchRequest, 'box' | 'result'>): void {
  if (box === null) return;
  throw new ImagingError('CANNOT_TOUCH_UP', msg('imaging.touch.notOver', { name: basename(result) }));
}

/**
 * @param scale px of the canvas per px of the photograph.
 * @param name of the result, in sentences.
 * @throws ImagingError CANNOT_TOUCH_UP for a mask
 */
export async function blendPictures(
  canvas: Canvas,
  original: Original,
  strength: Strength,
  scale: number,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const { width, height, channels } = canvas;
  if (channels === 1) throw new ImagingError('CANNOT_TOUCH_UP', msg('imaging.touch.notOver', { name }));
  const maxSample = canvas.depth === 8 ? 255 : 65535;
  const times = maxSample / (original.depth === 8 ? 255 : 65535);
  const yieldToEventLoop = createYielder(signal);
  for (let top = 0; top < height; top += rowsAtOnce) {
    await yieldToEventLoop();
    const stripe = { left: 0, top, width, height: Math.min(rowsAtOnce, height - top) };
    const result = { samples: await canvas.read(stripe), channels };
    const photograph = { samples: await original.read(stripe), channels: original.channels };
    for (let row = 0; row < stripe.height; row++) {
      const strengths = strengthRow(strength, top + row, width, scale);
      blendRow(result, photograph, row * width, strengths, times, maxSample);
    }
    await canvas.write(stripe, result.samples);
  }
}
