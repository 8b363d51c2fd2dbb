/** Extracts the largest embedded picture of a raw file, developed by the camera. */

import { msg } from '../../../../contract/messages/message.ts';
import { sharp } from '../../../../formats/lazy-sharp.ts';
import { ImagingError } from '../../errors.ts';
import { stripExifPrefix } from '../../metadata/blocks/exif-block.ts';
import { iptcRecords } from '../../metadata/blocks/iptc-resource.ts';
import { quotedSize, type Size } from '../../size.ts';
import type { Decoded, EmbeddedMetadata } from '../developed-types.ts';
import { type JpegFrame, type JpegRange, jpegFrame, maxEntries, type RawFileInfo } from './embedded-jpegs.ts';
import { parseCr3 } from './parse-cr3.ts';
import { parseTiffRaw } from './parse-tiff-raw.ts';

export interface EmbeddedPreview extends Size {
  /** A JPEG. */
  readonly bytes: Buffer;
  /** If false, the raw file states the orientation. */
  readonly hasExif: boolean;
}

export interface RawFileContents {
  readonly picture: EmbeddedPreview | null;
  /** px as stored. */
  readonly photograph: Size | null;
  readonly exif: Buffer | null;
  readonly xmp: Buffer | null;
  /** Whether a picture exceeds the file, which is then incomplete. */
  readonly isCut: boolean;
}

/** @throws ImagingError UNUSABLE_FILE */
export async function readRaw(bytes: Buffer, name: string): Promise<RawFileContents> {
  const { jpegs, sizes, exif, xmp } = await parseRawFile(bytes, name);
  const frames = jpegs.flatMap((range) => {
    const frame = jpegFrame(bytes, range);
    return frame === null ? [] : { ...frame, range };
  });
  const found = findLargest(frames.filter(({ isPicture }) => isPicture));
  // Lossless JPEGs contain the sensor data; Canon codes two columns as one with two components.
  const coded = frames.flatMap(({ isPicture, width, height, components }) =>
    isPicture ? [] : { width: width * (components === 2 ? 2 : 1), height },
  );
  const size = findLargest(sizes.length > 0 ? sizes : coded);
  return {
    picture: found === undefined ? null : pictureAt(bytes, found),
    photograph: size === undefined ? null : { width: size.width, height: size.height },
    exif,
    xmp,
    isCut: jpegs.some(({ offset, length }) => offset + length > bytes.length),
  };
}

function pictureAt(file: Buffer, { width, height, hasExif, range }: JpegFrame & { range: JpegRange }): EmbeddedPreview {
  return { width, height, hasExif, bytes: file.subarray(range.offset, range.offset + range.length) };
}

export async function previewMetadata({
  bytes,
}: EmbeddedPreview): Promise<Pick<EmbeddedMetadata, 'exif' | 'xmp' | 'iptc'>> {
  const found = await sharp(bytes)
    .metadata()
    .catch(() => null);
  const iptc = found?.iptc === undefined ? null : iptcRecords(found.iptc);
  return { exif: stripExifPrefix(found?.exif), xmp: found?.xmp ?? null, iptc };
}

/**
 * Returns a preview too: `raw-preview-policy.ts` decides about it.
 * @throws ImagingError UNUSABLE_FILE
 */
export async function decodeRaw(bytes: Buffer, name: string): Promise<Decoded> {
  const { picture, photograph, exif, xmp, isCut } = await readRaw(bytes, name);
  if (picture === null) {
    throw new ImagingError('UNUSABLE_FILE', msg(isCut ? 'imaging.file.damaged' : 'imaging.raw.none', { name }));
  }
  const { width, height, hasExif } = picture;
  const size = { width, height };
  // Only a raw file's packet requires a change of the picture.
  const previewInfo = hasExif && xmp !== null ? await previewMetadata(picture) : null;
  return {
    kind: 'jpeg',
    ...size,
    bytes: Buffer.from(picture.bytes),
    icc: null,
    exif: hasExif ? (previewInfo?.exif ?? null) : exif,
    xmp,
    iptc: previewInfo?.iptc ?? null,
    notes: [msg('imaging.raw.embedded', { size: quotedSize(size) })],
    embedded: { picture: size, photograph: photograph ?? size },
  };
}

async function parseRawFile(bytes: Buffer, name: string): Promise<RawFileInfo> {
  try {
    if (bytes.toString('latin1', 0, 15) === 'FUJIFILMCCD-RAW') return parseRaf(bytes);
    if (bytes.toString('latin1', 4, 8) === 'ftyp') return await parseCr3(bytes);
    if (/^(II|MM)/.test(bytes.toString('latin1', 0, 2))) return await parseTiffRaw(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ImagingError('UNUSABLE_FILE', msg('imaging.file.damaged', { name }), { cause: error });
  }
  throw new ImagingError('UNUSABLE_FILE', msg('imaging.raw.none', { name }));
}

/** Offsets in Fujifilm's RAF header, and ids of its records. */
const rafOffsets = { jpeg: 84, jpegLength: 88, records: 92 } as const;
const rafRecords = { sensor: 0x100, photograph: 0x111 } as const;

/** @throws RangeError if an offset leads out of the file */
function parseRaf(file: Buffer): RawFileInfo {
  const jpeg = { offset: file.readUInt32BE(rafOffsets.jpeg), length: file.readUInt32BE(rafOffsets.jpegLength) };
  const sizes = new Map<number, Size>();
  let from = file.readUInt32BE(rafOffsets.records);
  const count = Math.min(maxEntries, file.readUInt32BE(from));
  from += 4;
  for (let index = 0; index < count; index++) {
    const [id, length] = [file.readUInt16BE(from), file.readUInt16BE(from + 2)];
    const height = length >= 4 ? file.readUInt16BE(from + 4) : 0;
    if (height > 0) sizes.set(id, { width: file.readUInt16BE(from + 6), height });
    from += 4 + length;
  }
  const size = sizes.get(rafRecords.photograph) ?? sizes.get(rafRecords.sensor);
  return { jpegs: [jpeg], sizes: size ? [size] : [], exif: null, xmp: null };
}

function findLargest<T extends Size>(items: readonly T[]): T | undefined {
  const [first, ...others] = items;
  return others.reduce(
    (best, each) => (each.width * each.height > (best?.width ?? 0) * (best?.height ?? 0) ? each : best),
    first,
  );
}
