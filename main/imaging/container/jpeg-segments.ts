/** Iterates over the segments of a JPEG file and the image data between them. */

import { type FilePiece, readAt } from './file-pieces.ts';
import { photoshopPrefix } from './image-resources.ts';
import type { OpenFile } from './pinned-files.ts';

/** Markers (ITU-T T.81, table B.1). */
export const marker = {
  APP0: 0xe0,
  APP1: 0xe1,
  APP2: 0xe2,
  APP11: 0xeb,
  APP13: 0xed,
  APP14: 0xee,
  baseline: 0xc0,
  sequential: 0xc1,
  progressive: 0xc2,
  huffmanTables: 0xc4,
  restartInterval: 0xdd,
  APP15: 0xef,
  startOfScan: 0xda,
  endOfImage: 0xd9,
} as const;

/** Prefixes of application segments. */
export const prefix = {
  exif: Buffer.from('Exif\0\0', 'latin1'),
  xmp: Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'),
  /** XMP specification, part 3, 1.1.3.1. */
  extendedXmp: Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1'),
  icc: Buffer.from('ICC_PROFILE\0', 'latin1'),
  photoshop: photoshopPrefix,
  jfif: Buffer.from('JFIF\0', 'latin1'),
  adobe: Buffer.from('Adobe', 'latin1'),
} as const;

/** Maximum bytes of content after the length. */
export const segmentBytes = 0xffff - 2;

export interface Segment {
  /** Second byte of the marker; null for coded image data. */
  readonly marker: number | null;
  /** Range including the marker; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Up to 32 bytes after the length. */
  readonly head: Buffer;
}

/** Segments of pinned files, because finding the end of a scan is slow. */
const knownSegments = new WeakMap<Buffer, readonly Segment[]>();

/** Yields all segments up to the end of the image. @throws Error if the structure is broken */
export async function* jpegSegments(file: OpenFile): AsyncGenerator<Segment> {
  const cached = file.bytes && knownSegments.get(file.bytes);
  if (cached !== undefined) {
    yield* cached;
    return;
  }
  const segments: Segment[] = [];
  for await (const segment of readSegments(file)) {
    segments.push(segment);
    if (segment.marker === marker.endOfImage && file.bytes !== undefined) knownSegments.set(file.bytes, segments);
    yield segment;
  }
}

async function* readSegments(file: OpenFile): AsyncGenerator<Segment> {
  const { size } = await file.stat();
  const start = await readAt(file, 0, 2);
  if (start[0] !== 0xff || start[1] !== 0xd8) throw new Error('not a JPEG');
  let offset = 2;
  for (;;) {
    const bytes = await readAt(file, offset, 4 + 32);
    const kind = bytes[1];
    if (bytes[0] !== 0xff || kind === undefined) throw new Error('a JPEG segment is not where it should be');
    if (kind === 0xff) {
      // Fill bytes may precede a marker.
      offset += 1;
      continue;
    }
    if (isBare(kind)) {
      yield { marker: kind, from: offset, to: offset + 2, head: Buffer.alloc(0) };
      if (kind === marker.endOfImage) return;
      offset += 2;
      continue;
    }
    if (bytes.length < 4 || kind === 0) throw new Error('a JPEG segment is not where it should be');
    const to = offset + 2 + bytes.readUInt16BE(2);
    if (to < offset + 4 || to > size) throw new Error('a JPEG segment is cut short');
    yield { marker: kind, from: offset, to, head: bytes.subarray(4, Math.min(bytes.length, to - offset)) };
    offset = to;
    if (kind === marker.startOfScan) {
      const end = await endOfScan(file, offset, size);
      if (end > offset) yield { marker: null, from: offset, to: end, head: Buffer.alloc(0) };
      offset = end;
    }
  }
}

/** Whether a marker has no length and content. */
function isBare(kind: number): boolean {
  return kind === 0x01 || (kind >= 0xd0 && kind <= 0xd9);
}

const chunk = 256 * 1024;

/** Returns the offset of the next marker except restarts and stuffed zeros. */
async function endOfScan(file: OpenFile, start: number, size: number): Promise<number> {
  // Chunks overlap by a byte, because a marker has two.
  for (let offset = start; offset < size - 1; offset += chunk - 1) {
    const to = Math.min(size, offset + chunk);
    const bytes = file.bytes?.subarray(offset, to) ?? (await readAt(file, offset, to - offset));
    for (
      let found = bytes.indexOf(0xff);
      found !== -1 && found < bytes.length - 1;
      found = bytes.indexOf(0xff, found + 1)
    ) {
      const next = bytes[found + 1] as number;
      if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return offset + found;
    }
  }
  throw new Error('the JPEG has no end');
}

/** `head` may be shorter than the prefix. */
export function isExtendedXmp({ marker: kind, head }: Pick<Segment, 'marker' | 'head'>): boolean {
  return kind === marker.APP1 && head.length > 0 && startsWith(head, prefix.extendedXmp.subarray(0, head.length));
}

export function startsWith(content: Buffer, expected: Buffer): boolean {
  return content.subarray(0, expected.length).equals(expected);
}

/** Returns a segment, or nothing if the content is too long. */
export function createSegment(kind: number, content: Buffer): FilePiece[] {
  if (content.length > segmentBytes) return [];
  const head = Buffer.from([0xff, kind, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return [head, content];
}

/** Splits image resources into segments, which readers join. */
export function resourceSegments(block: Buffer): FilePiece[] {
  const maxBytes = segmentBytes - photoshopPrefix.length;
  const pieces: FilePiece[] = [];
  for (let offset = 0; offset < block.length; offset += maxBytes) {
    const content = Buffer.concat([photoshopPrefix, block.subarray(offset, offset + maxBytes)]);
    pieces.push(...createSegment(marker.APP13, content));
  }
  return pieces;
}
