/** Changes the data about a photograph in a TIFF file of our own: what it said before is blanked, not only led past. */
import type { FileHandle } from 'node:fs/promises';
import { type Piece, readAt } from '../container/pieces.ts';
import { tag, typeBytes } from '../container/tags.ts';
import type { Parts } from './replace-parts.ts';
import { tiffPieces } from './tiff.ts';

interface Entry {
  readonly tag: number;
  /** Where its value is, and how long it is; the link itself for a directory. */
  readonly at: number;
  readonly length: number;
}

/** The pieces of a file that says `parts`, and nothing of what it said before. @throws Error for another byte order */
export async function inTiff(file: FileHandle, parts: Parts): Promise<Piece[]> {
  const old = await oldData(file);
  const pieces = await tiffPieces(file, { ...parts, icc: null, density: null });
  return pieces.flatMap((piece) => (piece instanceof Uint8Array ? [piece] : withBlanks(piece, old)));
}

type Range = Exclude<Piece, Uint8Array>;

function withBlanks({ from, to }: Range, blanks: readonly Range[]): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  for (const blank of blanks.toSorted((a, b) => a.from - b.from)) {
    const [begin, end] = [Math.max(at, blank.from), Math.min(to, blank.to)];
    if (begin >= end) continue;
    pieces.push({ from: at, to: begin }, Buffer.alloc(end - begin));
    at = end;
  }
  return [...pieces, { from: at, to }];
}

/** Where XMP, IPTC and the GPS directory with its values are. */
async function oldData(file: FileHandle): Promise<Range[]> {
  const head = await readAt(file, 0, 8);
  const main = await entriesAt(file, head.readUInt32LE(4));
  const ranges: Range[] = [];
  for (const { tag: number, at, length } of main) {
    if ((number === tag.xmp || number === tag.iptc) && length > 4) ranges.push({ from: at, to: at + length });
    if (number !== tag.gpsDirectory) continue;
    const gps = await entriesAt(file, at);
    for (const entry of gps) if (entry.length > 4) ranges.push({ from: entry.at, to: entry.at + entry.length });
    ranges.push({ from: at, to: at + 2 + gps.length * 12 + 4 });
  }
  return ranges;
}

/** Of a little-endian file. */
async function entriesAt(file: FileHandle, at: number): Promise<Entry[]> {
  const head = await readAt(file, at, 2);
  if (head.length < 2) return [];
  const table = await readAt(file, at + 2, head.readUInt16LE(0) * 12);
  return Array.from({ length: Math.floor(table.length / 12) }, (_, index) => {
    const entry = table.subarray(index * 12);
    const length = (typeBytes[entry.readUInt16LE(2)] ?? 0) * entry.readUInt32LE(4);
    return { tag: entry.readUInt16LE(0), at: entry.readUInt32LE(8), length };
  });
}
