/** Prepares a file for the decoder: without excess metadata, with an end marker. */
import { rename, rm } from 'node:fs/promises';
import { syncContent } from '../../files/atomic-write.ts';
import { readAt } from '../container/file-pieces.ts';
import { hasAllBlocks } from '../container/jpeg-scan.ts';
import { jpegSegments, marker } from '../container/jpeg-segments.ts';
import {
  bytesWithinLimit,
  copyWithinLimit,
  hasExcessMetadata,
  type UnlimitedFormat,
} from '../container/metadata-limit.ts';
import { bytesOfFile, openFile, pinnedFileAt } from '../container/pinned-files.ts';
import { createFileCache } from './file-cache.ts';
import { type ReadableFormat, sniff } from './sniff-format.ts';

const isUnlimited = (format: ReadableFormat): format is UnlimitedFormat => format === 'jpeg' || format === 'webp';

const excessCache = createFileCache<{ readonly value: boolean }>(2000);

export async function hasExcessData(path: string, format: ReadableFormat): Promise<boolean> {
  if (!isUnlimited(format)) return false;
  // The decoder reports errors in the file.
  const read = async () => ({ value: await hasExcessMetadata(path, format).catch(() => false) });
  return (await excessCache.getOrRead(path, format, read)).value;
}

const endOfImage = Buffer.from([0xff, marker.endOfImage]);
const endMarkerCache = createFileCache<{ readonly value: boolean }>(2000);

/** To decoders, a JPEG without an end marker is truncated. */
export async function isMissingEndMarker(path: string, format: ReadableFormat): Promise<boolean> {
  if (format !== 'jpeg') return false;
  const read = async () => ({ value: !(await hasEndMarker(path)) && hasAllBlocks(await bytesOfFile(path)) });
  return (await endMarkerCache.getOrRead(path, '', read)).value;
}

async function hasEndMarker(path: string): Promise<boolean> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    if ((await readAt(file, Math.max(0, size - 2), 2)).equals(endOfImage)) return true;
    for await (const { marker: kind } of jpegSegments(file)) if (kind === marker.endOfImage) return true;
    return false;
  } catch (error) {
    // Only disk errors matter.
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return false;
  } finally {
    await file.close();
  }
}

/** Returns the path, or trimmed bytes if necessary. */
export async function trimInput(path: string, format: ReadableFormat): Promise<string | Buffer> {
  if (!isUnlimited(format)) return path;
  const trimmed = (await hasExcessData(path, format)) ? await bytesWithinLimit(path, format) : null;
  if (await isMissingEndMarker(path, format)) return Buffer.concat([trimmed ?? (await bytesOfFile(path)), endOfImage]);
  return trimmed ?? path;
}

/** Changes our own file atomically and durably. @throws the file system's errors */
export async function removeExcessData(path: string): Promise<void> {
  const sniffed = await sniff(path);
  if (sniffed.kind !== 'readable' || !isUnlimited(sniffed.format)) return;
  if (!(await hasExcessData(path, sniffed.format))) return;
  const trimmed = `${path}.lean`;
  await rm(trimmed, { force: true });
  if (!(await copyWithinLimit(path, sniffed.format, trimmed))) return;
  await syncContent(trimmed);
  await rename(trimmed, path);
  pinnedFileAt(path)?.release();
}
