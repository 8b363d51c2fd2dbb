/** Writes metadata into a JPEG file as segments before the image data, and strips it for uploads. */

import { type FilePiece, mergePieces, readAt } from '../../container/file-pieces.ts';
import {
  isExtendedXmp,
  jpegSegments,
  marker,
  prefix,
  segmentBytes,
  startsWith,
} from '../../container/jpeg-segments.ts';
import type { OpenFile } from '../../container/pinned-files.ts';
import { splitXmp } from '../../xmp/extended-xmp.ts';
import { runXmpWork } from '../../xmp/xmp-thread.ts';
import { isManifestSegment } from '../blocks/content-credentials.ts';
import { iptcSegment } from '../blocks/iptc-resource.ts';
import type { CarriedMetadata } from '../carried-metadata.ts';

/** Returns the file's pieces with new segments instead of the old ones. @throws Error if it is not a JPEG */
export async function jpegPiecesWith(file: OpenFile, carried: CarriedMetadata): Promise<FilePiece[]> {
  const { size } = await file.stat();
  const jfif: FilePiece[] = [];
  const otherSegments: FilePiece[] = [];
  for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
    if (kind === marker.startOfScan) {
      return [
        Buffer.from([0xff, 0xd8]),
        ...jfif,
        ...(await newSegments(carried)),
        ...otherSegments,
        { from, to: size },
      ];
    }
    if (kind === marker.APP0 && startsWith(head, prefix.jfif)) {
      jfif.push(withDensity(await readAt(file, from, to - from), carried.density));
    } else if (!isReplaced(kind, head, carried)) {
      otherSegments.push({ from, to });
    }
  }
  throw new Error('the JPEG holds no image');
}

/** Whether decoders need a segment: tables, frames and scans (ITU-T T.81, table B.1). */
function isPicture(kind: number): boolean {
  return (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc8) || (kind >= marker.endOfImage && kind <= 0xdf);
}

/**
 * Returns the pieces of an upload: the picture and its colors (JFIF, Adobe, ICC), without metadata, previews and
 * appended data such as a motion photo.
 * @throws Error for a broken structure
 */
export async function strippedJpegPieces(file: OpenFile, exif: Buffer | null): Promise<FilePiece[]> {
  const pieces: FilePiece[] = [Buffer.from([0xff, 0xd8])];
  let hasData = exif === null;
  const addData = () => {
    if (!hasData && exif !== null) pieces.push(...segment(marker.APP1, Buffer.concat([prefix.exif, exif])));
    hasData = true;
  };
  for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
    if (kind === marker.APP0 && startsWith(head, prefix.jfif) && head.length >= 14) {
      // The last two bytes are the size of a preview that follows.
      pieces.push(...segment(marker.APP0, Buffer.concat([head.subarray(0, 12), Buffer.alloc(2)])));
      continue;
    }
    addData();
    if (kind === marker.APP14 && startsWith(head, prefix.adobe) && head.length >= 12) {
      pieces.push(...segment(marker.APP14, head.subarray(0, 12)));
    } else if (kind === null || isPicture(kind) || (kind === marker.APP2 && startsWith(head, prefix.icc))) {
      pieces.push({ from, to });
    }
  }
  return mergePieces(pieces);
}

function isReplaced(kind: number | null, content: Buffer, carried: CarriedMetadata): boolean {
  switch (kind) {
    case marker.APP1:
      return (
        startsWith(content, prefix.exif) ||
        startsWith(content, prefix.xmp) ||
        isExtendedXmp({ marker: kind, head: content })
      );
    case marker.APP11:
      return isManifestSegment(kind, content);
    case marker.APP2:
      return carried.icc !== null && startsWith(content, prefix.icc);
    case marker.APP13:
      return startsWith(content, prefix.photoshop);
    default:
      return false;
  }
}

async function newSegments({ exif, xmp, iptc, icc }: CarriedMetadata): Promise<FilePiece[]> {
  const pieces: FilePiece[] = [];
  const add = (kind: number, ...parts: Buffer[]) => pieces.push(...segment(kind, Buffer.concat(parts)));
  if (exif !== null) add(marker.APP1, prefix.exif, exif);
  if (xmp !== null) pieces.push(...((await xmpSegments(xmp)) ?? []));
  if (iptc !== null) add(marker.APP13, iptcSegment(iptc));
  if (icc !== null) {
    const room = segmentBytes - prefix.icc.length - 2;
    const count = Math.ceil(icc.length / room);
    for (let part = 0; part < count; part++) {
      add(marker.APP2, prefix.icc, Buffer.from([part + 1, count]), icc.subarray(part * room, (part + 1) * room));
    }
  }
  return pieces;
}

/** Returns the segments of a packet and its extended XMP, or null if it cannot be split. */
export async function xmpSegments(xmp: Buffer): Promise<FilePiece[] | null> {
  const split = await runXmpWork('split', { args: xmp, packet: xmp, document: 'XMP', work: splitXmp });
  if (split === null) return null;
  const contents = [Buffer.concat([prefix.xmp, split.main]), ...split.parts];
  return contents.flatMap((content) => segment(marker.APP1, content));
}

/** Returns a segment, or nothing if the content is too long. */
export function segment(kind: number, content: Buffer): FilePiece[] {
  if (content.length > segmentBytes) return [];
  const head = Buffer.from([0xff, kind, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return [head, content];
}

function withDensity(segment: Buffer, density: number | null): Buffer {
  if (density !== null && density >= 1 && density <= 0xffff) {
    // After marker, length, "JFIF" and version (11 bytes): unit (1 = per inch) and both densities.
    segment[11] = 1;
    segment.writeUInt16BE(Math.round(density), 12);
    segment.writeUInt16BE(Math.round(density), 14);
  }
  return segment;
}
