/** Changes the data about a photograph in a finished file, and nothing else of it: pixels, profile and whatever is unknown stay. */
import sharp from 'sharp';
import { msg } from '../../../contract/message.ts';
import type { OpenFile } from '../container/held.ts';
import { plainResources, readResources, resourceBlock } from '../container/image-resources.ts';
import { isExtendedXmp, jpegSegments, marker, prefix, segmentBytes, starts } from '../container/jpeg-segments.ts';
import { joined, type Piece, readAt, rewrite } from '../container/pieces.ts';
import { chunk as pngChunk, pngChunks, signature } from '../container/png-chunks.ts';
import { tiffBlock } from '../container/tiff-block.ts';
import { canvas, container, flag, pictureChunks, chunk as webpChunk, webpChunks } from '../container/webp-chunks.ts';
import { ImagingError } from '../errors.ts';
import { isPointer, xmpIn } from '../xmp/extended.ts';
import { xmpWithout } from '../xmp/merge.ts';
import { iptcRecords } from './iptc.ts';
import { withIptc } from './iptc-resource.ts';
import { segment, xmpSegments } from './jpeg.ts';
import { withoutPrefix, withRecords } from './metadata.ts';
import { isXmp, xmpKeyword } from './png.ts';
import type { Parts, PartsChange } from './replace-parts.ts';
import { inTiff } from './tiff-replace.ts';

interface Wanted {
  readonly change: PartsChange;
  /** As it was, where it stays. */
  readonly parts: Parts;
  readonly width: number;
  readonly height: number;
  readonly alpha: boolean;
  /** The extended XMP of a JPEG is in the packet, and left out. */
  readonly isJoined: boolean;
  /** What is unknown is left out. */
  readonly known: boolean;
}

/**
 * Rewrites a finished file of our own (JPEG, PNG, WEBP, TIFF), all at once or not at all.
 * @param changing told also whether the format has a place for IPTC records
 * @param options `known`: nothing stays of which it is not known what it says, but for clipping paths: it may be what was to go
 * @throws ImagingError BAD_RESULT where the format holds no such data, or the XMP packet is too long for a JPEG
 */
export async function replaceMetadata(
  path: string,
  changing: (parts: Parts, hasRecords: boolean) => PartsChange | Promise<PartsChange>,
  { known = false }: { readonly known?: boolean } = {},
): Promise<void> {
  const meta = await sharp(path, { limitInputPixels: false }).metadata();
  const xmp = await xmpIn(path, meta);
  const parts: Parts = {
    exif: meta.format === 'tiff' ? await tiffBlock(path) : withoutPrefix(meta.exif),
    xmp: xmp && (known && xmp.extended === 'missing' ? xmpWithout(xmp.packet, isPointer) : xmp.packet),
    iptc: meta.iptc === undefined ? null : iptcRecords(meta.iptc),
  };
  const change = { ...(known ? parts : {}), ...(await changing(parts, withRecords.has(meta.format))) };
  if (Object.keys(change).length === 0) return;
  const { width, height, hasAlpha: alpha } = meta;
  const isJoined = change.xmp !== undefined && xmp?.extended === 'joined';
  const wanted = { change, parts, width, height, alpha, isJoined, known };
  switch (meta.format) {
    case 'jpeg':
      return rewrite(path, (file) => inJpeg(file, wanted));
    case 'png':
      return rewrite(path, (file) => inPng(file, wanted));
    case 'webp':
      return rewrite(path, (file) => inWebp(file, wanted));
    case 'tiff':
      return rewrite(path, (file) => inTiff(file, { ...parts, ...change }, known));
    default:
      throw new ImagingError('BAD_RESULT', msg('imaging.result.noMetadata'));
  }
}

async function inJpeg(file: OpenFile, { change, isJoined, known }: Wanted): Promise<Piece[]> {
  const end = known ? await endOfJpeg(file) : (await file.stat()).size;
  const before: Piece[] = [];
  const others: Piece[] = [];
  const resources: Buffer[] = [];
  for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
    const isExif = kind === marker.APP1 && starts(head, prefix.exif);
    if (kind === marker.startOfScan) {
      const added = [...newExif(change.exif), ...newXmp(change.xmp), ...newResources(resources, change.iptc, known)];
      return joined([Buffer.from([0xff, 0xd8]), ...before, ...added, ...others, { from, to: end }]);
    }
    if (isExif && change.exif !== undefined) continue;
    if (kind === marker.APP1 && starts(head, prefix.xmp) && change.xmp !== undefined) continue;
    if (isExtendedXmp({ marker: kind, head }) && isJoined) continue;
    if (kind === marker.APP13 && starts(head, prefix.photoshop) && change.iptc !== undefined) {
      const content = await readAt(file, from + 4, to - from - 4);
      resources.push(content.subarray(prefix.photoshop.length));
      continue;
    }
    if (known && !isKnown(kind, head)) continue;
    // JFIF and EXIF are looked for at the beginning.
    ((kind === marker.APP0 || isExif) && others.length === 0 ? before : others).push({ from, to });
  }
  throw new Error('the JPEG holds no image');
}

