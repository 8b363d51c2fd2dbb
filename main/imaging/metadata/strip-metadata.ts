/** Takes the data about a photograph out of its file, and leaves its pixels as they are coded: for uploads. */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { writeBlock } from '../container/exif-tree.ts';
import { type FilePiece, readAt, streamPieces, totalLength, writePieces } from '../container/file-pieces.ts';
import { type OpenFile, openFile } from '../container/pinned-files.ts';
import { fieldType, tag } from '../container/tiff-tags.ts';
import type { ImageFacts } from '../read/image-facts.ts';
import { strippedJpegPieces } from './jpeg-metadata.ts';
import { strippedPngPieces } from './png-metadata.ts';
import { strippedBmpPieces } from './strip-bmp.ts';
import { strippedWebpPieces } from './webp-metadata.ts';

export interface StrippedPhoto {
  readonly path: string;
  readonly bytes: number;
}

/**
 * A file with the same picture, decoded the same bit for bit, that says no more about it than its orientation and colour
 * profile: not where, when, by whom and with what it was taken, and without previews and whatever else is hidden in it. It is
 * the photograph itself where that holds nothing more; else a new file in `to`. Reads it in pieces, whatever its size.
 * @returns null where its format has no such form, or its structure is one that only a decoder makes sense of
 * @throws the file system's error when it cannot be read or written
 */
export async function stripMetadata(facts: ImageFacts, to: string): Promise<StrippedPhoto | null> {
  const file = await openFile(facts.path);
  try {
    const pieces = await plan(file, facts);
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
 * SHA-256 (hex) of what such a file would hold: two photographs with one are the same picture, whatever else their files say or have
 * appended. Null where the file has no such form.
 * @throws the file system's error when it cannot be read, or the signal's reason
 */
export async function pictureHash(facts: ImageFacts, signal?: AbortSignal): Promise<string | null> {
  if (facts.developed !== null) return null;
  const file = await openFile(facts.path);
  try {
    const pieces = await plan(file, facts);
    if (pieces === null) return null;
    // Which colours are meant may stand in the data alone.
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

async function plan(file: OpenFile, facts: ImageFacts): Promise<readonly FilePiece[] | null> {
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
    // Of the disk, and not of what is written on it.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return null;
  }
}

/** An EXIF block that says this one thing. */
function orientationBlock(orientation: number): Buffer {
  const field = { tag: tag.orientation, type: fieldType.short, count: 1, value: Buffer.from([orientation, 0]) };
  return writeBlock({ image: [field], exif: [], gps: [] });
}

/** Orientations from 5 on lie on their side in the file. */
function storedSize({ width, height, orientation }: ImageFacts) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Whether the pieces are the whole file, unchanged: compared by their bytes, which are few beside the ranges. */
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
