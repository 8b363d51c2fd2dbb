/** Metadata of a JPEG file: new, replaced and stripped segments. */
import { msg } from '../../../../contract/messages/message.ts';
import { type FilePiece, mergePieces, readAt } from '../../container/file-pieces.ts';
import { plainResources, readResources, resourceBlock } from '../../container/image-resources.ts';
import {
  createSegment,
  isExtendedXmp,
  jpegSegments,
  marker,
  prefix,
  resourceSegments,
  segmentBytes,
  startsWith,
} from '../../container/jpeg-segments.ts';
import type { OpenFile } from '../../container/pinned-files.ts';
import { ImagingError } from '../../errors.ts';
import { splitXmp } from '../../xmp/extended-xmp.ts';
import { runXmpWork } from '../../xmp/xmp-thread.ts';
import { isManifestSegment } from '../blocks/content-credentials.ts';
import { iptcSegment, setIptcResource } from '../blocks/iptc-resource.ts';
import type { CarriedMetadata, Replacement } from '../metadata-parts.ts';

/** Writes new segments instead of old ones. @throws Error if it is not a JPEG */
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

/** Tables, frames and scans (ITU-T T.81, table B.1). */
function isPicture(kind: number): boolean {
  return (kind >= 0xc0 && kind <= 0xcf && kind !== 0xc8) || (kind >= marker.endOfImage && kind <= 0xdf);
}

/**
 * Returns the picture and its colors (JFIF, Adobe, ICC), without previews and appended data such as a motion photo.
 * @throws Error for a broken structure
 */
export async function strippedJpegPieces(file: OpenFile, exif: Buffer | null): Promise<FilePiece[]> {
  const pieces: FilePiece[] = [Buffer.from([0xff, 0xd8])];
  let isExifAdded = exif === null;
  const addExif = () => {
    if (!isExifAdded && exif !== null) pieces.push(...createSegment(marker.APP1, Buffer.concat([prefix.exif, exif])));
    isExifAdded = true;
  };
  for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
    if (kind === marker.APP0 && startsWith(head, prefix.jfif) && head.length >= 14) {
      // The last two bytes are the size of a preview, which is dropped.
      pieces.push(...createSegment(marker.APP0, Buffer.concat([head.subarray(0, 12), Buffer.alloc(2)])));
      continue;
    }
    addExif();
    if (kind === marker.APP14 && startsWith(head, prefix.adobe) && head.length >= 12) {
      pieces.push(...createSegment(marker.APP14, head.subarray(0, 12)));
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
  const add = (kind: number, ...parts: Buffer[]) => pieces.push(...createSegment(kind, Buffer.concat(parts)));
  if (exif !== null) add(marker.APP1, prefix.exif, exif);
  if (xmp !== null) pieces.push(...((await xmpSegments(xmp)) ?? []));
  if (iptc !== null) add(marker.APP13, iptcSegment(iptc));
  if (icc !== null) {
    const maxBytes = segmentBytes - prefix.icc.length - 2;
    const count = Math.ceil(icc.length / maxBytes);
    for (let part = 0; part < count; part++) {
      add(
        marker.APP2,
        prefix.icc,
        Buffer.from([part + 1, count]),
        icc.subarray(part * maxBytes, (part + 1) * maxBytes),
      );
    }
  }
  return pieces;
}

/** Returns null if the packet cannot be split. */
export async function xmpSegments(xmp: Buffer): Promise<FilePiece[] | null> {
  const split = await runXmpWork('split', { args: xmp, packet: xmp, document: 'XMP', work: splitXmp });
  if (split === null) return null;
  const contents = [Buffer.concat([prefix.xmp, split.main]), ...split.parts];
  return contents.flatMap((content) => createSegment(marker.APP1, content));
}

function withDensity(segment: Buffer, density: number | null): Buffer {
  if (density !== null && density >= 1 && density <= 0xffff) {
    // Offsets include marker and length. The unit 1 is per inch.
    segment[11] = 1;
    segment.writeUInt16BE(Math.round(density), 12);
    segment.writeUInt16BE(Math.round(density), 14);
  }
  return segment;
}

/** @throws ImagingError BAD_RESULT for a packet that is too long */
export async function replaceInJpeg(
  file: OpenFile,
  { change, isJoined, shouldStripUnknown }: Replacement,
): Promise<FilePiece[]> {
  const end = shouldStripUnknown ? await endOfJpeg(file) : (await file.stat()).size;
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
        ...newResources(resources, change.iptc, shouldStripUnknown),
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
    if (shouldStripUnknown && !isKnown(kind, head)) continue;
    // Readers expect JFIF and EXIF first.
    ((kind === marker.APP0 || isExif) && otherSegments.length === 0 ? before : otherSegments).push({ from, to });
  }
  throw new Error('the JPEG holds no image');
}

/** Whether it is not private application data. */
function isKnown(kind: number | null, head: Buffer): boolean {
  if (kind === null || kind < marker.APP0 || kind > marker.APP15) return true;
  if (kind === marker.APP0) return startsWith(head, prefix.jfif);
  return (
    (kind === marker.APP2 && startsWith(head, prefix.icc)) || (kind === marker.APP14 && startsWith(head, prefix.adobe))
  );
}

/** Returns the offset of appended data. */
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
  exif == null ? [] : createSegment(marker.APP1, Buffer.concat([prefix.exif, exif]));

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
  return resourceSegments(
    setIptcResource(shouldStripUnknown ? resourceBlock(plainResources(readResources(old))) : old, iptc),
  );
}
