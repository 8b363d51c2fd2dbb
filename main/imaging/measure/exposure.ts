/** How a picture is exposed: what is lost in its shadows and highlights, and how light its subject is. */
import type { Box } from '../../../contract/jobs/result.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import type { Picture } from './measured-image.ts';
import { luminanceIn } from './plane.ts';
import { focusRegions } from './sharpness.ts';

export interface Exposure {
  /** Shares (0..1) of the picture's pixels that are black and white, with nothing left in any channel. */
  readonly clippedLow: number;
  readonly clippedHigh: number;
  /** Mean luminance (0..1, of encoded values) of the faces, or of the middle where there are none. */
  readonly light: number;
}

/** The darkest channel of white, and the lightest of black: what JPEG leaves of 255 and 0. */
const white = 252;
const black = 3;

/** @param faces px of the picture */
export async function measureExposure(picture: Picture, faces: readonly Box[], signal: AbortSignal): Promise<Exposure> {
  const yieldToEventLoop = createYielder(signal);
  const { width, height, rgb } = picture;
  let [low, high] = [0, 0];
  for (let y = 0; y < height; y++) {
    await yieldToEventLoop();
    for (let offset = y * width * 3; offset < (y + 1) * width * 3; offset += 3) {
      const [red, green, blue] = [rgb[offset]!, rgb[offset + 1]!, rgb[offset + 2]!];
      if (Math.min(red, green, blue) >= white) high += 1;
      else if (Math.max(red, green, blue) <= black) low += 1;
    }
  }
  let [sum, count] = [0, 0];
  for (const part of focusRegions(picture, faces)) {
    const { values } = await luminanceIn(picture, part, yieldToEventLoop);
    for (let from = 0; from < values.length; from += part.width) {
      await yieldToEventLoop();
      for (let index = from; index < from + part.width; index++) sum += values[index]!;
    }
    count += values.length;
  }
  const pixels = Math.max(1, width * height);
  return { clippedLow: low / pixels, clippedHigh: high / pixels, light: count === 0 ? 0 : sum / count / 255 };
}
