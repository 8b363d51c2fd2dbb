/** Inspects a photograph by decoding it completely, so that no damaged file is uploaded. */
import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { parse as parseProfile } from 'icc';
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { pngHeader, pngHeaderBytes } from '../../../formats/png-header.ts';
import { readFirstBytes } from '../container/file-pieces.ts';
import { pinnedFileAt } from '../container/pinned-files.ts';
import { tiffPages } from '../container/tiff-pages.ts';
import { decodeFully } from '../decode/completeness.ts';
import { createFileCache } from '../decode/file-cache.ts';
import type { ImageFacts, ImageProblem, ImageProblemKind } from '../decode/image-facts.ts';
import { orientationOf } from '../decode/image-facts.ts';
import { impliedColorSpace } from '../decode/implied-color-space.ts';
import { type ImageHeader, jpegHeader } from '../decode/jpeg-header.ts';
import { maxPixels, openImage, readHeader } from '../decode/open-image.ts';
import { headerOfBitmap } from '../decode/read-bmp.ts';
import { formatNames, type ReadableFormat } from '../decode/sniff-format.ts';
import type { MinimumSide } from '../develop/raw-copy.ts';
import { ImagingError } from '../errors.ts';
import { quotedSize, type Size } from '../size.ts';
import { readXmpPacket } from '../xmp/extended-xmp.ts';
import { readXmpTexts, type XmpTexts } from '../xmp/read-xmp.ts';
import { runXmpWork } from '../xmp/xmp-thread.ts';
import { dateAndStars } from './capture-date.ts';
import { decodableFile } from './decodable-file.ts';

export type { ImageFacts, ImageProblem, ImageProblemKind, Orientation } from '../decode/image-facts.ts';

/**
 * Takes 10 to 300 ms; developing takes 100 ms per megapixel. Results are cached until the file changes.
 * @param name the file's name, if `path` is a working copy
 * @param side see `decodableFile`
 * @param isDecoded false skips decoding, after `isCompleteJpeg`
 */
export async function inspectImage(
  path: string,
  name = basename(path),
  side: MinimumSide = 0,
  isDecoded = true,
): Promise<ImageFacts | ImageProblem> {
  const variant = `${side} ${extname(name)}${isDecoded ? '' : ' as it looks'}`;
  const found = await cache.getOrRead(path, variant, () => inspectNow(path, name, side, isDecoded));
  // Cached facts may come from another file with the same content.
  const isOfThis = found.kind !== 'image' || found.developed !== null || (found.path === path && found.name === name);
  return isOfThis ? found : { ...found, path, name };
}

/** Problems may pass, and developed copies may be evicted. */
const cache = createFileCache<ImageFacts | ImageProblem>(
  10_000,
  (found) => found.kind === 'image' && found.developed === null,
);

async function inspectNow(
  path: string,
  name: string,
  side: MinimumSide,
  isDecoded: boolean,
): Promise<ImageFacts | ImageProblem> {
  const problem = (kind: ImageProblemKind, message: MessageDescriptor): ImageProblem => ({ kind, path, message });
  try {
    const bytes = pinnedFileAt(path)?.bytes.length ?? (await bytesAt(path));
    if (bytes === null) return problem('not-an-image', msg('imaging.file.notAFile', { name }));
    if (bytes === 0) return problem('empty', msg('imaging.file.empty', { name }));
    if (bytes > maxBytes) return problem('too-large', tooLarge(name, bytes));
    const decodable = await decodableFile(path, name, side);
    switch (decodable.kind) {
      case 'damaged':
        return problem('broken', msg('imaging.file.damaged', { name }));
      case 'not-an-image':
        return problem('not-an-image', msg('imaging.file.notPhotograph', { name }));
      case 'unreadable': {
        const kind = msg(formatNames[decodable.format]);
        return problem('unsupported', msg('imaging.file.unsupported', { name, kind }));
      }
    }
    const { developed, format } = decodable;
    if (developed === null) return { ...(await measure(path, name, format, bytes, isDecoded)), developed };
    const { size } = await stat(decodable.path);
    const facts = await measure(decodable.path, name, format, size);
    return { ...facts, developed: { ...developed, fileBytes: bytes } };
  } catch (error) {
    const [kind, message] = explain(error, name);
    return problem(kind, message);
  }
}

