/** Writes a touched-up picture as the result it was made from: its format, depth, colours and metadata. */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { strictOptions } from '../decode/open-image.ts';
import { copyMetadata } from '../metadata/copy-metadata.ts';
import { wholeFrame } from '../metadata/positions/positions.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import { type EncodedResult, encode, extensions, type FinishedFormat } from '../restore/encode.ts';

/**
 * Encodes the pixels at `unpacked`, which are in the colour numbers of `result`, into a new file in `to`.
 * @param quality of JPEG and WEBP, as the recipe has it.
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
  // All that the photograph gave the result is in the result.
  await copyMetadata(result.path, path, wholeFrame(result), 'source');
  const { size } = await stat(path);
  return { path, format, extension, width, height, bytes: size };
}

/** Results are written in four formats; another one was put in a result's place. */
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
