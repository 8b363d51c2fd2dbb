/** Extracts the result of a response. Section "Async task result". */
import { rm } from 'node:fs/promises';
import type { Box } from '../../../contract/jobs/result.ts';
import type { ResultShape } from '../../../contract/operations/operation-spec.ts';
import { signatureBytes } from '../../../formats/image-signature.ts';
import { type Fields, fieldsOf } from '../errors/envelope.ts';
import type { AddressScope } from '../http/address-scope.ts';
import { Base64Decoder, stripDataPrefix } from '../http/base64.ts';
import { ImageFile } from '../http/image-file.ts';
import { maxImages, type ResponseImages } from '../http/json-response.ts';
import { imageMime } from '../http/sniff-image.ts';
import { isAddress, isRelativeAddress, resultReaders } from './find-images.ts';

/** Address at the service; a secret. */
export interface ResultUrl {
  readonly url: string;
  /** Scope of the service that named it; absent in responses of earlier versions. */
  readonly namedFrom?: AddressScope;
}

/** A synced file, with its content if that is short. */
export interface ResultFile {
  readonly path: string;
  readonly content?: Buffer | undefined;
}

/** One image, still at the service or decoded to a file. */
export interface ResultSource {
  readonly from: ResultUrl | ResultFile;
  /** Null for a single one. */
  readonly element: number | null;
  /** The garment that it shows (`tops` …). */
  readonly className: string | null;
  /** In px of the uploaded image. */
  readonly box: Box | null;
}

export interface ServiceResult {
  readonly files: readonly ResultSource[];
  readonly analysis?: unknown;
}

/** A success whose image is none. */
export class InvalidImageError extends Error {
  override readonly name = 'InvalidImageError';
}

/** More images than a photograph can have. */
export class TooManyImagesError extends Error {
  override readonly name = 'TooManyImagesError';
}

const maxUrlLength = 16 * 1024;

export interface ResultContext {
  readonly baseUrl: string;
  readonly namedFrom: AddressScope;
  readonly images: ResponseImages;
  readonly scratch: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns null if `body` has no result of this shape. Waits for disk space.
 * @throws InvalidImageError, TooManyImagesError, or the error of writing a file
 */
export async function readResult(
  shape: ResultShape,
  body: Fields,
  context: ResultContext,
): Promise<ServiceResult | null> {
  const reading = resultReaders[shape](body, fieldsOf(body.data), context.images);
  if (reading === null) return null;
  if ('analysis' in reading) return { files: [], analysis: withoutImages(body, context.images) };
  if (reading.found.length > maxImages) throw new TooManyImagesError('too many images');
  const files: ResultSource[] = [];
  for (const { value, isUrl, ...rest } of reading.found) {
    const from = await sourceOf(value, isUrl, context);
    if (from !== null) files.push({ from, ...rest });
  }
  return files.length > 0 || reading.found.length === 0 ? { files } : null;
}

/** Returns null for an unusable address. */
async function sourceOf(
  value: string,
  isUrl: boolean,
  { baseUrl, namedFrom, images, scratch, signal }: ResultContext,
): Promise<ResultSource['from'] | null> {
  const image = images.imageOf(value);
  if (image !== undefined) {
    assertImage(image.firstBytes);
    image.isTaken = true;
    return image;
  }
  if (isAddress(value) || (isUrl && isRelativeAddress(value))) {
    const url = value.length > maxUrlLength ? null : URL.parse(value, `${baseUrl}/`);
    return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
      ? { url: url.href, namedFrom }
      : null;
  }
  const decoder = new Base64Decoder();
  const bytes = Buffer.concat([decoder.push(stripDataPrefix(value)), decoder.end()]);
  assertImage(bytes);
  const file = await ImageFile.create(scratch, true, signal);
  try {
    await file.write(bytes);
    await file.end();
    return file;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(file.path, { force: true });
    throw error;
  }
}

/** @throws InvalidImageError */
function assertImage(content: Buffer): void {
  if (imageMime(content.subarray(0, signatureBytes)) === null) throw new InvalidImageError('not an image');
}

function withoutImages(value: unknown, images: ResponseImages): unknown {
  if (typeof value === 'string') return images.pathOf(value) === undefined ? value : null;
  if (Array.isArray(value)) return value.map((entry) => withoutImages(entry, images));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutImages(entry, images)]));
}
