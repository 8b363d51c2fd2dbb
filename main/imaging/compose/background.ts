import type { Sharp } from 'sharp';
import { msg } from '../../../contract/messages/message.ts';
import type { Composition } from '../../../contract/recipes/composition.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { openUpright, strictOptions } from '../decode/open-image.ts';
import { ImagingError } from '../errors.ts';
import { type ImageFacts, inspectImage } from '../read/inspect-image.ts';
import type { Size } from '../size.ts';

export type Background = Composition['background'];
type Picture = Extract<Background, { kind: 'picture' }>;

const limit = { limitInputPixels: strictOptions.limitInputPixels };

export function plainCanvas(background: Exclude<Background, Picture>, { width, height }: Size): Sharp {
  const color = background.kind === 'colour' ? background.colour : { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width, height, channels: 4, background: color }, ...limit });
}

/** @throws ImagingError NO_BACKGROUND if the picture is missing or invalid */
export async function inspectBackground(path: string): Promise<ImageFacts> {
  const facts = await inspectImage(path);
  if (facts.kind === 'image') return facts;
  throw new ImagingError('NO_BACKGROUND', msg('imaging.compose.noBackground', { path, why: facts.message }));
}

/**
 * Opens a background picture at canvas size, upright, opaque, in sRGB.
 * @param scale of a preview, which shrinks tiles too
 * @throws ImagingError NO_BACKGROUND
 */
export async function openBackground({ path, fit }: Picture, canvas: Size, scale: number): Promise<Sharp> {
  const { width, height } = canvas;
  const facts = await inspectBackground(path);
  const picture = await openUpright(facts);
  const white = '#ffffff';
  if (fit === 'tile') return repeatPicture(picture.flatten({ background: white }), facts, canvas, scale);
  const fits = { cover: 'cover', contain: 'contain', stretch: 'fill' } as const;
  return picture
    .resize(width, height, { fit: fits[fit], kernel: 'lanczos3', background: white })
    .flatten({ background: white });
}

/** Decodes only the visible part of a large picture. */
async function repeatPicture(picture: Sharp, own: Size, canvas: Size, scale: number): Promise<Sharp> {
  const part = {
    width: Math.min(own.width, Math.ceil(canvas.width / scale)),
    height: Math.min(own.height, Math.ceil(canvas.height / scale)),
  };
  const scaled = (length: number, max: number) => Math.min(max, Math.max(1, Math.round(length * scale)));
  const tile = await picture
    .extract({ left: 0, top: 0, ...part })
    .resize(scaled(part.width, canvas.width), scaled(part.height, canvas.height), { fit: 'fill', kernel: 'lanczos3' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return plainCanvas({ kind: 'colour', colour: '#ffffff' }, canvas).composite([
    { input: tile, tile: true, gravity: 'northwest' },
  ]);
}
