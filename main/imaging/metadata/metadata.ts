/** Gives a finished photograph the data of the original: EXIF, colour profile, XMP, IPTC and density. */
import sharp, { type Metadata } from 'sharp';
import { type MessageDescriptor, msg } from '../../../contract/message.ts';
import { heldAt } from '../container/held.ts';
import { rewrite } from '../container/pieces.ts';
import { tiffBlock } from '../container/tiff-block.ts';
import { ImagingError } from '../errors.ts';
import { type NamedSpace, profileOf } from '../output/profiles.ts';
import { sniff } from '../read/formats.ts';
import { headerOf } from '../read/header.ts';
import type { Size } from '../size.ts';
import { xmpIn } from '../xmp/extended.ts';
import { readableOutline } from '../xmp/outline.ts';
import type { Carried } from './carried.ts';
import { allowedBy, withDetails } from './details.ts';
import { finishedBlock } from './exif-block.ts';
import { identified } from './identity.ts';
import { iptcRecords } from './iptc.ts';
import { withIptcAsXmp } from './iptc-as-xmp.ts';
import { jpegPieces } from './jpeg.ts';
import { roomInJpeg } from './jpeg-room.ts';
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
 * the user's), or into a copy of it at `to`. Says upright and the given size; leaves out the embedded preview, which shows the unfinished photograph. A
 * profile the result has stays. Metadata that is damaged in the original is left out; the photograph itself is never touched.
 * @returns what there is to say of data that were left out
 * @throws ImagingError BAD_RESULT when the result is not one of the four formats.
 */
export async function copyMetadata(
  source: string,
  result: string,
  size: Size,
  untagged: UntaggedColours = 'srgb',
  rule: CarryRule = carryAll,
  to = result,
): Promise<readonly MessageDescriptor[]> {
  const meta = await plainHeader(result);
  const { lost, ...carried } = await readCarried(source, size, meta, untagged, rule);
  return [...lost, ...(await write(result, meta, carried, size, to))];
}

/** What the file itself says, and nothing that is only meant. */
function plainHeader(path: string): Promise<Metadata> {
  const input = heldAt(path)?.bytes ?? path;
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
  const { icc, space } = await headerOf(path, sniffed.format);
  return space === 'srgb' || space === 'rgb16' ? (icc ?? null) : null;
}

/** @returns as `copyMetadata` */
async function write(
  result: string,
  meta: Metadata,
  carried: Carried,
  size: Size,
  to = result,
): Promise<readonly MessageDescriptor[]> {
  switch (meta.format) {
    case 'jpeg': {
      const { carried: fitting, lost } = await roomInJpeg(carried);
      await rewrite(to, (file) => jpegPieces(file, fitting), result);
      return lost;
    }
    case 'png':
      await rewrite(to, (file) => pngPieces(file, carried), result);
      return [];
    case 'webp':
      await rewrite(to, (file) => webpPieces(file, carried, size, meta.hasAlpha), result);
      return [];
    case 'tiff':
      await rewrite(to, (file) => tiffPieces(file, carried), result);
      return [];
    default:
      throw new ImagingError('BAD_RESULT', msg('imaging.result.noMetadata'));
  }
}

/** What the photograph at `path` hands on to a finished version of `size`; parameters as of `copyMetadata`. */
export async function readCarried(
  path: string,
  size: Size,
  result: Pick<Metadata, 'channels' | 'hasProfile' | 'icc'> & { readonly format?: Metadata['format'] | 'psd' },
  untagged: UntaggedColours,
  rule: CarryRule = carryAll,
): Promise<Carried & { readonly lost: readonly MessageDescriptor[] }> {
  const { contentHash = null } = rule;
  const sniffed = await sniff(path);
  if (sniffed.kind !== 'readable' || sniffed.format === 'bmp') {
    const kept = await keptData({ exif: null, xmp: null, iptc: null }, rule);
    const said = described(kept, rule, result.format);
    return { ...said, xmp: identified(said.xmp, contentHash, rule), icc: null, density: null, lost: [] };
  }
  const meta = await headerOf(path, sniffed.format);
  const isColour = result.channels >= 3 && (meta.space === 'srgb' || meta.space === 'rgb16');
  const icc = !result.hasProfile && isColour && untagged === 'source' ? (meta.icc ?? null) : null;
  const block = sniffed.format === 'tiff' ? await tiffBlock(path) : withoutPrefix(meta.exif);
  const xmp = await xmpIn(path, meta);
  const packet = xmp?.packet ?? null;
  const iptc = meta.iptc === undefined ? null : iptcRecords(meta.iptc);
  const said = withRecords.has(result.format)
    ? { xmp: packet, iptc }
    : { xmp: withIptcAsXmp(packet, iptc), iptc: null };
  const kept = described(await keptData({ exif: block, ...said }, rule), rule, result.format);
  const isMade = (space: NamedSpace) => result.icc !== undefined && profileOf(space).equals(result.icc);
  const srgb = (!result.hasProfile && icc === null) || isMade('srgb');
  const uncalibrated = isMade('adobe-rgb') || isMade('display-p3');
  return {
    exif: kept.exif === null ? null : finishedBlock(kept.exif, { ...size, srgb, uncalibrated }),
    icc,
    xmp: identified(kept.xmp && finishedXmp(kept.xmp, size), contentHash, rule),
    iptc: kept.iptc,
    density: meta.density ?? null,
    lost: [
      ...(xmp?.extended === 'missing' ? [msg('imaging.data.missingXmp')] : []),
      ...(packet !== null && readableOutline(packet) === null ? [msg('imaging.data.unreadXmp')] : []),
    ],
  };
}

/** Formats that have a place for IPTC records. */
export const withRecords: ReadonlySet<string | undefined> = new Set(['jpeg', 'tiff', 'psd']);

/** What the user says himself goes over what the file says, as far as the rule lets that be said. */
const described = (parts: Pick<Carried, 'exif' | 'xmp' | 'iptc'>, rule: CarryRule, format: string | undefined) =>
  rule.details == null ? parts : withDetails(parts, allowedBy(rule, rule.details), withRecords.has(format));

export function withoutPrefix(exif: Buffer | undefined): Buffer | null {
  if (exif === undefined) return null;
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}
