/** Checks whether all data of an image file is there. */
import { jpegSegments, marker } from '../container/jpeg-segments.ts';
import { openFile, pinnedFileAt } from '../container/pinned-files.ts';
import { openImage } from './open-image.ts';
import type { ReadableFormat } from './sniff-format.ts';

/**
 * For a JPEG whose data ends early but has an end marker, the decoder only warns and fills with gray. Its other
 * warnings concern harmless surplus bytes.
 */
const missingPixelsWarning = /premature end of/i;

/** libvips stores messages globally, so a picture decoded concurrently may remove ours. */
const lostWarning = /failOn setting/;
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
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read({ failOn: 'warning' });
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      // Assume damage if in doubt.
      if (missingPixelsWarning.test(message) || attempt === maxAttempts) throw error;
      if (!lostWarning.test(message) || message.includes('VipsJpeg')) return read({});
    }
  }
}

/** A disk sector of zeros: data that a copying program has not written yet. Coded pictures hardly contain it. */
const gap = Buffer.alloc(512);

/**
 * Whether a pinned JPEG is completely copied: its parts reach the end marker without a gap. Its coded data is not
 * checked. Returns false for other files.
 */
export async function isCompleteJpeg(path: string): Promise<boolean> {
  const bytes = pinnedFileAt(path)?.bytes;
  if (bytes === undefined) return false;
  let hasPicture = false;
  try {
    for await (const { marker: kind, from, to } of jpegSegments(await openFile(path))) {
      if (kind === marker.endOfImage) return hasPicture;
      if (kind === null && bytes.subarray(from, to).includes(gap)) return false;
      hasPicture ||= kind === null;
    }
  } catch {
    // Any error means incomplete.
  }
  return false;
}
