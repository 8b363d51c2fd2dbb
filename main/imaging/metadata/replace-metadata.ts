/** Changes the metadata of a finished file, and leaves pixels, profile and unknown data unchanged. */
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
import { isManifestSegment, manifestChunks } from './blocks/content-credentials.ts';
import { iptcRecords } from './blocks/iptc-resource.ts';
import { iptcFormats, stripExifPrefix } from './copy-metadata.ts';
import { segment, xmpSegments } from './formats/jpeg-metadata.ts';
import { isXmp, xmpKeyword } from './formats/png-metadata.ts';
import { replaceTiffMetadata } from './formats/tiff-replace.ts';
import { setIptcResource } from './iptc-resource.ts';
import type { MetadataParts, MetadataPartsChange } from './metadata-parts.ts';
import { removeManifestPointersOnThread } from './metadata-thread.ts';

interface Wanted {
  readonly change: MetadataPartsChange;
  /** The file's metadata before the change. */
  readonly parts: MetadataParts;
  readonly width: number;
  readonly height: number;
  readonly alpha: boolean;
  /** Whether `parts.xmp` includes the extended XMP of a JPEG, which is then removed. */
  readonly isJoined: boolean;
  /** Whether data of unknown meaning is removed. */
  readonly known: boolean;
}

/**
 * Rewrites our finished file (JPEG, PNG, WEBP or TIFF) atomically.
 * @param changing also receives whether the format holds IPTC records
 * @param options `known`: keep only data of known meaning and clipping paths, because other data may contain what must
 * go
 * @throws ImagingError BAD_RESULT for another format, or a packet too long for a JPEG
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

/** Removes references to content credentials, because the changed file is no longer the signed one. */
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
    // Readers expect JFIF and EXIF first.
    ((kind === marker.APP0 || isExif) && otherSegments.length === 0 ? before : otherSegments).push({ from, to });
  }
  throw new Error('the JPEG holds no image');
}

/** Whether a segment is needed, or is application data about colors and coding. */
function isKnown(kind: number | null, head: Buffer): boolean {
  if (kind === null || kind < marker.APP0 || kind > marker.APP15) return true;
  if (kind === marker.APP0) return startsWith(head, prefix.jfif);
  return (
    (kind === marker.APP2 && startsWith(head, prefix.icc)) || (kind === marker.APP14 && startsWith(head, prefix.adobe))
  );
}

/** Returns the end of the picture, before any appended data. */
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

/** Prefix of text chunks with EXIF, IPTC or XMP. */
const rawProfile = Buffer.from('Raw profile type ', 'latin1');

async function inPng(file: OpenFile, { change, known }: Wanted): Promise<FilePiece[]> {
  const { size } = await file.stat();
  const pieces: FilePiece[] = [signature];
  for await (const { type, from, to, head } of pngChunks(file)) {
    // Trailing data is not in chunks.
    if (type === 'IEND') return mergePieces([...pieces, { from, to: known ? to : size }]);
    const isExif = type === 'eXIf' && change.exif !== undefined;
    const isPacket = isXmp(type, head) && change.xmp !== undefined;
    const isText = /^(tEXt|zTXt|iTXt)$/.test(type) && startsWith(head, rawProfile);
    // Private ancillary chunks, and those signed for the old file.
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
