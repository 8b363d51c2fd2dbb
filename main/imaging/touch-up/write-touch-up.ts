import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { strictOptions } from '../decode/open-image.ts';
import { encode, extensions, type FinishedFormat } from '../encode/image-encoders.ts';
import type { EncodedResult } from '../encode/prepare-result.ts';
import { copyMetadata } from '../metadata/copy-metadata.ts';
import { wholeFrame } from '../metadata/positions/positions.ts';
import type { ImageFacts } from '../read/inspect-image.ts';

/**
 * Writes touched-up pixels with format, depth, colors and metadata of the original result.
 * @param unpacked in libvips' format, in the color space of `result`
 */
export async function writeTouchUp(
  unpacked: string,
  result: ImageFacts,
  quality: number,
  to: string,
): Promise<EncodedResult> {
  const format = formatOf(result);
  const extension = extensions[format];
  const path = join(to, `touched-${randomUUID()}${extension}`);
  const { width, height } = result;
  const image = sharp(unpacked, strictOptions);
  const isGray = result.colours === 'grey' && !result.alpha;
  const deep = result.deep && format !== 'jpeg' && format !== 'webp';
  await encode(
    image.toColourspace(isGray ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb'),
    format,
    quality,
    path,
  );
  // The result has all of the photograph's metadata.
  await copyMetadata(result.path, path, wholeFrame(result), 'source');
  const { size } = await stat(path);
  return { path, format, extension, width, height, bytes: size };
}

/** Another format belongs to a file that replaced the result. */
function formatOf({ format }: ImageFacts): FinishedFormat {
  switch (format) {
    case 'png':
    case 'jpeg':
    case 'webp':
    case 'tiff':
      return format;
    default:
      return 'png';
  }
}
