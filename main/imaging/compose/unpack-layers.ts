/** Unpacks cutout and background into files of RGBA, upright, with 8 or 16 bits. */
import { rm } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { openImage, openUpright, strictOptions } from '../decode/open-image.ts';
import { padToCanvas } from '../encode/pad-canvas.ts';
import { planSize } from '../encode/size-plan.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';
import { type Depth, openUnpacked, type UnpackedFile } from '../unpacked-image.ts';
import { type Background, inspectBackground, openBackground, plainCanvas } from './background.ts';

/** Returns libvips' name of RGB with this depth. */
export const colorspaceOf = (depth: Depth) => (depth === 16 ? 'rgb16' : 'srgb');

export const openUnpackedFile = (path: string) => sharp(path, { ...strictOptions, ignoreIcc: true });

/**
 * Returns the profile if the cutout keeps its own; else it is in sRGB. @param depth 16 only if the cutout has 16 bits
 */
export async function unpackCutout(
  facts: ImageFacts,
  shouldKeepProfile: boolean,
  depth: Depth,
  path: string,
): Promise<Buffer | null> {
  const keepsProfile = shouldKeepProfile && facts.colours === 'rgb' && facts.profile !== null;
  const image = keepsProfile ? await inOwnNumbers(facts, depth) : await inSrgb(facts, depth);
  await image.ensureAlpha().toFile(path);
  return keepsProfile ? ((await (await openImage(facts.path, facts.format)).metadata()).icc ?? null) : null;
}

async function inOwnNumbers(facts: ImageFacts, depth: Depth): Promise<Sharp> {
  const image = await openImage(facts.path, facts.format, { ignoreIcc: facts.deep });
  return image.autoOrient().toColourspace(colorspaceOf(depth)).keepIccProfile();
}

/** sharp would convert 16 bits to Display P3 first. */
async function inSrgb(facts: ImageFacts, depth: Depth): Promise<Sharp> {
  if (depth === 8) return openUpright(facts);
  const image = (await openImage(facts.path, facts.format, { ignoreIcc: true })).autoOrient().toColourspace('rgb16');
  return facts.profile === null ? image : image.withIccProfile('srgb', { attach: false });
}

/**
 * Returns the real depth: 8-bit values fill the high byte of 16.
 * @param scale of a preview
 */
export async function layBackground(
  background: Background,
  canvas: Size,
  scale: number,
  depth: Depth,
  path: string,
): Promise<Depth> {
  if (depth === 16 && background.kind === 'picture' && background.fit !== 'tile') {
    const facts = await inspectBackground(background.path);
    // sharp flattens onto 65,280 instead of 65,535 for white.
    if (facts.deep && facts.colours === 'rgb' && !facts.alpha) {
      await writeDeepPicture(facts, background.fit, canvas, path);
      return 16;
    }
  }
  const image =
    background.kind === 'picture' ? await openBackground(background, canvas, scale) : plainCanvas(background, canvas);
  await image.toColourspace(colorspaceOf(depth)).ensureAlpha().toFile(path);
  return 8;
}

async function writeDeepPicture(facts: ImageFacts, fit: 'cover' | 'contain' | 'stretch', canvas: Size, path: string) {
  const { width, height } = canvas;
  const picture = await inSrgb(facts, 16);
  if (fit !== 'contain') {
    const fits = { cover: 'cover', stretch: 'fill' } as const;
    await picture.resize(width, height, { fit: fits[fit], kernel: 'lanczos3' }).ensureAlpha().toFile(path);
    return;
  }
  const plan = planSize(facts, { kind: 'exact', width, height, background: '#ffffff', enlarge: true });
  const drawn = `${path}-drawn.v`;
  let padded: string | null = null;
  try {
    await picture
      .resize(plan.picture.width, plan.picture.height, { fit: 'fill', kernel: 'lanczos3' })
      .removeAlpha()
      .toFile(drawn);
    padded = await padToCanvas(drawn, plan, { grey: false, background: '#ffffff' });
    await openUnpackedFile(padded).toColourspace('rgb16').ensureAlpha().toFile(path);
  } finally {
    await rm(drawn, { force: true });
    if (padded !== null) await rm(padded, { force: true });
  }
}

export async function withPixels<T>(
  path: string,
  { width, height }: Size,
  depth: Depth,
  use: (pixels: UnpackedFile<Depth>) => Promise<T>,
  flags: 'r' | 'r+' = 'r',
): Promise<T> {
  const file = await openUnpacked<Depth>(path, { width, height, channels: 4, depth }, flags);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
