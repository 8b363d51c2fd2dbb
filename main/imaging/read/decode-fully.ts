/** Decodes an image to its last row, to find out whether all of it is there. */

import { openImage } from './open-image.ts';
import type { ReadableFormat } from './sniff-format.ts';

/**
 * Of a JPEG whose data ends before its last row, and that was closed all the same (by a rescue program, or a card with gaps), the decoder
 * only warns, and fills the rest with grey. Its other warnings are of bytes too many, which good photographs have.
 */
const pixelsMissing = /premature end of/i;

/** What is left to say where another picture, decoded at the same time, took the decoder's words away: they are kept for all in one place. */
const wordsLost = /failOn setting/;
const maxAttempts = 20;

/**
 * Reads every row; a JPEG is decoded at an eighth of its size, which is enough to meet a missing end.
 * @throws Error when the image cannot be decoded, or is not whole
 */
export async function decodeFully(path: string, format: ReadableFormat): Promise<void> {
  const read = async (options: Parameters<typeof openImage>[2]) => {
    const image = await openImage(path, format, options);
    await image.resize(16, 16, { fit: 'inside' }).raw().toBuffer();
  };
  if (format !== 'jpeg') return read({});
  for (let tries = 1; ; tries += 1) {
    try {
      return await read({ failOn: 'warning' });
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      // What may be damaged is not taken for whole.
      if (pixelsMissing.test(message) || tries === maxAttempts) throw error;
      if (!wordsLost.test(message) || message.includes('VipsJpeg')) return read({});
    }
  }
}
