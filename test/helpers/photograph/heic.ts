/** Small generated HEIC files: 240 × 160 px with four fields, red and green above blue and yellow. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { testPhotographs } from './photographs.ts';

/**
 * `plain` has EXIF; `irot` is rotated by a property, and its EXIF orientation is 6; `p3` has a profile; `deep` has 10
 * bits; `other` has its fields in reverse order; `alpha` is transparent on the left and half transparent at the upper
 * right.
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

/**
 * Returns the name of the field at the center of each quarter, row by row, without applying a profile; '?' is another
 * color.
 */
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
