import type { Sharp } from 'sharp';
import { openImage, toUpright } from '../../imaging/decode/open-image.ts';
import { displayableFile, screenSide } from '../../imaging/read/decodable-file.ts';

/** Longer side in px, for the loupe on most screens. */
export const previewSide = 2048;

/** Quality 75 smooths pores, 90 takes a third more bytes. More effort takes a third more time for 2 % of the bytes. */
const encoding = { quality: 85, alphaQuality: 95, effort: 2, smartSubsample: true } as const;

export interface RenderedPreview {
  readonly picture: Uint8Array;
  /** px */
  readonly width: number;
  readonly height: number;
}

/** Renders an upright WebP in sRGB. @throws Error if the image is incomplete or unreadable */
export async function renderPreview(path: string): Promise<RenderedPreview> {
  const file = await displayableFile(path, screenSide);
  return encodePreview(await openImage(file.path, file.format), previewSide);
}

export async function encodePreview(image: Sharp, side: number): Promise<RenderedPreview> {
  const { data, info } = await (await toUpright(image))
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp(encoding)
    .toBuffer({ resolveWithObject: true });
  return { picture: data, width: info.width, height: info.height };
}
