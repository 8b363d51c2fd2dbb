/** Changes the data about a photograph in a finished file, and nothing else of it: pixels, profile and whatever is unknown stay. */
import { basename } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { type FilePiece, mergePieces, readAt, rewriteFile } from '../container/file-pieces.ts';
import { plainResources, readResources, resourceBlock } from '../container/image-resources.ts';
import { isExtendedXmp, jpegSegments, marker, prefix, segmentBytes, startsWith } from '../container/jpeg-segments.ts';
import type { OpenFile } from '../container/pinned-files.ts';
import { chunk as pngChunk, pngChunks, signature } from '../container/png-chunks.ts';
import { tiffExifBlock } from '../container/tiff-exif.ts';
import {
  pictureChunks,
  vp8xChunk,
  vp8xFlags,
  chunk as webpChunk,
  webpChunks,
  webpContainer,
} from '../container/webp-chunks.ts';
import { ImagingError } from '../errors.ts';
import { isPointer, xmpIn } from '../xmp/extended-xmp.ts';
import { removeXmpProperties } from '../xmp/merge-xmp.ts';
import { runXmpWork } from '../xmp/xmp-thread.ts';
import { isManifestSegment, manifestChunks } from './content-credentials.ts';
import { iptcFormats, stripExifPrefix } from './copy-metadata.ts';
import { iptcRecords } from './iptc.ts';
import { setIptcResource } from './iptc-resource.ts';
import { segment, xmpSegments } from './jpeg-metadata.ts';
import type { MetadataParts, MetadataPartsChange } from './metadata-parts.ts';
import { removeManifestPointersOnThread } from './metadata-thread.ts';
import { isXmp, xmpKeyword } from './png-metadata.ts';
import { replaceTiffMetadata } from './tiff-replace.ts';

interface Wanted {
  readonly change: MetadataPartsChange;
  /** As it was, where it stays. */
  readonly parts: MetadataParts;
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
 * @param options `shouldStripUnknown`: nothing stays of which it is not known what it says, but for clipping paths: it may be what was to go
 * @throws ImagingError BAD_RESULT where the format holds no such data, or the XMP packet is too long for a JPEG
 */
export async function replaceMetadata(
  path: string,
  changing: (parts: MetadataParts, hasRecords: boolean) => MetadataPartsChange | Promise<MetadataPartsChange>,
  { known = false }: { readonly known?: boolean } = {},
): Promise<void> {
  const meta = await sharp(path, { limitInputPixels: false }).metadata();
  const xmp = await xmpIn(path, meta);
  const parts: MetadataParts = {
    exif: meta.format === 'tiff' ? await tiffExifBlock(path) : stripExifPrefix(meta.exif),
    xmp: xmp && (known && xmp.extended === 'missing' ? await withoutPointer(xmp.packet, path) : xmp.packet),
    iptc: meta.iptc === undefined ? null : iptcRecords(meta.iptc),
  };
  const wantedChange = { ...(known ? parts : {}), ...(await changing(parts, iptcFormats.has(meta.format))) };
  if (Object.keys(wantedChange).length === 0) return;
  const change = await withoutCredentials(parts, wantedChange, path);
  const { width, height, hasAlpha: alpha } = meta;
  const isJoined = change.xmp !== undefined && xmp?.extended === 'joined';
  const wanted = { change, parts, width, height, alpha, isJoined, known };
  switch (meta.format) {
    case 'jpeg':
      return rewriteFile(path, (file) => inJpeg(file, wanted));
    case 'png':
      return rewriteFile(path, (file) => inPng(file, wanted));
    case 'webp':
      return rewriteFile(path, (file) => inWebp(file, wanted));
    case 'tiff':
      return rewriteFile(path, (file) => replaceTiffMetadata(file, { ...parts, ...change }, known));
    default:
      throw new ImagingError('BAD_RESULT', msg('imaging.result.noMetadata'));
  }
}

function withoutPointer(packet: Buffer, path: string): Promise<Buffer | null> {
  const work = (given: Buffer) => removeXmpProperties(given, isPointer);
  return runXmpWork('removePointer', { args: packet, packet, document: basename(path), work });
}

/** A file that is changed is no longer the one that was signed. */
async function withoutCredentials(
  parts: MetadataParts,
  change: MetadataPartsChange,
  path: string,
): Promise<MetadataPartsChange> {
  const packet = change.xmp === undefined ? parts.xmp : change.xmp;
  const plain = packet && (await removeManifestPointersOnThread(packet, basename(path)));
  return plain === packet ? change : { ...change, xmp: plain };
}

async function inJpeg(file: OpenFile, { change, isJoined, known }: Wanted): Promise<FilePiece[]> {
  const end = known ? await endOfJpeg(file) : (await file.stat()).size;
  const before: FilePiece[] = [];
  const otherSegments: FilePiece[] = [];
  const resources: Buffer[] = [];
  for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
    const isExif = kind === marker.APP1 && startsWith(head, prefix.exif);
    if (isManifestSegment(kind, head)) continue;
    if (kind === marker.startOfScan) {
      const added = [
        ...newExif(change.exif),
        ...(await newXmp(change.xmp)),
        ...newResources(resources, change.iptc, known),
      ];
      return mergePieces([Buffer.from([0xff, 0xd8]), ...before, ...added, ...otherSegments, { from, to: end }]);
    }
    if (isExif && change.exif !== undefined) continue;
    if (kind === marker.APP1 && startsWith(head, prefix.xmp) && change.xmp !== undefined) continue;
    if (isExtendedXmp({ marker: kind, head }) && isJoined) continue;
    if (kind === marker.APP13 && startsWith(head, prefix.photoshop) && change.iptc !== undefined) {
      const content = await readAt(file, from + 4, to - from - 4);
      resources.push(content.subarray(prefix.photoshop.length));
      continue;
    }
    if (known && !isKnown(kind, head)) continue;
    // JFIF and EXIF are looked for at the beginning.
    ((kind === marker.APP0 || isExif) && otherSegments.length === 0 ? before : otherSegments).push({ from, to });
  }
  throw new Error('the JPEG holds no image');
}

