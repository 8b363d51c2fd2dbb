/** The pixels of a service's result, in the colour numbers of the photograph it goes back to. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { msg } from '../../../contract/messages/message.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { openUpright, strictOptions } from '../decode/open-image.ts';
import { ImagingError } from '../errors.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import { quotedSize, type Size } from '../size.ts';
import type { SourcePixels } from './source-pixels.ts';

/** How far the shape of a result may differ from what it was made of: rounding, not another picture. */
const shapeTolerance = 0.02;

/**
 * A result (or upload) unpacked at `size`: RGB or RGBA, 8 bits, in the source's profile.
 * @param channels 4 adds an opaque alpha where there is none; 3 drops it.
 */
export async function pixelsInProfile(
  facts: ImageFacts,
  source: Pick<SourcePixels, 'profilePath'>,
  size: Size,
  channels: 3 | 4,
): Promise<Uint8Array> {
  const upright = await openUpright(facts);
  const fitted = (channels === 4 ? upright.ensureAlpha() : upright.removeAlpha()).resize(size.width, size.height, {
    fit: 'fill',
    fastShrinkOnLoad: false,
  });
  if (source.profilePath === null) return fitted.raw().toBuffer();
  // Two passes: sharp would otherwise take the numbers from the file's own profile as those of sRGB. By way of a file, so that only
  // one of the two is held.
  const path = `${source.profilePath}-${randomUUID()}.v`;
  try {
    await fitted.toFile(path);
    return await sharp(path, { ...strictOptions, ignoreIcc: true })
      .withIccProfile(source.profilePath, { attach: false })
      .raw()
      .toBuffer();
  } finally {
    await rm(path, { force: true });
  }
}

/** Whether the result has the shape of what it was made from. */
export function hasShapeOf(result: Size, made: Size): boolean {
  const ratio = (result.width * made.height) / (result.height * made.width);
  // A side that is short anyway may be off by a whole px.
  const slack = shapeTolerance + 1 / Math.min(result.width, result.height, made.width, made.height);
  return Math.abs(ratio - 1) <= slack;
}

/** Throws BAD_RESULT unless it has. */
export function requireSameShape(result: Size, made: Size): void {
  if (!hasShapeOf(result, made)) {
    throw new ImagingError('BAD_RESULT', msg('imaging.result.otherShape', { size: quotedSize(result) }));
  }
}
