/** Copies the metadata of an original to its finished version: EXIF, color profile, XMP, IPTC and density. */
import { basename } from 'node:path';
import type { Metadata } from 'sharp';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { type NamedSpace, profileOf } from '../../../formats/icc-profiles.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { rewriteFile } from '../container/file-pieces.ts';
import { pinnedFileAt } from '../container/pinned-files.ts';
import { tiffExifBlock } from '../container/tiff-exif.ts';
import { orientationOf } from '../decode/image-facts.ts';
import { normalizeInput } from '../decode/normalize-input.ts';
import { readHeader } from '../decode/open-image.ts';
import { sniff } from '../decode/sniff-format.ts';
import { ImagingError } from '../errors.ts';
import type { Size } from '../size.ts';
import { readXmpPacket } from '../xmp/extended-xmp.ts';
import { stripExifPrefix } from './blocks/exif-block.ts';
import { iptcFormats, iptcRecords } from './blocks/iptc-resource.ts';
import { jpegPiecesWith } from './formats/jpeg-metadata.ts';
import { fitToJpeg } from './formats/jpeg-metadata-limit.ts';
import { pngPieces } from './formats/png-metadata.ts';
import { tiffPieces } from './formats/tiff-metadata.ts';
import { webpPieces } from './formats/webp-metadata.ts';
import type { CarriedMetadata } from './metadata-parts.ts';
import { carryOnThread } from './metadata-thread.ts';
import type { FinishedFrame } from './positions/positions.ts';
import { type CarryRule, carryAll } from './rules/filter-metadata.ts';

/** Colors of a result without a profile: the original's if it was uploaded unchanged. */
export type UntaggedColors = 'srgb' | 'source';

/**
 * Writes the original's metadata into our finished file `result` (JPEG, PNG, WEBP or TIFF), or into a copy at `to`.
 * Orientation, size and positions are those of `frame`; previews are dropped.
 * @returns messages about metadata that was left out
 * @throws ImagingError BAD_RESULT for another format
 */
export async function copyMetadata(
  source: string,
  result: string,
  frame: FinishedFrame,
  untagged: UntaggedColors = 'srgb',
  rule: CarryRule = carryAll,
  to = result,
): Promise<readonly MessageDescriptor[]> {
  const meta = await readPlainHeader(result);
  const { lost, ...carried } = await readCarried(source, frame, meta, untagged, rule);
  return [...lost, ...(await writeMetadata(result, meta, carried, frame, to))];
}

/** Ignores implied profiles. */
async function readPlainHeader(path: string): Promise<Metadata> {
  const sniffed = await sniff(path);
  const format = sniffed.kind === 'readable' ? sniffed.format : null;
  if ((format === 'jpeg' || format === 'png') && (await normalizeInput(path, format)) === path)
    return readHeader(path, format);
  const input = pinnedFileAt(path)?.bytes ?? path;
  return sharp(input, { limitInputPixels: false }).metadata();
}

/** Embeds a profile into our own file without one. */
export async function tagWithProfile(path: string, icc: Buffer): Promise<void> {
  const meta = await readPlainHeader(path);
  const { width, height } = meta;
  await writeMetadata(path, meta, { exif: null, icc, xmp: null, iptc: null, density: null }, { width, height });
}

/** Returns null for sRGB, gray and CMYK. */
export async function profileOfPhotograph(path: string): Promise<Buffer | null> {
  const sniffed = await sniff(path);
  if (sniffed.kind !== 'readable' || sniffed.format === 'bmp') return null;
  const { icc, space } = await readHeader(path, sniffed.format);
  return space === 'srgb' || space === 'rgb16' ? (icc ?? null) : null;
}

/** @returns messages about metadata that was left out */
async function writeMetadata(
  result: string,
  meta: Metadata,
  carried: CarriedMetadata,
  size: Size,
  to = result,
): Promise<readonly MessageDescriptor[]> {
  switch (meta.format) {
    case 'jpeg': {
      const { carried: fitting, lost } = await fitToJpeg(carried);
      await rewriteFile(to, (file) => jpegPiecesWith(file, fitting), result);
      return lost;
    }
    case 'png':
      await rewriteFile(to, (file) => pngPieces(file, carried), result);
      return [];
    case 'webp':
      await rewriteFile(to, (file) => webpPieces(file, carried, size, meta.hasAlpha), result);
      return [];
    case 'tiff':
      await rewriteFile(to, (file) => tiffPieces(file, carried), result);
      return [];
    default:
      throw new ImagingError('BAD_RESULT', msg('imaging.result.noMetadata'));
  }
}

/** @see copyMetadata for the parameters */
export async function readCarried(
  path: string,
  frame: FinishedFrame,
  result: Pick<Metadata, 'channels' | 'hasProfile' | 'icc'> & { readonly format?: Metadata['format'] | 'psd' },
  untagged: UntaggedColors,
  rule: CarryRule = carryAll,
): Promise<CarriedMetadata & { readonly lost: readonly MessageDescriptor[] }> {
  const document = basename(path);
  const hasRecords = iptcFormats.has(result.format);
  const sniffed = await sniff(path);
  if (sniffed.kind !== 'readable' || sniffed.format === 'bmp') {
    const none = { exif: null, xmp: null, iptc: null };
    const { exif, xmp, iptc } = await carryOnThread({ parts: none, rule, hasRecords, result: null }, document);
    return { exif, xmp, iptc, icc: null, density: null, lost: [] };
  }
  const meta = await readHeader(path, sniffed.format);
  const isColor = result.channels >= 3 && (meta.space === 'srgb' || meta.space === 'rgb16');
  const icc = !result.hasProfile && isColor && untagged === 'source' ? (meta.icc ?? null) : null;
  const block = sniffed.format === 'tiff' ? await tiffExifBlock(path) : stripExifPrefix(meta.exif);
  const xmp = await readXmpPacket(path, meta);
  const iptc = meta.iptc === undefined ? null : iptcRecords(meta.iptc);
  const hasProfileOf = (space: NamedSpace) => result.icc !== undefined && profileOf(space).equals(result.icc);
  const isSrgb = (!result.hasProfile && icc === null) || hasProfileOf('srgb');
  const isUncalibrated = hasProfileOf('adobe-rgb') || hasProfileOf('display-p3');
  const positions = { stored: { width: meta.width, height: meta.height }, orientation: orientationOf(meta), frame };
  const parts = { exif: block, xmp: xmp?.packet ?? null, iptc };
  const carried = await carryOnThread(
    { parts, rule, hasRecords, result: { positions, isSrgb, isUncalibrated } },
    document,
  );
  return {
    exif: carried.exif,
    icc,
    xmp: carried.xmp,
    iptc: carried.iptc,
    density: meta.density ?? null,
    lost: [
      ...(xmp?.extended === 'missing' ? [msg('imaging.data.missingXmp')] : []),
      ...(carried.isXmpUnreadable ? [msg('imaging.data.unreadXmp')] : []),
    ],
  };
}
