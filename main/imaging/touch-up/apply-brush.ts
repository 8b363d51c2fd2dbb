/** Strokes of the brush on a cutout, at full size, as a new file. */
import type { Stroke } from '../../../contract/touch-up/touch-up.ts';
import type { EncodedResult } from '../encode/encode-result.ts';
import { paintStrokes } from './painter.ts';
import { type TouchRequest, unpackPictures } from './unpacked-pair.ts';
import { writeTouchUp } from './write-touch-up.ts';

export interface BrushRequest extends TouchRequest {
  readonly strokes: readonly Stroke[];
  /** Of JPEG and WEBP, as the recipe has it. */
  readonly quality: number;
}

/**
 * Makes a new picture of a cutout, element, crop or mask with the strokes on it; pixels without a stroke stay as they are. A
 * result without alpha is taken for one that was laid on white: what is erased becomes white, what is restored comes back.
 * Memory: tiles and the surroundings of strokes, about 150 MB beside the decoder's own, whatever the size. Disk: up to 16
 * bytes a pixel in `to`, for a while.
 * @throws ImagingError BAD_SOURCE, BAD_RESULT or CANNOT_TOUCH_UP with a sentence, or the signal's reason
 */
export async function brushResult(request: BrushRequest): Promise<EncodedResult> {
  const { strokes, quality, to, signal } = request;
  const { facts, canvas, canvasPath, original, place, close } = await unpackPictures(request);
  try {
    await paintStrokes(strokes, { canvas, original, place, scale: 1, signal });
    return await writeTouchUp(canvasPath, facts, quality, to);
  } finally {
    await close();
  }
}
