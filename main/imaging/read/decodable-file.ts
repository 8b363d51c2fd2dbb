/** Finds a file that the image library can open: the given one, or its copy. */
import { basename } from 'node:path';
import type { Developed } from '../decode/image-facts.ts';
import { type ReadableFormat, type Sniffed, sniff } from '../decode/sniff-format.ts';
import { displayCopy, type MinimumSide } from '../develop/raw-copy.ts';

export type DecodableFile =
  | {
      readonly kind: 'readable';
      readonly path: string;
      readonly format: ReadableFormat;
      readonly developed: Developed | null;
    }
  | Exclude<Sniffed, { readonly kind: 'readable' | 'to-develop' }>;

/**
 * @param name the file's name, if `path` is a working copy
 * @param side minimum side in px of a raw file's embedded picture
 * @throws ImagingError as `developedCopy`; the file system's error
 */
export async function decodableFile(
  path: string,
  name = basename(path),
  side: MinimumSide = 0,
): Promise<DecodableFile> {
  const sniffed = await sniff(path, name);
  if (sniffed.kind === 'readable') return { ...sniffed, path, developed: null };
  if (sniffed.kind !== 'to-develop') return sniffed;
  const copy = await displayCopy({ path, format: sniffed.format, name }, side);
  const sniffedCopy = await sniff(copy.path);
  if (sniffedCopy.kind !== 'readable') throw new Error('a developed copy that cannot be opened');
  return { ...sniffedCopy, path: copy.path, developed: copy.developed };
}

/** Longer side on a whole screen. */
export const screenSide = 1024;

/** @throws Error if the file cannot be shown */
export async function displayableFile(
  path: string,
  side = 0,
): Promise<Extract<DecodableFile, { readonly kind: 'readable' }>> {
  const found = await decodableFile(path, undefined, side);
  if (found.kind !== 'readable') throw new Error('not an image that can be shown');
  return found;
}
