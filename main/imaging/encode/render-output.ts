/** Renders the pixels of an output: scaled, sharpened, and in its color space. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp, SharpenOptions } from 'sharp';
import type { Rendering, Sharpening } from '../../../contract/recipes/output.ts';
import { type NamedSpace, profileOf } from '../../../formats/icc-profiles.ts';
import { openImage, openUpright } from '../decode/open-image.ts';
import { tagWithProfile } from '../metadata/copy-metadata.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import type { SizePlan } from './size-plan.ts';

/** `sigma` in px of the scaled picture; `m1` and `m2` are the gains of flat and rough areas. */
const sharpenings: Readonly<Record<Exclude<Sharpening, 'off'>, SharpenOptions>> = {
  screen: { sigma: 0.6, m1: 0.4, m2: 1.2 },
  print: { sigma: 1, m1: 0.8, m2: 2.2 },
};

/** Profile of an image file that embeds none; null = sRGB. */
export type AssumedProfile = Uint8Array | null;

export interface DrawRequest {
  readonly facts: ImageFacts;
  readonly plan: SizePlan;
  readonly rendering: Pick<Rendering, 'depth' | 'sharpen' | 'colour'>;
  readonly assumed: AssumedProfile;
  /** Folder for temporary files. */
  readonly to: string;
}

/**
 * Returns the path of a file in libvips' own format, upright, with its profile. Memory stays small, unless the picture
 * is stored sideways.
 */
export async function renderOutput({ facts, plan, rendering, assumed, to }: DrawRequest): Promise<string> {
  const space = rendering.colour === 'photograph' || facts.colours !== 'rgb' ? null : rendering.colour;
  // libvips assumes sRGB only for 8 bits.
  const needsProfile = space !== null && facts.profile === null && (assumed !== null || facts.deep);
  const tagged = needsProfile ? await taggedCopy(facts, assumed, to) : null;
  const path = join(to, `drawn-${randomUUID()}.v`);
  const profilePath = `${path}.icc`;
  try {
    let image = await inOwnColors(tagged === null ? facts : { ...facts, path: tagged });
    if (plan.isScaled) {
      const { width, height } = plan.picture;
      image = image.resize(width, height, { fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false });
      if (rendering.sharpen !== 'off') image = image.sharpen(sharpenings[rendering.sharpen]);
    }
    image = image.toColourspace(interpretationOf(facts, rendering.depth));
    if (space !== null) {
      await writeFile(profilePath, profileOf(space satisfies NamedSpace));
      image = image.withIccProfile(profilePath);
    } else if (facts.colours === 'rgb') image = image.keepIccProfile();
    await image.toFile(path);
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await rm(profilePath, { force: true });
    if (tagged !== null) await rm(tagged, { force: true });
  }
}

/** RGB keeps its values, so that its profile is converted directly. */
async function inOwnColors(facts: ImageFacts): Promise<Sharp> {
  if (facts.colours !== 'rgb' && facts.colours !== 'grey') return openUpright(facts);
  return (await openImage(facts.path, facts.format, { ignoreIcc: true })).autoOrient();
}

export function interpretationOf({ colours, alpha }: Pick<ImageFacts, 'colours' | 'alpha'>, depth: 8 | 16) {
  const isGray = colours === 'grey' && !alpha;
  if (depth === 16) return isGray ? 'grey16' : 'rgb16';
  return isGray ? 'b-w' : 'srgb';
}

async function taggedCopy(facts: ImageFacts, assumed: AssumedProfile, to: string): Promise<string> {
  const path = join(to, `tagged-${randomUUID()}`);
  await copyFile(facts.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await tagWithProfile(path, Buffer.from(assumed ?? profileOf('srgb')));
  return path;
}
