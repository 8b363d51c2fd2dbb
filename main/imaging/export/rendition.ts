/** A finished picture as it is handed on: in another format or size, with what is to be said about it. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import sharp from 'sharp';
import type { ExportFormat } from '../../../preload/contract/desk/export.ts';
import { say } from '../../../preload/contract/sentence.ts';
import { ImagingError } from '../errors.ts';
import { iptcRecords } from '../metadata/iptc.ts';
import { locationWords, withoutLocation } from '../metadata/location.ts';
import { copyMetadata, withoutPrefix } from '../metadata/metadata.ts';
import { replaceMetadata } from '../metadata/replace.ts';
import { inspectImage } from '../read/inspect.ts';
import { encode, extensions, opened } from '../restore/encode.ts';
import type { Size } from '../size.ts';
import { mergedXmp, type XmpChange } from '../xmp/merge.ts';

export interface RenditionRequest {
  /** Absolute; never written to. */
  readonly source: string;
  readonly format: ExportFormat;
  readonly quality: number;
  /** px; never enlarged. Null = as large as it is. */
  readonly longestSide: number | null;
  readonly keepLocation: boolean;
  readonly xmp: XmpChange;
  /** An existing folder. */
  readonly to: string;
}

export interface Rendition {
  readonly path: string;
  /** With the dot. */
  readonly extension: string;
  readonly bytes: number;
}

/** A new file in `to`. @throws ImagingError BAD_RESULT where the source is no picture that can be decoded; the disk's error */
export async function makeRendition(request: RenditionRequest): Promise<Rendition> {
  const { source, format, longestSide, to } = request;
  const isSame = format === 'same' && longestSide === null;
  const made = isSame ? await copied(source, to) : await encoded(request);
  const isDescribed = Object.keys(request.xmp).length > 0;
  await replaceMetadata(
    made.path,
    (parts) => {
      const bare = request.keepLocation ? {} : withoutLocation(parts);
      const packet = bare.xmp === undefined ? parts.xmp : bare.xmp;
      return isDescribed ? { ...bare, xmp: mergedXmp(packet, request.xmp) } : bare;
    },
    { secondWithout: request.keepLocation ? [] : locationWords },
  ).catch(async (error) => {
    // As it is, it may be of a format in which such data cannot be changed: then it must have none that was to go.
    if (!isSame || !(error instanceof ImagingError)) throw error;
    if (!request.keepLocation && (await saysWhere(source))) {
      throw new ImagingError('BAD_RESULT', say('imaging.result.saysWhere', { name: basename(source) }));
    }
  });
  return { ...made, bytes: (await stat(made.path)).size };
}

async function saysWhere(path: string): Promise<boolean> {
  const { exif, xmp = null, iptc } = await sharp(path, { limitInputPixels: false }).metadata();
  const parts = { exif: withoutPrefix(exif), xmp, iptc: iptc === undefined ? null : iptcRecords(iptc) };
  return Object.keys(withoutLocation(parts)).length > 0;
}

async function copied(source: string, to: string) {
  const extension = extname(source);
  const path = join(to, `export-${randomUUID()}${extension}`);
  await copyFile(source, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  return { path, extension };
}

async function encoded({ source, format, quality, longestSide, to }: RenditionRequest) {
  const facts = await inspectImage(source);
  if (facts.kind !== 'image') throw new ImagingError('BAD_RESULT', say('imaging.result.unreadable'));
  const own = Object.keys(extensions).find((each) => each === facts.format) as keyof typeof extensions | undefined;
  const target = format === 'same' ? (own ?? 'png') : format;
  const path = join(to, `export-${randomUUID()}${extensions[target]}`);
  const image = await opened(facts);
  const sized =
    longestSide === null
      ? image
      : image.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true, kernel: 'lanczos3' });
  await encode(sized, target, quality, path);
  await copyMetadata(source, path, sizeWithin(facts, longestSide), 'source');
  return { path, extension: extensions[target] };
}

/** What a picture of that size becomes: never larger than it is. */
export function sizeWithin({ width, height }: Size, longestSide: number | null): Size {
  const scale = Math.min(1, (longestSide ?? Infinity) / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