/** Returns the problem that an error shows. */
function explain(error: unknown, name: string): readonly [ImageProblemKind, MessageDescriptor] {
  const damaged = msg('imaging.file.damaged', { name });
  if (error instanceof ImagingError) {
    const isUnsupported = error.code === 'UNUSABLE_FILE' && error.sentence.key !== damaged.key;
    return [isUnsupported ? 'unsupported' : 'broken', error.sentence];
  }
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return ['missing', msg('imaging.file.missing', { name })];
    case 'EACCES':
    case 'EPERM':
      return ['unreadable', msg('imaging.file.noPermission', { name })];
    case 'EIO':
    case 'ESTALE':
    case 'ENODEV':
    case 'EBUSY':
      return ['unreadable', msg('imaging.file.noAnswer', { name })];
  }
  if (error instanceof TooManyPixels)
    return ['too-many-pixels', msg('imaging.file.tooManyPixels', { name, size: quotedSize(error) })];
  if (error instanceof Error && isTooMuchData(error))
    return ['unsupported', msg('imaging.file.tooMuchData', { name, most: { bytes: maxTiffDataBytes } })];
  return ['broken', damaged];
}

async function bytesAt(path: string): Promise<number | null> {
  const file = await stat(path);
  return file.isFile() ? file.size : null;
}

/** The decoder's limit for the data of a TIFF. */
const maxTiffDataBytes = 50 * 1024 * 1024;
const isTooMuchData = ({ message }: Error) => message.includes('byte limit defined in open options');

/** 500 megapixels with four channels of 32 bits. */
const maxBytes = 8_000_000_000;

function tooLarge(name: string, bytes: number): MessageDescriptor {
  return msg('imaging.file.tooLarge', { name, size: { bytes }, most: { bytes: maxBytes } });
}

class TooManyPixels extends Error {
  readonly width: number;
  readonly height: number;
  constructor({ width, height }: Size) {
    super('too many pixels');
    this.width = width;
    this.height = height;
  }
}

async function measure(path: string, name: string, format: ReadableFormat, bytes: number, isDecoded = true) {
  if (format === 'bmp') await checkBitmap(path);
  const implied = await impliedColorSpace(path, format);
  if (implied.kind === 'hdr')
    throw new ImagingError('UNUSABLE_FILE', msg('imaging.file.hdr', { name, kind: implied.name }));
  // Opening a bitmap decodes it. Headers are read without a limit, to quote the size.
  const bitmap = format === 'bmp' ? await openImage(path, format) : null;
  const isPlain = format === 'jpeg' && !isDecoded && implied.kind === 'own';
  const quickHeader = isPlain ? await jpegHeader(path) : null;
  const meta: ImageHeader = quickHeader ?? (bitmap === null ? await readHeader(path, format) : await bitmap.metadata());
  const pages = format === 'tiff' ? await tiffPages(path) : null;
  if (meta.width * meta.height > maxPixels) throw new TooManyPixels(meta.autoOrient);
  if (bitmap === null && isDecoded) await decodeFully(path, format);
  const { takenAt, stars } = await dateAndStars(path, format, meta.exif);
  return {
    kind: 'image' as const,
    path,
    name,
    format,
    width: meta.autoOrient.width,
    height: meta.autoOrient.height,
    bytes,
    orientation: orientationOf(meta),
    pngBits: format === 'png' ? await pngBits(path) : null,
    alpha: meta.hasAlpha && (bitmap === null || !(await bitmap.stats()).isOpaque),
    deep: meta.depth !== 'uchar',
    colours: colorsOf(meta),
    profile: profileName(meta),
    frames: pages?.count ?? meta.pages ?? 1,
    capturedAt: takenAt,
    // A failed thread does not mean a damaged photograph.
    texts: await readEmbeddedTexts(path, stars, meta).catch((error) => {
      if (error instanceof UserFacingError) return {};
      throw error;
    }),
  };
}

async function readEmbeddedTexts(path: string, stars: number | null, meta: ImageHeader): Promise<XmpTexts> {
  const xmp = await readXmpPacket(path, meta);
  const texts = xmp && (await textsOf(xmp.packet, path));
  return { ...(stars === null ? {} : { exifRating: String(stars) }), ...texts };
}

function textsOf(packet: Buffer, path: string): Promise<XmpTexts | null> {
  return runXmpWork('readTexts', { args: packet, packet, document: basename(path), work: readXmpTexts });
}

async function checkBitmap(path: string): Promise<void> {
  const size = await headerOfBitmap(path);
  if (size.width * size.height > maxPixels) throw new TooManyPixels(size);
}

function colorsOf(meta: ImageHeader): ImageFacts['colours'] {
  switch (meta.space) {
    case 'srgb':
    case 'rgb':
    case 'rgb16':
      return 'rgb';
    case 'b-w':
    case 'grey16':
      return 'grey';
    case 'cmyk':
      return 'cmyk';
    default:
      return 'other';
  }
}

function profileName(meta: ImageHeader): string | null {
  if (meta.icc === undefined) return null;
  try {
    return parseProfile(meta.icc).description ?? 'unnamed';
  } catch {
    return 'unreadable';
  }
}

async function pngBits(path: string): Promise<number> {
  return pngHeader(await readFirstBytes(path, pngHeaderBytes)).pngBits;
}
