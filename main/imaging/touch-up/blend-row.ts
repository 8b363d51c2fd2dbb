/** Lays a row of a retouch over the photograph, each pixel as strongly as is asked for. */
import type { Samples } from '../unpacked-image.ts';

export interface Row {
  readonly samples: Samples;
  readonly channels: 3 | 4;
}

/**
 * `result` becomes photograph + strength · (result − photograph), in the numbers as they are stored: these are nearly even to
 * the eye, so half the strength looks half as strong. In linear light a darker blemish would be gone at half the strength, and a
 * shine hardly touched. Where there is alpha, colours count by it.
 * @param from index of the row's first pixel in both.
 * @param times what a number of the photograph is worth in the result's.
 * @param maxSample 255 or 65535.
 */
export function blendRow(
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
