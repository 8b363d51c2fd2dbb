/** Brings cutout and background picture into files whose rows can be read: RGBA, upright, with 8 or 16 bits. */
import { rm } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { openImage, openUpright, strictOptions } from '../decode/open-image.ts';
import { padToCanvas } from '../output/pad-canvas.ts';
import { sizePlan } from '../output/size-plan.ts';
import type { ImageFacts } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';
import { type Depth, openUnpacked, type UnpackedFile } from '../unpacked-image.ts';
import { type Background, backgroundFacts, backgroundPicture, plainCanvas } from './background.ts';

/** What libvips calls numbers of so many bits. */
export const colorspaceOf = (depth: Depth) => (depth === 16 ? 'rgb16' : 'srgb');

/** A picture that lies unpacked in a file. */
export const openUnpackedFile = (path: string) => sharp(path, { ...strictOptions, ignoreIcc: true });

/** In its own profile, which is returned, or in sRGB. @param depth 16 only for a cutout that has as many */
export async function unpackCutout(
  facts: ImageFacts,
  shouldKeepProfile: boolean,
  depth: Depth,
  path: string,
): Promise<Buffer | null> {
  const kept = shouldKeepProfile && facts.colours === 'rgb' && facts.profile !== null;
  const image = kept ? await inOwnNumbers(facts, depth) : await inSrgb(facts, depth);
  await image.ensureAlpha().toFile(path);
  return kept ? ((await (await openImage(facts.path, facts.format)).metadata()).icc ?? null) : null;
}

async function inOwnNumbers(facts: ImageFacts, depth: Depth): Promise<Sharp> {
  const image = await openImage(facts.path, facts.format, { ignoreIcc: facts.deep });
  return image.autoOrient().toColourspace(colorspaceOf(depth)).keepIccProfile();
}

/** From the profile it is in at one go: by itself, sharp would take 16 bits to Display P3 first. */
async function inSrgb(facts: ImageFacts, depth: Depth): Promise<Sharp> {
  if (depth === 8) return openUpright(facts);
  const image = (await openImage(facts.path, facts.format, { ignoreIcc: true })).autoOrient().toColourspace('rgb16');
  return facts.profile === null ? image : image.withIccProfile('srgb', { attach: false });
}

/**
 * Puts the background, of `canvas`' size, into `path`.
 * @param scale how large the canvas is drawn, of its size
 * @returns how many bits its numbers really have: 8 in a file of 16 are the upper ones
 */
export async function layBackground(
  background: Background,
  canvas: Size,
  scale: number,
  depth: Depth,
  path: string,
): Promise<Depth> {
  if (depth === 16 && background.kind === 'picture' && background.fit !== 'tile') {
    const facts = await backgroundFacts(background.path);
    // The image library lays what is transparent on 65,280 of 65,535 for white.
    if (facts.deep && facts.colours === 'rgb' && !facts.alpha) {
      await layDeep(facts, background.fit, canvas, path);
      return 16;
    }
  }
  const image =
    background.kind === 'picture'
      ? await backgroundPicture(background, canvas, scale)
      : plainCanvas(background, canvas);
  await image.toColourspace(colorspaceOf(depth)).ensureAlpha().toFile(path);
  return 8;
}

async function layDeep(facts: ImageFacts, fit: 'cover' | 'contain' | 'stretch', canvas: Size, path: string) {
  const { width, height } = canvas;
  const picture = await inSrgb(facts, 16);
  if (fit !== 'contain') {
    const fits = { cover: 'cover', stretch: 'fill' } as const;
    await picture.resize(width, height, { fit: fits[fit], kernel: 'lanczos3' }).ensureAlpha().toFile(path);
    return;
  }
  const plan = sizePlan(facts, { kind: 'exact', width, height, background: '#ffffff', enlarge: true });
  const drawn = `${path}-drawn.v`;
  let laid: string | null = null;
  try {
    await picture
      .resize(plan.picture.width, plan.picture.height, { fit: 'fill', kernel: 'lanczos3' })
      .removeAlpha()
      .toFile(drawn);
    laid = await padToCanvas(drawn, plan, { grey: false, background: '#ffffff' });
    await openUnpackedFile(laid).toColourspace('rgb16').ensureAlpha().toFile(path);
  } finally {
    await rm(drawn, { force: true });
    if (laid !== null) await rm(laid, { force: true });
  }
}

/** The pixels of a file that was written here, while `use` runs. */
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
