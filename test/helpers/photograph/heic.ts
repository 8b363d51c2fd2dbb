/** Small HEIC files of our own: 240 × 160 px with four fields, red and green above blue and yellow. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { testPhotographs } from './photographs.ts';

/**
 * `plain` with EXIF; `irot` turned by the file (EXIF says 6 as well); `p3` with a profile; `deep` of 10 bits; `other` with the fields the
 * other way round; `alpha` with the left half transparent, and half so at the upper right.
 */
export type HeicName = 'plain' | 'irot' | 'p3' | 'deep' | 'other' | 'alpha';

export const heicPath = (name: HeicName) => join(testPhotographs, 'heic', `${name}.heic`);
export const heicBytes = (name: HeicName) => readFileSync(heicPath(name));

export const fields = {
  red: [204, 51, 51],
  green: [51, 179, 51],
  blue: [51, 51, 204],
  yellow: [204, 204, 51],
} as const;

/** The name of the field at the middle of each quarter, row by row, of an image file as it stands; '?' for another colour. */
export async function fieldsOf(file: string | Buffer): Promise<string[]> {
  const { data, info } = await sharp(file, { ignoreIcc: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const named = (x: number, y: number) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    const isNear = (color: readonly number[]) => color.every((value, k) => Math.abs(value - data[at + k]!) <= 6);
    return Object.entries(fields).find(([, colour]) => isNear(colour))?.[0] ?? '?';
  };
  return [named(0.25, 0.25), named(0.75, 0.25), named(0.25, 0.75), named(0.75, 0.75)];
}
