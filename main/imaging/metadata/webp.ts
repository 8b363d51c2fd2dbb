/** Writes metadata into a WEBP file, as chunks of its extended form, and leaves it out of an upload. */
import type { OpenFile } from '../container/held.ts';
import type { Piece } from '../container/pieces.ts';
import { canvas, chunk, container, flag, webpChunks } from '../container/webp-chunks.ts';
import type { Size } from '../size.ts';
import type { Carried } from './carried.ts';

/** The file's pieces with the new chunks in and the old ones of the same kind out. Throws when it is not a WEBP. */
export async function webpPieces(file: OpenFile, carried: Carried, size: Size, alpha: boolean): Promise<Piece[]> {
  const kept: Piece[] = [];
  let flags = alpha ? flag.alpha : 0;
  for await (const { type, from, to, first } of webpChunks(file)) {
    if (type === 'VP8X') flags |= first & ~(flag.exif | flag.xmp);
    else if (type !== 'EXIF' && type !== 'XMP ' && !(type === 'ICCP' && carried.icc !== null)) kept.push({ from, to });
  }
  if (carried.icc !== null) flags |= flag.icc;
  if (carried.exif !== null) flags |= flag.exif;
  if (carried.xmp !== null) flags |= flag.xmp;
  return container([
    canvas(flags, size),
    ...(carried.icc === null ? [] : [chunk('ICCP', carried.icc)]),
    ...kept,
    ...(carried.exif === null ? [] : [chunk('EXIF', carried.exif)]),
    ...(carried.xmp === null ? [] : [chunk('XMP ', carried.xmp)]),
  ]);
}

/**
 * The pieces of an upload: pixels, transparency and colour profile.
 * @param size of the pixels as they are stored
 * @throws Error when it is not a WEBP, or an animation
 */
export async function bareWebp(file: OpenFile, exif: Buffer | null, size: Size): Promise<Piece[]> {
  const kept: Piece[] = [];
  let flags = exif === null ? 0 : flag.exif;
  for await (const { type, from, to, first } of webpChunks(file)) {
    if (type === 'ANIM' || type === 'ANMF') throw new Error('an animation is never sent as it is');
    if (type === 'VP8X') flags |= first & (flag.icc | flag.alpha);
    else if (type === 'ICCP' || type === 'ALPH' || type === 'VP8 ' || type === 'VP8L') kept.push({ from, to });
  }
  return container([
    ...(flags !== 0 ? [canvas(flags, size)] : []),
    ...kept,
    ...(exif === null ? [] : [chunk('EXIF', exif)]),
  ]);
}
