/** A file that the image library can open: the one that was asked for, or the copy it is developed into. */
import { basename } from 'node:path';
import type { Developed } from '../develop/developed-types.ts';
import { displayCopy, type MinimumSide } from '../develop/raw-copy.ts';
import { type ReadableFormat, type Sniffed, sniff } from './sniff-format.ts';

export type DecodableFile =
  | {
      readonly kind: 'readable';
      /** The file itself, or its copy. */
      readonly path: string;
      readonly format: ReadableFormat;
      /** Null for the file itself. */
      readonly developed: Developed | null;
    }
  | Exclude<Sniffed, { readonly kind: 'readable' | 'to-develop' }>;

/**
 * @param called the file's name, in sentences and for what only a name tells, where `path` is a working copy
 * @param side of a raw file, whose sensor is developed where the picture in it has fewer px
 * @throws ImagingError as `developedCopy`; the file system's error
 */
export async function decodableFile(
  path: string,
  called = basename(path),
  side: MinimumSide = 0,
): Promise<DecodableFile> {
  const sniffed = await sniff(path, called);
  if (sniffed.kind === 'readable') return { ...sniffed, path, developed: null };
  if (sniffed.kind !== 'to-develop') return sniffed;
  const copy = await displayCopy({ path, format: sniffed.format, name: called }, side);
  const made = await sniff(copy.path);
  if (made.kind !== 'readable') throw new Error('a developed copy that cannot be opened');
  return { ...made, path: copy.path, developed: copy.developed };
}

/** px of the longer side of a picture that shows what a photograph is like on a whole screen. */
export const screenSide = 1024;

/** The same where nothing is to be said: for pictures on the screen. @throws Error when there is nothing to open */
export async function displayableFile(
  path: string,
  side = 0,
): Promise<Extract<DecodableFile, { readonly kind: 'readable' }>> {
  const found = await decodableFile(path, undefined, side);
  if (found.kind !== 'readable') throw new Error('not an image that can be shown');
  return found;
}
