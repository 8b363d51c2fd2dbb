import { jpegSegments, marker } from '../container/jpeg-segments.ts';
import { openFile, pinnedFileAt } from '../container/pinned-files.ts';
import { openImage } from './open-image.ts';
import type { ReadableFormat } from './sniff-format.ts';

/** The decoder only warns if data ends early but has an end marker. Its other warnings are harmless. */
const missingPixelsWarning = /premature end of/i;

/** libvips stores messages globally, so concurrent decoding may remove ours. */
const lostWarning = /failOn setting/;
const maxAttempts = 20;

/**
 * Reads every row, of a JPEG at an eighth of its size.
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
      if (missingPixelsWarning.test(message) || attempt === maxAttempts) throw error;
      if (!lostWarning.test(message) || message.includes('VipsJpeg')) return read({});
    }
  }
}

/** A disk sector that a copying program has not written yet. Coded data hardly contains it. */
const gap = Buffer.alloc(512);

/** Whether a pinned JPEG reaches its end marker without a gap. Its coded data is not checked. False for other files. */
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
  } catch {}
  return false;
}