/** False for data of applications that are none of colours and coding. */
function isKnown(kind: number | null, head: Buffer): boolean {
  if (kind === null || kind < marker.APP0 || kind > marker.APP15) return true;
  if (kind === marker.APP0) return starts(head, prefix.jfif);
  return (kind === marker.APP2 && starts(head, prefix.icc)) || (kind === marker.APP14 && starts(head, prefix.adobe));
}

/** Where the picture ends, and whatever is appended begins. */
async function endOfJpeg(file: OpenFile): Promise<number> {
  let end = (await file.stat()).size;
  try {
    for await (const { marker: kind, to } of jpegSegments(file)) if (kind === marker.endOfImage) end = to;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
  }
  return end;
}

const newExif = (exif: Buffer | null | undefined): Piece[] =>
  exif == null ? [] : segment(marker.APP1, Buffer.concat([prefix.exif, exif]));

function newXmp(xmp: Buffer | null | undefined): Piece[] {
  if (xmp == null) return [];
  const written = xmpSegments(xmp);
  if (written === null) throw new ImagingError('BAD_RESULT', msg('imaging.result.longXmp'));
  return written;
}

function newResources(resources: readonly Buffer[], iptc: Buffer | null | undefined, known: boolean): Piece[] {
  if (iptc === undefined) return [];
  const old = Buffer.concat(resources);
  const block = withIptc(known ? resourceBlock(plainResources(readResources(old))) : old, iptc);
  const room = segmentBytes - prefix.photoshop.length;
  const pieces: Piece[] = [];
  for (let at = 0; at < block.length; at += room)
    pieces.push(...segment(marker.APP13, Buffer.concat([prefix.photoshop, block.subarray(at, at + room)])));
  return pieces;
}

/** Chunks in which some programs keep EXIF, IPTC and XMP as text. */
const rawProfile = Buffer.from('Raw profile type ', 'latin1');

async function inPng(file: OpenFile, { change, known }: Wanted): Promise<Piece[]> {
  const { size } = await file.stat();
  const pieces: Piece[] = [signature];
  for await (const { type, from, to, head } of pngChunks(file)) {
    // What follows the end is no chunk.
    if (type === 'IEND') return joined([...pieces, { from, to: known ? to : size }]);
    const isExif = type === 'eXIf' && change.exif !== undefined;
    const isPacket = isXmp(type, head) && change.xmp !== undefined;
    const isText = /^(tEXt|zTXt|iTXt)$/.test(type) && starts(head, rawProfile);
    // Ancillary, and of one program alone.
    const isPrivate = known && /^[a-z]{2}/.test(type);
    if (!isExif && !isPacket && !isPrivate && !(isText && change.exif !== undefined)) pieces.push({ from, to });
    if (type !== 'IHDR') continue;
    if (change.exif != null) pieces.push(pngChunk('eXIf', change.exif));
    if (change.xmp != null) pieces.push(pngChunk('iTXt', xmpKeyword, Buffer.alloc(4), change.xmp));
  }
  throw new Error('the PNG has no end');
}

async function inWebp(file: OpenFile, { change, parts, width, height, alpha, known }: Wanted): Promise<Piece[]> {
  const { exif, xmp } = { ...parts, ...change };
  const kept: Piece[] = [];
  let flags = (alpha ? flag.alpha : 0) | (exif === null ? 0 : flag.exif) | (xmp === null ? 0 : flag.xmp);
  for await (const { type, from, to, first } of webpChunks(file)) {
    if (type === 'VP8X') flags |= first & ~(flag.exif | flag.xmp);
    else if (type !== 'EXIF' && type !== 'XMP ' && !(known && !pictureChunks.has(type))) kept.push({ from, to });
  }
  return container([
    canvas(flags, { width, height }),
    ...kept,
    ...(exif === null ? [] : [webpChunk('EXIF', exif)]),
    ...(xmp === null ? [] : [webpChunk('XMP ', xmp)]),
  ]);
}
