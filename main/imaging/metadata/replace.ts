/** Changes the data about a photograph in a finished file, and nothing else of it: pixels, profile and whatever is unknown stay. */

import { type FileHandle, open } from 'node:fs/promises';
import sharp from 'sharp';
import { say } from '../../../preload/contract/sentence.ts';
import { jpegSegments, marker, prefix, segmentBytes, starts } from '../container/jpeg-segments.ts';
import { joined, type Piece, readAt, rewrite } from '../container/pieces.ts';
import { tiffBlock } from '../container/tiff-block.ts';
import { canvas, container, flag, chunk as webpChunk, webpChunks } from '../container/webp-chunks.ts';
import { ImagingError } from '../errors.ts';
import { xmpWithout } from '../xmp/merge.ts';
import { iptcRecords } from './iptc.ts';
import { withIptc } from './iptc-resource.ts';
import { segment } from './jpeg.ts';
import { withoutPrefix } from './metadata.ts';
import { isXmp, chunk as pngChunk, pngChunks, signature, xmpKeyword } from './png.ts';
import type { Parts, PartsChange } from './replace-parts.ts';
import { inTiff } from './tiff-replace.ts';

interface Wanted {
  readonly change: PartsChange;
  /** As it was, where it stays. */
  readonly parts: Parts;
  readonly width: number;
  readonly height: number;
  readonly alpha: boolean;
  /** The second packet of a JPEG is left out. */
  readonly withoutSecond: boolean;
}

/**
 * Rewrites a finished file of our own (JPEG, PNG, WEBP, TIFF), all at once or not at all. The second packet of a JPEG (extended XMP)
 * stays, unless it has one of `secondWithout` in it.
 * @throws ImagingError BAD_RESULT where the format holds no such data, or the XMP packet is too long for a JPEG
 */
export async function replaceMetadata(
  path: string,
  changing: (parts: Parts) => PartsChange,
  { secondWithout = [] }: { readonly secondWithout?: readonly string[] } = {},
): Promise<void> {
  const meta = await sharp(path, { limitInputPixels: false }).metadata();
  const parts: Parts = {
    exif: meta.format === 'tiff' ? await tiffBlock(path) : withoutPrefix(meta.exif),
    xmp: meta.xmp ?? null,
    iptc: meta.iptc === undefined ? null : iptcRecords(meta.iptc),
  };
  const withoutSecond = meta.format === 'jpeg' && (await secondPacketHas(path, secondWithout));
  const wished = changing(parts);
  const packet = wished.xmp ?? parts.xmp;
  const change = withoutSecond && packet !== null ? { ...wished, xmp: withoutPointer(packet) } : wished;
  if (Object.keys(change).length === 0 && !withoutSecond) return;
  const { width, height, hasAlpha: alpha } = meta;
  const wanted = { change, parts, width, height, alpha, withoutSecond };
  switch (meta.format) {
    case 'jpeg':
      return rewrite(path, (file) => inJpeg(file, wanted));
    case 'png':
      return rewrite(path, (file) => inPng(file, wanted));
    case 'webp':
      return rewrite(path, (file) => inWebp(file, wanted));
    case 'tiff':
      return rewrite(path, (file) => inTiff(file, { ...parts, ...change }));
    default:
      throw new ImagingError('BAD_RESULT', say('imaging.result.noMetadata'));
  }
}

const second = Buffer.from('http://ns.adobe.com/xmp/extension/\0', 'latin1');
const isSecond = (head: Buffer) => head.length > 0 && starts(head, second.subarray(0, head.length));

