/** Draws what is kept of a photograph or a result: large enough to judge it on the screen, small enough to keep thousands. */
import type { Sharp } from 'sharp';
import { openImage, toUpright } from '../../imaging/decode/open-image.ts';
import { displayableFile, screenSide } from '../../imaging/read/decodable-file.ts';

/** Longest side, px: what a loupe shows on most screens. */
export const previewSide = 2048;

/**
 * By looking at skin and hair at 200 %: at 75 pores are smoothed, at 85 they are not. About 40 dB, and 0.35 MB for a portrait
 * of 2048 × 1365; 90 takes a third more. More effort than 2 takes a third more time for 2 % of the bytes.
 */
const encoding = { quality: 85, alphaQuality: 95, effort: 2, smartSubsample: true } as const;

export interface RenderedPreview {
  readonly picture: Uint8Array;
  /** px */
  readonly width: number;
  readonly height: number;
}

/**
 * A WEBP of the file at `path`: upright, in sRGB, with transparency kept; never enlarged.
 * @throws Error when the file is not an image that can be decoded whole, or the file system's error
 */
export async function renderPreview(path: string): Promise<RenderedPreview> {
  const found = await displayableFile(path, screenSide);
  return encodePreview(await openImage(found.path, found.format), previewSide);
}

/** The same of what was opened just now. @param side longest, px */
export async function encodePreview(image: Sharp, side: number): Promise<RenderedPreview> {
  const { data, info } = await (await toUpright(image))
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp(encoding)
    .toBuffer({ resolveWithObject: true });
  return { picture: data, width: info.width, height: info.height };
}
