/** Reduces the strength of a retouch, in all of the picture and each face. */
import { basename } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { strengthRow } from '../../../contract/touch-up/strength-field.ts';
import type { Strength } from '../../../contract/touch-up/touch-up.ts';
import type { EncodedResult } from '../encode/prepare-result.ts';
import { ImagingError } from '../errors.ts';
import type { Samples } from '../unpacked-image.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import type { Canvas, Original } from './canvas.ts';
import { type TouchRequest, unpackPictures } from './unpacked-pair.ts';
import { writeTouchUp } from './write-touch-up.ts';

export interface StrengthRequest extends TouchRequest {
  readonly strength: Strength;
  /** Of JPEG and WEBP. */
  readonly quality: number;
}

const stripeRows = 32;

/**
 * Blends a retouch with its photograph into a new file in `to`. Moved outlines appear twice. Disk: up to 16 bytes a
 * pixel.
 * @throws ImagingError BAD_SOURCE, BAD_RESULT or CANNOT_TOUCH_UP, or the signal's reason
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

/** @throws ImagingError CANNOT_TOUCH_UP for a part of the photograph */
export function assertCoversPhoto({ box, result }: Pick<TouchRequest, 'box' | 'result'>): void {
  if (box === null) return;
  throw new ImagingError('CANNOT_TOUCH_UP', msg('imaging.touch.notOver', { name: basename(result) }));
}

/**
 * @param scale px of the canvas per px of the photograph
 * @param name for messages
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
  for (let top = 0; top < height; top += stripeRows) {
    await yieldToEventLoop();
    const stripe = { left: 0, top, width, height: Math.min(stripeRows, height - top) };
    const result = { samples: await canvas.read(stripe), channels };
    const photograph = { samples: await original.read(stripe), channels: original.channels };
    for (let row = 0; row < stripe.height; row++) {
      const strengths = strengthRow(strength, top + row, width, scale);
      blendRow(result, photograph, row * width, strengths, times, maxSample);
    }
    await canvas.write(stripe, result.samples);
  }
}

interface Row {
  readonly samples: Samples;
  readonly channels: 3 | 4;
}

/**
 * Sets `result` to photograph + strength · (result − photograph), weighted by alpha. Stored values are nearly even to
 * the eye, unlike linear light.
 * @param from index of the row's first pixel
 * @param times factor from the photograph's values to the result's
 * @param maxSample 255 or 65535
 */
function blendRow(
  result: Row,
  photograph: Row,
  from: number,
  strengths: Float32Array,
  times: number,
  maxSample: number,
): void {
  const isOpaque = result.channels === 3;
  for (let x = 0; x < strengths.length; x++) {
    const strength = strengths[x]!;
    if (strength >= 1) continue;
    const to = (from + x) * result.channels;
    const seen = (from + x) * photograph.channels;
    if (isOpaque) {
      for (let c = 0; c < 3; c++) {
        const own = photograph.samples[seen + c]! * times;
        result.samples[to + c] = Math.round(own + strength * (result.samples[to + c]! - own));
      }
      continue;
    }
    const own = (1 - strength) * (photograph.channels === 4 ? photograph.samples[seen + 3]! * times : maxSample);
    const retouched = strength * result.samples[to + 3]!;
    const alpha = own + retouched;
    for (let c = 0; c < 3; c++) {
      const color = own * photograph.samples[seen + c]! * times + retouched * result.samples[to + c]!;
      result.samples[to + c] = alpha === 0 ? 0 : Math.round(color / alpha);
    }
    result.samples[to + 3] = Math.round(alpha);
  }
}
