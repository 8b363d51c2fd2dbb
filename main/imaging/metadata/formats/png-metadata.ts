/** Metadata of a PNG file: new, replaced and stripped chunks. */

import { type FilePiece, mergePieces } from '../../container/file-pieces.ts';
import { startsWith } from '../../container/jpeg-segments.ts';
import type { OpenFile } from '../../container/pinned-files.ts';
import { chunk, pngChunks, profileChunk, signature } from '../../container/png-chunks.ts';
import { manifestChunks } from '../blocks/content-credentials.ts';
import type { CarriedMetadata, Replacement } from '../metadata-parts.ts';

const xmpKeyword = Buffer.from('XML:com.adobe.xmp\0', 'latin1');

/** Writes new chunks instead of old ones. @throws Error if it is not a PNG */
export async function pngPieces(file: OpenFile, carried: CarriedMetadata): Promise<FilePiece[]> {
  const pieces: FilePiece[] = [signature];
  for await (const { type, from, to, head } of pngChunks(file)) {
    if (!isReplaced(type, head, carried)) pieces.push({ from, to });
    if (type === 'IHDR') pieces.push(...newChunks(carried));
  }
  return mergePieces(pieces);
}

/** Pixels, transparency and colors. */
const uploaded: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sRGB cICP mDCV cLLI sBIT pHYs'.split(' '),
);

/**
 * Drops texts, times, animation, unknown chunks and trailing data.
 * @throws Error if it is not a PNG, or has an unknown critical chunk
 */
export async function strippedPngPieces(file: OpenFile, exif: Buffer | null): Promise<FilePiece[]> {
  const pieces: FilePiece[] = [signature];
  for await (const { type, from, to } of pngChunks(file)) {
    if (uploaded.has(type)) pieces.push({ from, to });
    else if (/^[A-Z]/.test(type)) throw new Error('an unknown PNG chunk');
    if (type === 'IHDR' && exif !== null) pieces.push(chunk('eXIf', exif));
    if (type === 'IEND') return mergePieces(pieces);
  }
  throw new Error('the PNG has no end');
}

/** In any type of text chunk. */
const isXmp = (type: string, content: Buffer): boolean =>
  /^(tEXt|zTXt|iTXt)$/.test(type) && content.subarray(0, xmpKeyword.length).equals(xmpKeyword);

function isReplaced(type: string, content: Buffer, carried: CarriedMetadata): boolean {
  if (manifestChunks.has(type)) return true;
  switch (type) {
    case 'eXIf':
      return true;
    case 'iTXt':
    case 'zTXt':
    case 'tEXt':
      return isXmp(type, content);
    case 'iCCP':
    case 'sRGB':
    case 'gAMA':
    case 'cHRM':
    case 'cICP':
      return carried.icc !== null;
    case 'pHYs':
      return carried.density !== null;
    default:
      return false;
  }
}

function newChunks({ icc, density, exif, xmp }: CarriedMetadata): FilePiece[] {
  const pieces: FilePiece[] = [];
  // The profile must precede the pixels.
  if (icc !== null) pieces.push(profileChunk(icc));
  if (density !== null) {
    const perMetre = Math.round(density / 0.0254);
    const content = Buffer.alloc(9);
    content.writeUInt32BE(perMetre, 0);
    content.writeUInt32BE(perMetre, 4);
    content[8] = 1;
    pieces.push(chunk('pHYs', content));
  }
  if (exif !== null) pieces.push(chunk('eXIf', exif));
  // Uncompressed, no language, no translated keyword.
  if (xmp !== null) pieces.push(chunk('iTXt', xmpKeyword, Buffer.alloc(4), xmp));
  return pieces;
}

/** Prefix of text chunks with EXIF, IPTC or XMP. */
const rawProfile = Buffer.from('Raw profile type ', 'latin1');

export async function replaceInPng(file: OpenFile, { change, shouldStripUnknown }: Replacement): Promise<FilePiece[]> {
  const { size } = await file.stat();
  const pieces: FilePiece[] = [signature];
  for await (const { type, from, to, head } of pngChunks(file)) {
    // Trailing data has no chunks.
    if (type === 'IEND') return mergePieces([...pieces, { from, to: shouldStripUnknown ? to : size }]);
    const isExif = type === 'eXIf' && change.exif !== undefined;
    const isPacket = isXmp(type, head) && change.xmp !== undefined;
    const isText = /^(tEXt|zTXt|iTXt)$/.test(type) && startsWith(head, rawProfile);
    // Private, or signed for the old file.
    const isPrivate = manifestChunks.has(type) || (shouldStripUnknown && /^[a-z]{2}/.test(type));
    if (!isExif && !isPacket && !isPrivate && !(isText && change.exif !== undefined)) pieces.push({ from, to });
    if (type !== 'IHDR') continue;
    if (change.exif != null) pieces.push(chunk('eXIf', change.exif));
    if (change.xmp != null) pieces.push(chunk('iTXt', xmpKeyword, Buffer.alloc(4), change.xmp));
  }
  throw new Error('the PNG has no end');
}
