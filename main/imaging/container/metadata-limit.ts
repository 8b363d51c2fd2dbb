/** Limits the metadata of an image, because decoders hold it in memory several times. */

import { assembleBytes, type FilePiece, mergePieces, readAt, writePieces } from './file-pieces.ts';
import { marker, prefix, startsWith } from './jpeg-segments.ts';
import { type OpenFile, openFile } from './pinned-files.ts';
import { vp8xFlags, webpChunks, webpContainer } from './webp-chunks.ts';

/** Also the limit of PNG's decoder. */
export const maxMetadataBytes = 8 * 1024 * 1024;
/** A JPEG can hold 255 pieces of a profile. */
const maxColorDataBytes = 17 * 1024 * 1024;

/** Formats whose decoders have no limit; TIFF's has 50 MB. */
export type UnlimitedFormat = 'jpeg' | 'webp';

/** Returns null if nothing exceeds the limit. */
function dropExcessMetadata(file: OpenFile, format: UnlimitedFormat): Promise<FilePiece[] | null> {
  return format === 'jpeg' ? limitJpeg(file) : limitWebp(file);
}

export async function hasExcessMetadata(path: string, format: UnlimitedFormat): Promise<boolean> {
  const file = await openFile(path);
  try {
    return (await dropExcessMetadata(file, format)) !== null;
  } finally {
    await file.close();
  }
}

/** Returns null if nothing exceeds the limit. @throws the file system's errors */
export async function bytesWithinLimit(path: string, format: UnlimitedFormat): Promise<Buffer | null> {
  const file = await openFile(path);
  try {
    const pieces = await dropExcessMetadata(file, format);
    return pieces === null ? null : await assembleBytes(file, pieces);
  } finally {
    await file.close();
  }
}

/** Writes to `to`. Returns false if nothing exceeds the limit. */
export async function copyWithinLimit(path: string, format: UnlimitedFormat, to: string): Promise<boolean> {
  const file = await openFile(path);
  try {
    const pieces = await dropExcessMetadata(file, format);
    if (pieces !== null) await writePieces(file, pieces, to);
    return pieces !== null;
  } finally {
    await file.close();
  }
}

function createBudget(maxBytes: number) {
  let taken = 0;
  return (bytes: number): boolean => {
    taken += bytes;
    return taken <= maxBytes;
  };
}

interface Segment {
  readonly from: number;
  readonly to: number;
  readonly rank: (typeof ranks)[number];
}

/** By priority. Decoders need no extended XMP. */
const ranks = ['colours', 'carried', 'others', 'never'] as const;
const secondXmp = Buffer.from('http://ns.adobe.com/xmp/ext', 'latin1');

/** Returns null if the picture needs the segment. */
function rankOf(kind: number, content: Buffer): Segment['rank'] | null {
  const begins = (expected: Buffer) => startsWith(content, expected);
  if (kind === marker.APP0 || kind === marker.APP14 || (kind === marker.APP2 && begins(prefix.icc))) return 'colours';
  if (kind === marker.APP1 && begins(secondXmp)) return 'never';
  if (kind === marker.APP1 && (begins(prefix.exif) || begins(prefix.xmp))) return 'carried';
  if (kind === marker.APP13 && begins(prefix.photoshop)) return 'carried';
  return (kind >= marker.APP0 && kind <= 0xef) || kind === 0xfe ? 'others' : null;
}

/** Reads up to the first scan, as leniently as the decoder. */
async function limitJpeg(file: OpenFile): Promise<FilePiece[] | null> {
  const { size } = await file.stat();
  const segments: Segment[] = [];
  let offset = 2;
  for (;;) {
    offset = await nextMarker(file, offset);
    const head = await readAt(file, offset, 4 + 32);
    const kind = head[1];
    if (kind === undefined || kind === marker.startOfScan || kind === marker.endOfImage) break;
    // Markers without a length.
    if (kind === 0x01 || (kind >= 0xd0 && kind <= 0xd8)) {
      offset += 2;
      continue;
    }
    if (head.length < 4) break;
    const to = Math.min(size, offset + 2 + Math.max(2, head.readUInt16BE(2)));
    const rank = rankOf(kind, head.subarray(4));
    if (rank !== null) segments.push({ from: offset, to, rank });
    offset = to;
  }
  const data = segments.filter(({ rank }) => rank !== 'colours');
  if (!isBeyond(data, maxMetadataBytes) && !isBeyond(segments, maxMetadataBytes + maxColorDataBytes)) return null;
  const budgets = { colours: createBudget(maxColorDataBytes), data: createBudget(maxMetadataBytes) };
  const stays = (each: Segment) =>
    each.rank !== 'never' && budgets[each.rank === 'colours' ? 'colours' : 'data'](each.to - each.from);
  const remaining = new Set(ranks.flatMap((rank) => segments.filter((each) => each.rank === rank)).filter(stays));
  return withoutRanges(
    segments.filter((each) => !remaining.has(each)),
    size,
  );
}

const isBeyond = (segments: readonly Segment[], maxBytes: number) =>
  segments.reduce((sum, { from, to }) => sum + to - from, 0) > maxBytes;

function withoutRanges(ranges: readonly { readonly from: number; readonly to: number }[], size: number): FilePiece[] {
  const pieces: FilePiece[] = [];
  let offset = 0;
  for (const { from, to } of ranges) {
    if (from > offset) pieces.push({ from: offset, to: from });
    offset = to;
  }
  return mergePieces([...pieces, { from: offset, to: size }]);
}

const window = 64 * 1024;

async function nextMarker(file: OpenFile, offset: number): Promise<number> {
  const near = await readAt(file, offset, 2);
  if (near[0] === 0xff && near[1] !== 0 && near[1] !== 0xff) return offset;
  for (let from = offset; ; from += window - 1) {
    const bytes = await readAt(file, from, window);
    for (
      let found = bytes.indexOf(0xff);
      found !== -1 && found < bytes.length - 1;
      found = bytes.indexOf(0xff, found + 1)
    ) {
      if (bytes[found + 1] !== 0 && bytes[found + 1] !== 0xff) return from + found;
    }
    if (bytes.length < window) return from + bytes.length;
  }
}

const pictureChunks: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']);

async function limitWebp(file: OpenFile): Promise<FilePiece[] | null> {
  const budgets = { colours: createBudget(maxColorDataBytes), data: createBudget(maxMetadataBytes) };
  const pieces: FilePiece[] = [];
  const droppedTypes = new Set<string>();
  for await (const { type, from, to } of webpChunks(file)) {
    if (pictureChunks.has(type) || budgets[type === 'ICCP' ? 'colours' : 'data'](to - from)) pieces.push({ from, to });
    else droppedTypes.add(type);
  }
  if (droppedTypes.size === 0) return null;
  const [first] = pieces;
  if (first === undefined || first instanceof Uint8Array) return null;
  const head = await readAt(file, first.from, first.to - first.from);
  if (head.toString('latin1', 0, 4) === 'VP8X' && head.length > 8) {
    const removedFlags = [...droppedTypes].map(
      (type) => ({ EXIF: vp8xFlags.exif, 'XMP ': vp8xFlags.xmp, ICCP: vp8xFlags.icc })[type] ?? 0,
    );
    head[8] = removedFlags.reduce((flags, each) => flags & ~each, head[8] ?? 0);
    pieces[0] = head;
  }
  return webpContainer(pieces);
}
