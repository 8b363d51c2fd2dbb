/** Replaces the metadata of a TIFF file and clears the old bytes. */
import type { ExifField } from '../../container/exif-tree.ts';
import { type FilePiece, readAt } from '../../container/file-pieces.ts';
import { plainResources, readResources, resourceBlock } from '../../container/image-resources.ts';
import type { OpenFile } from '../../container/pinned-files.ts';
import { bytesPerType, descriptiveTags, fieldType, tag } from '../../container/tiff-tags.ts';
import type { MetadataParts } from '../metadata-parts.ts';
import { tiffPieces } from './tiff-metadata.ts';

interface Entry {
  readonly tag: number;
  /** Range of the value, or the link to a directory. */
  readonly offset: number;
  readonly length: number;
}

/**
 * @param shouldStripUnknown removes private fields, and resources about the photograph
 * @throws Error for a big-endian file
 */
export async function replaceTiffMetadata(
  file: OpenFile,
  parts: MetadataParts,
  shouldStripUnknown: boolean,
): Promise<FilePiece[]> {
  const old = await findOldData(file, shouldStripUnknown);
  const pieces = await tiffPieces(file, { ...parts, icc: null, density: null }, (fields) =>
    (shouldStripUnknown ? knownFields(fields) : fields).filter(
      ({ tag: number }) => number !== tag.xmp && number !== tag.iptc && number !== tag.manifestStore,
    ),
  );
  return pieces.flatMap((piece) => (piece instanceof Uint8Array ? [piece] : clearRanges(piece, old)));
}

const links: ReadonlySet<number> = new Set([tag.exifDirectory, tag.gpsDirectory]);
/** Assigned to companies from here. */
const firstPrivateTag = 32_768;
const isPrivate = (number: number) =>
  number >= firstPrivateTag && number !== tag.iccProfile && !descriptiveTags.has(number) && !links.has(number);

function knownFields(fields: readonly ExifField[]): readonly ExifField[] {
  return fields.flatMap((field) => {
    if (field.tag !== tag.photoshop) return isPrivate(field.tag) ? [] : [field];
    const value = resourceBlock(plainResources(readResources(field.value)));
    return value.length === 0 ? [] : [{ ...field, type: fieldType.undefined, count: value.length, value }];
  });
}

type Range = Exclude<FilePiece, Uint8Array>;

function clearRanges({ from, to }: Range, blanks: readonly Range[]): FilePiece[] {
  const pieces: FilePiece[] = [];
  let position = from;
  for (const blank of blanks.toSorted((a, b) => a.from - b.from)) {
    const [begin, end] = [Math.max(position, blank.from), Math.min(to, blank.to)];
    if (begin >= end) continue;
    pieces.push({ from: position, to: begin }, Buffer.alloc(end - begin));
    position = end;
  }
  return [...pieces, { from: position, to }];
}

/** Returns the ranges of XMP, IPTC, makers' notes, GPS, and private data if it must go. */
async function findOldData(file: OpenFile, shouldStripUnknown: boolean): Promise<Range[]> {
  const head = await readAt(file, 0, 8);
  const main = await readEntries(file, head.readUInt32LE(4));
  const ranges: Range[] = [];
  for (const { tag: number, offset, length } of main) {
    const isGone =
      number === tag.xmp ||
      number === tag.iptc ||
      number === tag.manifestStore ||
      (shouldStripUnknown && isPrivate(number));
    if (isGone && length > 4) ranges.push({ from: offset, to: offset + length });
    if (number === tag.exifDirectory) {
      const notes = (await readEntries(file, offset)).filter(
        (entry) => entry.tag === tag.makerNote && entry.length > 4,
      );
      ranges.push(...notes.map((entry) => ({ from: entry.offset, to: entry.offset + entry.length })));
    }
    if (number !== tag.gpsDirectory) continue;
    const gps = await readEntries(file, offset);
    for (const entry of gps) if (entry.length > 4) ranges.push({ from: entry.offset, to: entry.offset + entry.length });
    ranges.push({ from: offset, to: offset + 2 + gps.length * 12 + 4 });
  }
  return ranges;
}

async function readEntries(file: OpenFile, offset: number): Promise<Entry[]> {
  const head = await readAt(file, offset, 2);
  if (head.length < 2) return [];
  const table = await readAt(file, offset + 2, head.readUInt16LE(0) * 12);
  return Array.from({ length: Math.floor(table.length / 12) }, (_, index) => {
    const entry = table.subarray(index * 12);
    const length = (bytesPerType[entry.readUInt16LE(2)] ?? 0) * entry.readUInt32LE(4);
    return { tag: entry.readUInt16LE(0), offset: entry.readUInt32LE(8), length };
  });
}
