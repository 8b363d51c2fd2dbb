/** The photograph's own pixels, upright and uncompressed on disk, so that a row of any photograph is one short read. */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { openImage, openUpright, strictOptions } from '../decode/open-image.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import type { Region, Size } from '../size.ts';
import { type Depth, openUnpacked, type Samples } from '../unpacked-image.ts';

export interface SourcePixels<D extends Depth = Depth> extends Size {
  /** RGB, or RGBA where the photograph has an alpha channel. */
  readonly channels: 3 | 4;
  readonly depth: D;
  /** ICC profile the numbers are in; null = sRGB. */
  readonly profile: Uint8Array | null;
  /** Path of the same profile as a file; null = sRGB. */
  readonly profilePath: string | null;
  /** The pixels of a region, row after row; `buffer` as of `UnpackedFile`. */
  read(region: Region, buffer?: Samples<D>): Promise<Samples<D>>;
  /** RGB of a region with 8 bits, scaled to `size`, with Lanczos where that is smaller. */
  scaled(region: Region, size: Size): Promise<Uint8Array>;
  /** Closes and removes the temporary files. */
  close(): Promise<void>;
}

/** The bits that a photograph has to be restored with: all of its own, where its numbers are kept. */
export function depthOf({ deep, colours }: ImageFacts): Depth {
  return deep && colours === 'rgb' ? 16 : 8;
}

/**
 * Unpacks a photograph into a temporary file in `folder` (3 or 4 samples of `depth` a pixel), turned upright. RGB photographs keep the
 * numbers of their own colour profile; others (CMYK, grey) are converted to sRGB. Memory stays small whatever the size, except
 * for photographs stored on their side, which libvips holds unpacked while it turns them.
 */
export async function unpackSource<D extends Depth>(
  facts: ImageFacts,
  folder: string,
  depth: D,
): Promise<SourcePixels<D>> {
  const path = join(folder, `source-${randomUUID()}.v`);
  const profile = facts.colours === 'rgb' && facts.profile !== null ? await embeddedProfile(facts) : null;
  const profilePath = profile === null ? null : `${path}.icc`;
  const upright = profile === null && depth === 8 ? await openUpright(facts) : await ownNumbers(facts, depth);
  const { width, height } = await (facts.alpha ? upright.ensureAlpha() : upright.removeAlpha()).toFile(path);
  if (profilePath !== null && profile !== null) await writeFile(profilePath, profile);
  const channels = facts.alpha ? 4 : 3;
  const file = await openUnpacked(path, { width, height, channels, depth });
  return {
    width,
    height,
    channels,
    depth,
    profile,
    profilePath,
    read: file.read,
    scaled: (region, size) =>
      sharp(path, { ...strictOptions, ignoreIcc: true, sequentialRead: false })
        .removeAlpha()
        .toColourspace('srgb')
        .extract(region)
        .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
        .raw()
        .toBuffer(),
    close: async () => {
      await file.close();
      await rm(path, { force: true });
      if (profilePath !== null) await rm(profilePath, { force: true });
    },
  };
}

/** Upright, with the numbers that are in the file. */
async function ownNumbers(facts: ImageFacts, depth: Depth): Promise<Sharp> {
  // By way of the profile, sharp would take 16 bits to Display P3 first, which is smaller than some.
  const image = await openImage(facts.path, facts.format, { ignoreIcc: facts.deep });
  return image
    .autoOrient()
    .toColourspace(depth === 16 ? 'rgb16' : 'srgb')
    .keepIccProfile();
}

async function embeddedProfile(facts: ImageFacts): Promise<Uint8Array | null> {
  const { icc } = await (await openImage(facts.path, facts.format)).metadata();
  return icc ?? null;
}
