import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { openUpright, strictOptions } from '../decode/open-image.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';
import type { SourcePixels } from './source-pixels.ts';

/**
 * Unpacks a result or upload at `size`: RGB or RGBA, 8 bits, in the source's profile.
 * @param channels 4 adds opaque alpha if missing, 3 drops it
 */
export async function readPixelsInProfile(
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
  // Two passes, because sharp would treat values in the file's own profile as sRGB. A file between them halves the
  // memory.
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
