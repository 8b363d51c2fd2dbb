/** A picture as a gallery has it: a large and a small JPEG in sRGB, upright, with nothing in them but their profile and a credit. */
import type { Sharp } from 'sharp';
import { openImage, rotateUpright } from '../decode/open-image.ts';
import { displayableFile } from '../read/decodable-file.ts';
import type { Size } from '../size.ts';

export interface GalleryJpegs extends Size {
  readonly large: Buffer;
  readonly small: Buffer;
}

/** Whom pictures are credited to; empty = nobody. */
export interface Credit {
  readonly creator: string;
  readonly copyright: string;
}

/** px of the longer side of a small one: rows of 300 px, on fine screens. */
const smallSide = 800;
const quality = { large: 88, small: 80 } as const;
/** Shapes that differ by less than this are one: of roundings. */
const sameShape = 0.01;

/**
 * What is transparent is laid on white.
 * @param maxSide px of the large one; never enlarged
 * @throws Error when the file is no picture that can be decoded
 */
export async function galleryJpegs(path: string, maxSide: number, credit: Credit): Promise<GalleryJpegs> {
  const large = await jpeg(await fitted(path, maxSide), quality.large, credit);
  const small = await jpeg(await fitted(path, smallSide), quality.small, credit);
  return { large: large.data, small: small.data, width: large.info.width, height: large.info.height };
}

/** The untouched photograph in the size of its result; null where its shape is another one, so that they would not lie on each other. */
export async function beforeJpeg(path: string, { width, height }: Size, credit: Credit): Promise<Buffer | null> {
  const { image, size } = await opened(path);
  const stretch = size.width / size.height / (width / height);
  if (Math.abs(stretch - 1) > sameShape) return null;
  return (await jpeg(image.resize(width, height, { fit: 'fill', kernel: 'lanczos3' }), quality.large, credit)).data;
}

async function opened(path: string): Promise<{ readonly image: Sharp; readonly size: Size }> {
  const found = await displayableFile(path);
  const image = await openImage(found.path, found.format);
  const { autoOrient, depth, icc } = await image.metadata();
  return { image: rotateUpright(image, depth !== 'uchar' && icc !== undefined), size: autoOrient };
}

async function fitted(path: string, side: number): Promise<Sharp> {
  const { image } = await opened(path);
  return image.resize(side, side, { fit: 'inside', withoutEnlargement: true, kernel: 'lanczos3' });
}

function jpeg(image: Sharp, encodeQuality: number, { creator, copyright }: Credit) {
  const creditTags = {
    ...(creator === '' ? {} : { Artist: creator }),
    ...(copyright === '' ? {} : { Copyright: copyright }),
  };
  const plain = image.flatten({ background: '#ffffff' }).withIccProfile('srgb');
  const credited = Object.keys(creditTags).length === 0 ? plain : plain.withExif({ IFD0: creditTags });
  return credited.jpeg({ quality: encodeQuality, progressive: true }).toBuffer({ resolveWithObject: true });
}
