/** Rewrites data that the decoder ignores: implied colors as a profile, a PNG's text EXIF as a chunk. */
import { inflateSync } from 'node:zlib';
import { assembleBytes, type FilePiece, mergePieces, readAt } from '../container/file-pieces.ts';
import { marker, prefix, startsWith } from '../container/jpeg-segments.ts';
import { maxMetadataBytes } from '../container/metadata-limit.ts';
import { bytesOfFile, type OpenFile, openFile } from '../container/pinned-files.ts';
import { chunk, pngChunks, profileChunk, signature } from '../container/png-chunks.ts';
import { createFileCache } from './file-cache.ts';
import { impliedColorSpace } from './implied-color-space.ts';
import type { ReadableFormat } from './sniff-format.ts';
import { trimInput } from './trim-input.ts';

/** Returns null if a profile exists or the colors are sRGB. */
export async function missingProfile(path: string, format: ReadableFormat): Promise<Buffer | null> {
  const implied = await impliedColorSpace(path, format);
  return implied.kind === 'profile' ? implied.icc : null;
}

/** Returns the file, or its normalized bytes. @see trimInput for other formats than PNG */
export async function normalizeInput(path: string, format: ReadableFormat): Promise<string | Buffer> {
  if (format === 'png') return (await normalizePng(path)) ?? path;
  const input = await trimInput(path, format);
  const icc = format === 'jpeg' ? await missingProfile(path, format) : null;
  return icc === null ? input : tagJpeg(typeof input === 'string' ? await bytesOfFile(input) : input, icc);
}

/** Our profiles fit into one segment. */
function tagJpeg(bytes: Buffer, icc: Buffer): Buffer {
  const content = Buffer.concat([prefix.icc, Buffer.from([1, 1]), icc]);
  const head = Buffer.from([0xff, marker.APP2, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([bytes.subarray(0, 2), head, content, bytes.subarray(2)]);
}

export function tagPng(bytes: Buffer, icc: Buffer): Buffer {
  // The first chunk has a fixed length.
  const end = signature.length + 25;
  return Buffer.concat([bytes.subarray(0, end), profileChunk(icc), bytes.subarray(end)]);
}

const cache = createFileCache<{ readonly pieces: readonly FilePiece[] | null }>(500);

/** Whether the decoder understands the file as stored. */
export async function isNormalized(path: string, format: ReadableFormat): Promise<boolean> {
  return format === 'png'
    ? (await readNormalized(path)).pieces === null
    : (await missingProfile(path, format)) === null;
}

function readNormalized(path: string) {
  return cache.getOrRead(path, '', async () => {
    const icc = await missingProfile(path, 'png');
    const file = await openFile(path);
    try {
      return { pieces: await findPieces(file, icc) };
    } catch (error) {
      // Only disk errors matter.
      if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      return { pieces: null };
    } finally {
      await file.close();
    }
  });
}

async function normalizePng(path: string): Promise<Buffer | null> {
  const { pieces } = await readNormalized(path);
  if (pieces === null) return null;
  const file = await openFile(path);
  try {
    return await assembleBytes(file, pieces);
  } finally {
    await file.close();
  }
}

/** Replaced by iCCP. */
const colorChunks: ReadonlySet<string> = new Set(['cICP', 'sRGB', 'gAMA', 'cHRM']);

/** Returns null if no change is needed. */
async function findPieces(file: OpenFile, icc: Buffer | null): Promise<FilePiece[] | null> {
  const header: FilePiece[] = [signature];
  const rest: FilePiece[] = [];
  let hasExif = false;
  let text: Buffer | null = null;
  for await (const { type, from, to, head } of pngChunks(file)) {
    if (type === 'IDAT') {
      rest.push({ from, to: (await file.stat()).size });
      break;
    }
    if (type === 'eXIf') hasExif = true;
    if (isText(type) && startsWith(head, exifKeyword)) {
      text ??= parseExifText(type, await readAt(file, from + 8, to - from - 12));
    }
    if (icc === null || !colorChunks.has(type)) (type === 'IHDR' ? header : rest).push({ from, to });
  }
  const exif = hasExif ? null : text;
  if (icc === null && exif === null) return null;
  const added = [...(icc === null ? [] : [profileChunk(icc)]), ...(exif === null ? [] : [chunk('eXIf', exif)])];
  return mergePieces([...header, ...added, ...rest]);
}

/** Text with type, length and hexadecimal digits, from before eXIf. */
const exifKeyword = Buffer.from('Raw profile type exif\0', 'latin1');

const isText = (type: string) => type === 'tEXt' || type === 'zTXt';

function parseExifText(type: string, content: Buffer): Buffer | null {
  const body = content.subarray(exifKeyword.length);
  const text = type === 'zTXt' ? inflateText(body) : body;
  const digits = /^\s*exif\s+\d+\s+([\da-f\s]+)$/i.exec(text.toString('latin1').replaceAll('\0', ''))?.[1];
  const block = Buffer.from(digits?.replace(/\s/g, '') ?? '', 'hex');
  const exif = startsWith(block, prefix.exif) ? block.subarray(prefix.exif.length) : block;
  return /^(II\*\0|MM\0\*)/.test(exif.toString('latin1', 0, 4)) ? exif : null;
}

/** Decompresses a text after its method byte. */
function inflateText(text: Buffer): Buffer {
  try {
    return inflateSync(text.subarray(1), { maxOutputLength: 2 * maxMetadataBytes });
  } catch {
    return Buffer.alloc(0);
  }
}
