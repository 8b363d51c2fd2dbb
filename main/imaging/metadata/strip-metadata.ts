/** Strips metadata from a photograph for uploads, and keeps its pixels as coded. */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writeBlock } from '../container/exif-tree.ts';
import { type FilePiece, readAt, streamPieces, totalLength, writePieces } from '../container/file-pieces.ts';
import { type OpenFile, openFile } from '../container/pinned-files.ts';
import { fieldType, tag } from '../container/tiff-tags.ts';
import type { ImageFacts } from '../decode/image-facts.ts';
import { strippedJpegPieces } from './formats/jpeg-metadata.ts';
import { strippedPngPieces } from './formats/png-metadata.ts';
import { strippedBmpPieces } from './formats/strip-bmp.ts';
import { strippedWebpPieces } from './formats/webp-metadata.ts';

export interface StrippedPhoto {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Returns a file with the same coded pixels, and no metadata except orientation and profile: the photograph itself if
 * possible, else a new file in `to`.
 * @returns null if the format or structure is not supported
 * @throws the file system's error
 */
export async function stripMetadata(facts: ImageFacts, to: string): Promise<StrippedPhoto | null> {
  const file = await openFile(facts.path);
  try {
    const pieces = await planPieces(file, facts);
    if (pieces === null) return null;
    const bytes = totalLength(pieces);
    if (await isUnchangedFile(pieces, file)) return { path: facts.path, bytes };
    const path = join(to, `upload-${randomUUID()}.${facts.format === 'jpeg' ? 'jpg' : facts.format}`);
    await writePieces(file, pieces, path);
    return { path, bytes };
  } finally {
    await file.close();
  }
}

/**
 * Returns the SHA-256 (hex) of the stripped file, which does not depend on metadata; null if not supported.
 * @throws the file system's error, or the signal's reason
 */
export async function pictureHash(facts: ImageFacts, signal?: AbortSignal): Promise<string | null> {
  if (facts.developed !== null) return null;
  const file = await openFile(facts.path);
  try {
    const pieces = await planPieces(file, facts);
    if (pieces === null) return null;
    // Only metadata may state the color space.
    const hash = createHash('sha256').update(facts.profile ?? '');
    for await (const bytes of streamPieces(file, pieces)) {
      signal?.throwIfAborted();
      hash.update(bytes);
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

async function planPieces(file: OpenFile, facts: ImageFacts): Promise<readonly FilePiece[] | null> {
  const exif = facts.orientation === 1 ? null : orientationBlock(facts.orientation);
  try {
    switch (facts.format) {
      case 'jpeg':
        return await strippedJpegPieces(file, exif);
      case 'png':
        return await strippedPngPieces(file, exif);
      case 'webp':
        return await strippedWebpPieces(file, exif, storedSize(facts));
      case 'bmp':
        return await strippedBmpPieces(file);
      default:
        return null;
    }
  } catch (error) {
    // Only disk errors matter.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return null;
  }
}

function orientationBlock(orientation: number): Buffer {
  const field = { tag: tag.orientation, type: fieldType.short, count: 1, value: Buffer.from([orientation, 0]) };
  return writeBlock({ image: [field], exif: [], gps: [] });
}

/** Orientations from 5 on swap the sides. */
function storedSize({ width, height, orientation }: ImageFacts) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Compares only new bytes, which are few. */
async function isUnchangedFile(pieces: readonly FilePiece[], file: OpenFile): Promise<boolean> {
  if (totalLength(pieces) !== (await file.stat()).size) return false;
  let offset = 0;
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      if (!(await readAt(file, offset, piece.length)).equals(piece)) return false;
      offset += piece.length;
    } else if (piece.from !== offset) return false;
    else offset = piece.to;
  }
  return true;
}