/** Whether a part of the second packet has one of these words. */
async function secondPacketHas(path: string, words: readonly string[]): Promise<boolean> {
  if (words.length === 0) return false;
  const file = await open(path);
  try {
    for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
      if (kind === marker.startOfScan) return false;
      if (kind !== marker.APP1 || !isSecond(head)) continue;
      const content = await readAt(file, from, to - from);
      if (words.some((word) => content.includes(word))) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** What points to the second packet would lead nowhere. */
const withoutPointer = (xmp: Buffer): Buffer =>
  xmpWithout(xmp, (namespace, name) => namespace === 'http://ns.adobe.com/xmp/note/' && name === 'HasExtendedXMP') ??
  xmp;

async function inJpeg(file: FileHandle, { change, withoutSecond }: Wanted): Promise<Piece[]> {
  const { size } = await file.stat();
  const before: Piece[] = [];
  const others: Piece[] = [];
  const resources: Buffer[] = [];
  for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
    const isExif = kind === marker.APP1 && starts(head, prefix.exif);
    if (kind === marker.startOfScan) {
      const added = [...newExif(change.exif), ...newXmp(change.xmp), ...newResources(resources, change.iptc)];
      return joined([Buffer.from([0xff, 0xd8]), ...before, ...added, ...others, { from, to: size }]);
    }
    if (isExif && change.exif !== undefined) continue;
    if (kind === marker.APP1 && starts(head, prefix.xmp) && change.xmp !== undefined) continue;
    if (kind === marker.APP1 && isSecond(head) && withoutSecond) continue;
    if (kind === marker.APP13 && starts(head, prefix.photoshop) && change.iptc !== undefined) {
      const content = await readAt(file, from + 4, to - from - 4);
      resources.push(content.subarray(prefix.photoshop.length));
      continue;
    }
    // JFIF and EXIF are looked for at the beginning.
    ((kind === marker.APP0 || isExif) && others.length === 0 ? before : others).push({ from, to });
  }
  throw new Error('the JPEG holds no image');
}

const newExif = (exif: Buffer | null | undefined): Piece[] =>
  exif == null ? [] : segment(marker.APP1, Buffer.concat([prefix.exif, exif]));

function newXmp(xmp: Buffer | null | undefined): Piece[] {
  if (xmp == null) return [];
  const written = segment(marker.APP1, Buffer.concat([prefix.xmp, withoutPadding(xmp)]));
  if (written.length === 0) throw new ImagingError('BAD_RESULT', say('imaging.result.longXmp'));
  return written;
}

/** Programs leave some kilobytes free before the end of a packet. */
function withoutPadding(xmp: Buffer): Buffer {
  if (xmp.length + prefix.xmp.length <= segmentBytes) return xmp;
  return Buffer.from(xmp.toString('utf8').replace(/\s+(<\?xpacket end=[^>]*>)\s*$/, '\n$1'));
}

function newResources(resources: readonly Buffer[], iptc: Buffer | null | undefined): Piece[] {
  if (iptc === undefined) return [];
  const block = withIptc(Buffer.concat(resources), iptc);
  const room = segmentBytes - prefix.photoshop.length;
  const pieces: Piece[] = [];
  for (let at = 0; at < block.length; at += room)
    pieces.push(...segment(marker.APP13, Buffer.concat([prefix.photoshop, block.subarray(at, at + room)])));
  return pieces;
}

/** Chunks in which some programs keep EXIF, IPTC and XMP as text. */
const rawProfile = Buffer.from('Raw profile type ', 'latin1');

async function inPng(file: FileHandle, { change }: Wanted): Promise<Piece[]> {
  const { size } = await file.stat();
  const pieces: Piece[] = [signature];
  for await (const { type, from, to, head } of pngChunks(file)) {
    // What follows the end is no chunk.
    if (type === 'IEND') return joined([...pieces, { from, to: size }]);
    const isExif = type === 'eXIf' && change.exif !== undefined;
    const isPacket = isXmp(type, head) && change.xmp !== undefined;
    const isText = /^(tEXt|zTXt|iTXt)$/.test(type) && starts(head, rawProfile);
    if (!isExif && !isPacket && !(isText && change.exif !== undefined)) pieces.push({ from, to });
    if (type !== 'IHDR') continue;
    if (change.exif != null) pieces.push(pngChunk('eXIf', change.exif));
    if (change.xmp != null) pieces.push(pngChunk('iTXt', xmpKeyword, Buffer.alloc(4), change.xmp));
  }
  throw new Error('the PNG has no end');
}

async function inWebp(file: FileHandle, { change, parts, width, height, alpha }: Wanted): Promise<Piece[]> {
  const { exif, xmp } = { ...parts, ...change };
  const kept: Piece[] = [];
  let flags = (alpha ? flag.alpha : 0) | (exif === null ? 0 : flag.exif) | (xmp === null ? 0 : flag.xmp);
  for await (const { type, from, to, first } of webpChunks(file)) {
    if (type === 'VP8X') flags |= first & ~(flag.exif | flag.xmp);
    else if (type !== 'EXIF' && type !== 'XMP ') kept.push({ from, to });
  }
  return container([
    canvas(flags, { width, height }),
    ...kept,
    ...(exif === null ? [] : [webpChunk('EXIF', exif)]),
    ...(xmp === null ? [] : [webpChunk('XMP ', xmp)]),
  ]);
}
