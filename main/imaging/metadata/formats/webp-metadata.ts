/** Metadata of a WEBP file: new, replaced and stripped chunks. */

import type { FilePiece } from '../../container/file-pieces.ts';
import type { OpenFile } from '../../container/pinned-files.ts';
import { chunk, pictureChunks, vp8xChunk, vp8xFlags, webpChunks, webpContainer } from '../../container/webp-chunks.ts';
import type { Size } from '../../size.ts';
import { manifestChunks } from '../blocks/content-credentials.ts';
import type { CarriedMetadata, Replacement } from '../metadata-parts.ts';

/** Writes new chunks instead of old ones. @throws Error if it is not a WEBP */
export async function webpPieces(
  file: OpenFile,
  carried: CarriedMetadata,
  size: Size,
  hasAlpha: boolean,
): Promise<FilePiece[]> {
  const chunks: FilePiece[] = [];
  let flags = hasAlpha ? vp8xFlags.alpha : 0;
  for await (const { type, from, to, first } of webpChunks(file)) {
    if (type === 'VP8X') flags |= first & ~(vp8xFlags.exif | vp8xFlags.xmp);
    else if (!isReplaced(type, carried)) chunks.push({ from, to });
  }
  if (carried.icc !== null) flags |= vp8xFlags.icc;
  if (carried.exif !== null) flags |= vp8xFlags.exif;
  if (carried.xmp !== null) flags |= vp8xFlags.xmp;
  return webpContainer([
    vp8xChunk(flags, size),
    ...(carried.icc === null ? [] : [chunk('ICCP', carried.icc)]),
    ...chunks,
    ...(carried.exif === null ? [] : [chunk('EXIF', carried.exif)]),
    ...(carried.xmp === null ? [] : [chunk('XMP ', carried.xmp)]),
  ]);
}

const isReplaced = (type: string, { icc }: CarriedMetadata): boolean =>
  type === 'EXIF' || type === 'XMP ' || manifestChunks.has(type) || (type === 'ICCP' && icc !== null);

/**
 * Keeps pixels, transparency and profile.
 * @param size before rotation
 * @throws Error if it is not a WEBP, or an animation
 */
export async function strippedWebpPieces(file: OpenFile, exif: Buffer | null, size: Size): Promise<FilePiece[]> {
  const chunks: FilePiece[] = [];
  let flags = exif === null ? 0 : vp8xFlags.exif;
  for await (const { type, from, to, first } of webpChunks(file)) {
    if (type === 'ANIM' || type === 'ANMF') throw new Error('an animation is never sent as it is');
    if (type === 'VP8X') flags |= first & (vp8xFlags.icc | vp8xFlags.alpha);
    else if (type === 'ICCP' || type === 'ALPH' || type === 'VP8 ' || type === 'VP8L') chunks.push({ from, to });
  }
  return webpContainer([
    ...(flags !== 0 ? [vp8xChunk(flags, size)] : []),
    ...chunks,
    ...(exif === null ? [] : [chunk('EXIF', exif)]),
  ]);
}

export async function replaceInWebp(file: OpenFile, replacement: Replacement): Promise<FilePiece[]> {
  const { change, parts, width, height, hasAlpha, shouldStripUnknown } = replacement;
  const { exif, xmp } = { ...parts, ...change };
  const chunks: FilePiece[] = [];
  let flags =
    (hasAlpha ? vp8xFlags.alpha : 0) | (exif === null ? 0 : vp8xFlags.exif) | (xmp === null ? 0 : vp8xFlags.xmp);
  for await (const { type, from, to, first } of webpChunks(file)) {
    if (type === 'VP8X') flags |= first & ~(vp8xFlags.exif | vp8xFlags.xmp);
    else if (
      type !== 'EXIF' &&
      type !== 'XMP ' &&
      !manifestChunks.has(type) &&
      !(shouldStripUnknown && !pictureChunks.has(type))
    )
      chunks.push({ from, to });
  }
  return webpContainer([
    vp8xChunk(flags, { width, height }),
    ...chunks,
    ...(exif === null ? [] : [chunk('EXIF', exif)]),
    ...(xmp === null ? [] : [chunk('XMP ', xmp)]),
  ]);
}
