/** The photograph's own pixels, uncompressed on disk, so that each row is one short read. */
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
  /** RGB, or RGBA if the photograph has alpha. */
  readonly channels: 3 | 4;
  readonly depth: D;
  /** Null = sRGB. */
  readonly profile: Uint8Array | null;
  /** Null = sRGB. */
  readonly profilePath: string | null;
  /** `buffer` as in `UnpackedFile`. */
  read(region: Region, buffer?: Samples<D>): Promise<Samples<D>>;
  /** RGB with 8 bits. */
  scaled(region: Region, size: Size): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** 16 bits, if the photograph has them and is not converted. */
export function depthOf({ deep, colours }: ImageFacts): Depth {
  return deep && colours === 'rgb' ? 16 : 8;
}

/**
 * Unpacks a photograph, upright, into `folder`: 3 or 4 samples a pixel. RGB keeps its profile; CMYK and gray become
 * sRGB. Memory stays small, unless the photograph is stored sideways.
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

/** Upright, without a color conversion. */
async function ownNumbers(facts: ImageFacts, depth: Depth): Promise<Sharp> {
  // sharp would convert 16 bits to Display P3 first.
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
