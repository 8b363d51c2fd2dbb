/** Gives a finished photograph the data of the original: EXIF, colour profile, XMP, IPTC and density. */
import { basename } from 'node:path';
import type { Metadata } from 'sharp';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { type NamedSpace, profileOf } from '../../../formats/icc-profiles.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { rewriteFile } from '../container/file-pieces.ts';
import { pinnedFileAt } from '../container/pinned-files.ts';
import { tiffExifBlock } from '../container/tiff-exif.ts';
import { ImagingError } from '../errors.ts';
import { readHeader } from '../read/cached-header.ts';
import { normalizeInput } from '../read/normalize-input.ts';
import { orientationOf } from '../read/orientation.ts';
import { sniff } from '../read/sniff-format.ts';
import type { Size } from '../size.ts';
import { xmpIn } from '../xmp/extended-xmp.ts';
import type { CarriedMetadata } from './carried-metadata.ts';
import { type CarryRule, carryAll } from './filter-metadata.ts';
import { iptcRecords } from './iptc.ts';
import { jpegPiecesWith } from './jpeg-metadata.ts';
import { fitToJpeg } from './jpeg-metadata-limit.ts';
import { carryOnThread } from './metadata-thread.ts';
import { pngPieces } from './png-metadata.ts';
import type { FinishedFrame } from './positions.ts';
import { tiffPieces } from './tiff-metadata.ts';
import { webpPieces } from './webp-metadata.ts';

/**
 * Which colours the result's numbers are in when its file does not say: `srgb`, or the `source`'s own profile, which is so
 * where the photograph was uploaded as it is.
 */
export type UntaggedColors = 'srgb' | 'source';

/**
 * Writes the original's metadata into `result` (JPEG, PNG, WEBP or TIFF; a finished file of our own, never a photograph of
 * the user's), or into a copy of it at `to`. Says upright and the size of `frame`, with positions as in there; leaves out the embedded preview, which shows the unfinished photograph. A
 * profile the result has stays. Metadata that is damaged in the original is left out; the photograph itself is never touched.
 * @returns what there is to say of data that were left out
 * @throws ImagingError BAD_RESULT when the result is not one of the four formats.
 */
export async function copyMetadata(
  source: string,
  result: string,
  frame: FinishedFrame,
  untagged: UntaggedColors = 'srgb',
  rule: CarryRule = carryAll,
  to = result,
): Promise<readonly MessageDescriptor[]> {
  const meta = await plainHeader(result);
  const { lost, ...carried } = await readCarried(source, frame, meta, untagged, rule);
  return [...lost, ...(await write(result, meta, carried, frame, to))];
}

/** What the file itself says, and nothing that is only meant. */
async function plainHeader(path: string): Promise<Metadata> {
  const sniffed = await sniff(path);
  const format = sniffed.kind === 'readable' ? sniffed.format : null;
  if ((format === 'jpeg' || format === 'png') && (await normalizeInput(path, format)) === path)
    return readHeader(path, format);
  const input = pinnedFileAt(path)?.bytes ?? path;
  return sharp(input, { limitInputPixels: false }).metadata();
}

/** Says which profile the numbers in the file are in: one of our own in the four formats, without a profile. */
export async function tagWithProfile(path: string, icc: Buffer): Promise<void> {
  const meta = await plainHeader(path);
  const { width, height } = meta;
  await write(path, meta, { exif: null, icc, xmp: null, iptc: null, density: null }, { width, height });
}

/** The profile of a photograph in colour; null = sRGB, or none that can be read. */
export async function profileOfPhotograph(path: string): Promise<Buffer | null> {
  const sniffed = await sniff(path);
  if (sniffed.kind !== 'readable' || sniffed.format === 'bmp') return null;
  const { icc, space } = await readHeader(path, sniffed.format);
  return space === 'srgb' || space === 'rgb16' ? (icc ?? null) : null;
}

/** @returns as `copyMetadata` */
async function write(
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

/** What the photograph at `path` hands on to its finished version; parameters as of `copyMetadata`. */
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
  const xmp = await xmpIn(path, meta);
  const iptc = meta.iptc === undefined ? null : iptcRecords(meta.iptc);
  const isMade = (space: NamedSpace) => result.icc !== undefined && profileOf(space).equals(result.icc);
  const srgb = (!result.hasProfile && icc === null) || isMade('srgb');
  const uncalibrated = isMade('adobe-rgb') || isMade('display-p3');
  const positions = { stored: { width: meta.width, height: meta.height }, orientation: orientationOf(meta), frame };
  const parts = { exif: block, xmp: xmp?.packet ?? null, iptc };
  const carried = await carryOnThread({ parts, rule, hasRecords, result: { positions, srgb, uncalibrated } }, document);
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

/** Formats that have a place for IPTC records. */
export const iptcFormats: ReadonlySet<string | undefined> = new Set(['jpeg', 'tiff', 'psd']);

export function stripExifPrefix(exif: Buffer | undefined): Buffer | null {
  if (exif === undefined) return null;
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}
