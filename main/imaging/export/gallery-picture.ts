/** Pictures of a gallery: a large and a small JPEG in sRGB, upright, without metadata except profile and credit. */
import type { Sharp } from 'sharp';
import { openImage, rotateUpright } from '../decode/open-image.ts';
import { displayableFile } from '../read/decodable-file.ts';
import type { Size } from '../size.ts';

export interface GalleryJpegs extends Size {
  readonly large: Buffer;
  readonly small: Buffer;
}

/** Empty strings are left out. */
export interface Credit {
  readonly creator: string;
  readonly copyright: string;
}

/** px; rows of 300 px on high-density screens. */
const smallSide = 800;
const quality = { large: 88, small: 80 } as const;
/** Tolerates rounding. */
const shapeTolerance = 0.01;

/**
 * @param maxSide px of the large one, which is never enlarged
 * @throws Error if the file cannot be decoded
 */
export async function makeGalleryJpegs(path: string, maxSide: number, credit: Credit): Promise<GalleryJpegs> {
  const large = await jpeg(await openFitted(path, maxSide), quality.large, credit);
  const small = await jpeg(await openFitted(path, smallSide), quality.small, credit);
  return { large: large.data, small: small.data, width: large.info.width, height: large.info.height };
}

/** Makes the untouched photograph at its result's size, or returns null if the shapes differ. */
export async function makeBeforeJpeg(path: string, { width, height }: Size, credit: Credit): Promise<Buffer | null> {
  const { image, size } = await openPicture(path);
  const stretch = size.width / size.height / (width / height);
  if (Math.abs(stretch - 1) > shapeTolerance) return null;
  return (await jpeg(image.resize(width, height, { fit: 'fill', kernel: 'lanczos3' }), quality.large, credit)).data;
}

async function openPicture(path: string): Promise<{ readonly image: Sharp; readonly size: Size }> {
  const file = await displayableFile(path);
  const image = await openImage(file.path, file.format);
  const { autoOrient, depth, icc } = await image.metadata();
  return { image: rotateUpright(image, depth !== 'uchar' && icc !== undefined), size: autoOrient };
}

async function openFitted(path: string, side: number): Promise<Sharp> {
  const { image } = await openPicture(path);
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
