/** Gives a finished photograph the data of the original: EXIF, colour profile, XMP, IPTC and density. */
import sharp, { type Metadata } from 'sharp';
import { say } from '../../../preload/contract/sentence.ts';
import { rewrite } from '../container/pieces.ts';
import { tiffBlock } from '../container/tiff-block.ts';
import { ImagingError } from '../errors.ts';
import { type NamedSpace, profileOf } from '../output/profiles.ts';
import { sniff } from '../read/formats.ts';
import { openImage } from '../read/open.ts';
import type { Size } from '../size.ts';
import type { Carried } from './carried.ts';
import { finishedBlock } from './exif-block.ts';
import { iptcRecords } from './iptc.ts';
import { jpegPieces } from './jpeg.ts';
import { type CarryRule, carryAll, keptData } from './keep.ts';
import { pngPieces } from './png.ts';
import { tiffPieces } from './tiff.ts';
import { webpPieces } from './webp.ts';
import { finishedXmp } from './xmp.ts';

/**
 * Which colours the result's numbers are in when its file does not say: `srgb`, or the `source`'s own profile, which is so
 * where the photograph was uploaded as it is.
 */
export type UntaggedColours = 'srgb' | 'source';

/**
 * Writes the original's metadata into `result` (JPEG, PNG, WEBP or TIFF; a finished file of our own, never a photograph of
 * the user's). Says upright and the given size; leaves out the embedded preview, which shows the unfinished photograph. A
 * profile the result has stays. Metadata that is damaged in the original is left out; the photograph itself is never touched.
 * @throws ImagingError BAD_RESULT when the result is not one of the four formats.
 */
export async function copyMetadata(
  source: string,
  result: string,
  size: Size,
  untagged: UntaggedColours = 'srgb',
  rule: CarryRule = carryAll,
): Promise<void> {
  const meta = await sharp(result, { limitInputPixels: false }).metadata();
  await write(result, meta, await readCarried(source, size, meta, untagged, rule), size);
}

/** Says which profile the numbers in the file are in: one of our own in the four formats, without a profile. */
export async function tagWithProfile(path: string, icc: Buffer): Promise<void> {
  const meta = await sharp(path, { limitInputPixels: false }).metadata();
  const { width, height } = meta;
  await write(path, meta, { exif: null, icc, xmp: null, iptc: null, density: null }, { width, height });
}

/** The profile of a photograph in colour; null = sRGB, or none that can be read. */
export async function profileOfPhotograph(path: string): Promise<Buffer | null> {
  const sniffed = await sniff(path);
  if (sniffed.kind !== 'readable' || sniffed.format === 'bmp') return null;
  const { icc, space } = await (await openImage(path, sniffed.format)).metadata();
  return space === 'srgb' || space === 'rgb16' ? (icc ?? null) : null;
}

async function write(result: string, meta: Metadata, carried: Carried, size: Size): Promise<void> {
  switch (meta.format) {
    case 'jpeg':
      return rewrite(result, (file) => jpegPieces(file, carried));
    case 'png':
      return rewrite(result, (file) => pngPieces(file, carried));
    case 'webp':
      return rewrite(result, (file) => webpPieces(file, carried, size, meta.hasAlpha));
    case 'tiff':
      return rewrite(result, (file) => tiffPieces(file, carried));
    default:
      throw new ImagingError('BAD_RESULT', say('imaging.result.noMetadata'));
  }
}

/** What the photograph at `path` hands on to a finished version of `size`; parameters as of `copyMetadata`. */
export async function readCarried(
  path: string,
  size: Size,
  result: Pick<Metadata, 'channels' | 'hasProfile' | 'icc'>,
  untagged: UntaggedColours,
  rule: CarryRule = carryAll,
): Promise<Carried> {
  const sniffed = await sniff(path);
  if (sniffed.kind !== 'readable' || sniffed.format === 'bmp') {
    const kept = await keptData({ exif: null, xmp: null, iptc: null }, rule);
    return { ...kept, icc: null, density: null };
  }
  const meta = await (await openImage(path, sniffed.format)).metadata();
  const isColour = result.channels >= 3 && (meta.space === 'srgb' || meta.space === 'rgb16');
  const icc = !result.hasProfile && isColour && untagged === 'source' ? (meta.icc ?? null) : null;
  const block = sniffed.format === 'tiff' ? await tiffBlock(path) : withoutPrefix(meta.exif);
  const kept = await keptData(
    {
      exif: block,
      xmp: meta.xmp === undefined ? null : Buffer.from(meta.xmp),
      iptc: meta.iptc === undefined ? null : iptcRecords(meta.iptc),
    },
    rule,
  );
  const isMade = (space: NamedSpace) => result.icc !== undefined && profileOf(space).equals(result.icc);
  const srgb = (!result.hasProfile && icc === null) || isMade('srgb');
  const uncalibrated = isMade('adobe-rgb') || isMade('display-p3');
  return {
    exif: kept.exif === null ? null : finishedBlock(kept.exif, { ...size, srgb, uncalibrated }),
    icc,
    xmp: kept.xmp === null ? null : finishedXmp(kept.xmp, size),
    iptc: kept.iptc,
    density: meta.density ?? null,
  };
}

export function withoutPrefix(exif: Buffer | undefined): Buffer | null {
  if (exif === undefined) return null;
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}