/** False for data of applications that are none of colours and coding. */
function isKnown(kind: number | null, head: Buffer): boolean {
  if (kind === null || kind < marker.APP0 || kind > marker.APP15) return true;
  if (kind === marker.APP0) return startsWith(head, prefix.jfif);
  return (
    (kind === marker.APP2 && startsWith(head, prefix.icc)) || (kind === marker.APP14 && startsWith(head, prefix.adobe))
  );
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

const newExif = (exif: Buffer | null | undefined): FilePiece[] =>
  exif == null ? [] : segment(marker.APP1, Buffer.concat([prefix.exif, exif]));

async function newXmp(xmp: Buffer | null | undefined): Promise<FilePiece[]> {
  if (xmp == null) return [];
  const written = await xmpSegments(xmp);
  if (written === null) throw new ImagingError('BAD_RESULT', msg('imaging.result.longXmp'));
  return written;
}

function newResources(
  resources: readonly Buffer[],
  iptc: Buffer | null | undefined,
  shouldStripUnknown: boolean,
): FilePiece[] {
  if (iptc === undefined) return [];
  const old = Buffer.concat(resources);
  const block = setIptcResource(shouldStripUnknown ? resourceBlock(plainResources(readResources(old))) : old, iptc);
  const room = segmentBytes - prefix.photoshop.length;
  const pieces: FilePiece[] = [];
  for (let offset = 0; offset < block.length; offset += room)
    pieces.push(...segment(marker.APP13, Buffer.concat([prefix.photoshop, block.subarray(offset, offset + room)])));
  return pieces;
}

/** Chunks in which some programs keep EXIF, IPTC and XMP as text. */
const rawProfile = Buffer.from('Raw profile type ', 'latin1');

async function inPng(file: OpenFile, { change, known }: Wanted): Promise<FilePiece[]> {
  const { size } = await file.stat();
  const pieces: FilePiece[] = [signature];
  for await (const { type, from, to, head } of pngChunks(file)) {
    // What follows the end is no chunk.
    if (type === 'IEND') return mergePieces([...pieces, { from, to: known ? to : size }]);
    const isExif = type === 'eXIf' && change.exif !== undefined;
    const isPacket = isXmp(type, head) && change.xmp !== undefined;
    const isText = /^(tEXt|zTXt|iTXt)$/.test(type) && startsWith(head, rawProfile);
    // Ancillary, and of one program alone; or signed for the file as it was.
    const isPrivate = manifestChunks.has(type) || (known && /^[a-z]{2}/.test(type));
    if (!isExif && !isPacket && !isPrivate && !(isText && change.exif !== undefined)) pieces.push({ from, to });
    if (type !== 'IHDR') continue;
    if (change.exif != null) pieces.push(pngChunk('eXIf', change.exif));
    if (change.xmp != null) pieces.push(pngChunk('iTXt', xmpKeyword, Buffer.alloc(4), change.xmp));
  }
  throw new Error('the PNG has no end');
}

async function inWebp(file: OpenFile, { change, parts, width, height, alpha, known }: Wanted): Promise<FilePiece[]> {
  const { exif, xmp } = { ...parts, ...change };
  const kept: FilePiece[] = [];
  let flags = (alpha ? vp8xFlags.alpha : 0) | (exif === null ? 0 : vp8xFlags.exif) | (xmp === null ? 0 : vp8xFlags.xmp);
  for await (const { type, from, to, first } of webpChunks(file)) {
    if (type === 'VP8X') flags |= first & ~(vp8xFlags.exif | vp8xFlags.xmp);
    else if (type !== 'EXIF' && type !== 'XMP ' && !manifestChunks.has(type) && !(known && !pictureChunks.has(type)))
      kept.push({ from, to });
  }
  return webpContainer([
    vp8xChunk(flags, { width, height }),
    ...kept,
    ...(exif === null ? [] : [webpChunk('EXIF', exif)]),
    ...(xmp === null ? [] : [webpChunk('XMP ', xmp)]),
  ]);
}
