/** Decodes an image to its last row, to find truncated files. */

import { openImage } from '../decode/open-image.ts';
import type { ReadableFormat } from '../decode/sniff-format.ts';

/**
 * For a JPEG whose data ends early but has an end marker, the decoder only warns and fills with gray. Its other
 * warnings concern harmless surplus bytes.
 */
const pixelsMissing = /premature end of/i;

/** libvips stores messages globally, so a picture decoded concurrently may remove ours. */
const wordsLost = /failOn setting/;
const maxAttempts = 20;

/**
 * Reads every row. A JPEG is decoded at an eighth of its size, which still reveals a missing end.
 * @throws Error if the image cannot be decoded or is incomplete
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
      // Assume damage if in doubt.
      if (pixelsMissing.test(message) || tries === maxAttempts) throw error;
      if (!wordsLost.test(message) || message.includes('VipsJpeg')) return read({});
    }
  }
}
