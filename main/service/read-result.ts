/** Finds the result in an answer: one reader per shape. Sections "Cutout and effect result shapes" and "Async task result". */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultShape } from '../../contract/operations/operation-spec.ts';
import type { Box } from '../../contract/result.ts';
import { signatureBytes } from '../../formats/image-signature.ts';
import { type Fields, fieldsOf, numberOf } from './errors/envelope.ts';
import type { AddressScope } from './http/address-scope.ts';
import { Base64Decoder, stripDataPrefix } from './http/base64.ts';
import { maxImages, type ResponseImages } from './http/json-response.ts';
import { retryWhileDiskFull, writeWhenSpace } from './http/retry-while-disk-full.ts';
import { extensionOf, imageMime } from './http/sniff-image.ts';

/** Where a result is at the service: a secret. */
export interface ResultUrl {
  readonly url: string;
  /** How far the service reached that named it; absent in answers that were kept by earlier versions. */
  readonly namedFrom?: AddressScope;
}

/** One image of a result: still at the service (`url`, a secret), or decoded to a file already (`path`). */
export interface ResultSource {
  readonly from: ResultUrl | { readonly path: string };
  /** Its number among several, from 0; null for the only one. */
  readonly element: number | null;
  /** The garment it shows (`tops` …). */
  readonly className: string | null;
  /** Its place in the uploaded image, px. */
  readonly box: Box | null;
}

export interface ServiceResult {
  readonly files: readonly ResultSource[];
  /** The whole answer of an analysis. */
  readonly analysis?: unknown;
}

/** An image value of an answer, where it was found. */
interface Found {
  readonly value: string;
  readonly element: number | null;
  readonly className: string | null;
  readonly box: Box | null;
}

/** An answer says success and its image is none. */
export class InvalidImageError extends Error {
  override readonly name = 'InvalidImageError';
}

/** An answer names more images than a photograph can have. */
export class TooManyImagesError extends Error {
  override readonly name = 'TooManyImagesError';
}

/** A longer address is none. */
const maxUrlLength = 16 * 1024;

export interface Surroundings {
  /** Relative result addresses are resolved against it. */
  readonly baseUrl: string;
  /** How far the service reached that answered. */
  readonly namedFrom: AddressScope;
  readonly images: ResponseImages;
  /** Folder for decoded images. */
  readonly scratch: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The result in `body`, or null when it holds none of this shape. Base64 images are written to `scratch`, once there is room.
 * Throws InvalidImageError, TooManyImagesError, or the error of writing a file.
 */
export async function readResult(
  shape: ResultShape,
  body: Fields,
  surroundings: Surroundings,
): Promise<ServiceResult | null> {
  const read = readers[shape](body, fieldsOf(body.data));
  if (read === null) return null;
  if ('analysis' in read) return { files: [], analysis: withoutImages(body, surroundings.images) };
  if (read.found.length > maxImages) throw new TooManyImagesError('too many images');
  const files: ResultSource[] = [];
  for (const { value, ...rest } of read.found) {
    const from = await sourceOf(value, surroundings);
    if (from !== null) files.push({ from, ...rest });
  }
  return files.length > 0 || read.found.length === 0 ? { files } : null;
}

type Reading = { readonly found: readonly Found[] } | { readonly analysis: true } | null;

/**
 * What each shape looks like: where the operation has its result when it answers directly, then wherever tasks have theirs;
 * fallbacks in the order of docs/decisions.md, open points.
 */
const readers: Record<ResultShape, (body: Fields, data: Fields) => Reading> = {
  'image-url': (body, data) => first(data.image_url) ?? anywhere(body, data),
  'base64-result': (body, data) => first(body.result) ?? anywhere(body, data),
  'base64-image': (body, data) => first(data.image, body.result) ?? anywhere(body, data),
  'data-image': (body, data) => first(data.image) ?? anywhere(body, data),
  'result-urls': (body, data) => list(data.result_urls) ?? anywhere(body, data),
  elements: (_body, data) => elements(data.elements),
  apparel: (_body, data) => garments(data.elements),
  landmarks: (body) => {
    const result = fieldsOf(body.result);
    return analysisIf(numberOf(result.face_num) !== null || Array.isArray(result.face_list));
  },
  skin: (body) => analysisIf(Object.keys(fieldsOf(body.result)).length > 0),
  'face-analysis': (body, data) =>
    analysisIf(numberOf(data.face_count) !== null || Array.isArray(body.face_detail_infos)),
};

function analysisIf(hasAnalysis: boolean): Reading {
  return hasAnalysis ? { analysis: true } : null;
}

/** The result of a task whose operation does not say which of the shapes it answers with. */
function anywhere(body: Fields, data: Fields): Reading {
  return (
    first(data.image, data.image_url) ??
    list(data.result_urls) ??
    list(body.result_urls) ??
    first(data.result_url, body.result_url, body.image_url, data.result)
  );
}

const alone = { element: null, className: null, box: null } as const;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function first(...values: unknown[]): Reading {
  const value = values.find(isText);
  return value === undefined ? null : { found: [{ ...alone, value }] };
}

function list(value: unknown): Reading {
  const values = Array.isArray(value) ? value.filter(isText) : [];
  if (values.length === 0) return null;
  return { found: values.map((text, index) => ({ ...alone, value: text, element: values.length > 1 ? index : null })) };
}

function elements(value: unknown): Reading {
  if (!Array.isArray(value)) return null;
  const found = value.flatMap((entry: unknown, index): Found[] => {
    const { image_url, x, y, width, height } = fieldsOf(entry);
    if (!isText(image_url)) return [];
    return [{ value: image_url, element: index, className: null, box: boxOf(x, y, width, height) }];
  });
  // An empty list is an answer (nothing to cut out); a list of something else is not.
  return found.length === 0 && value.length > 0 ? null : { found };
}

/** No upload is so large (px). */
const farthest = 1_000_000;

function boxOf(...values: unknown[]): Box | null {
  const [x = null, y = null, width = null, height = null] = values.map(numberOf);
  const isBox = x !== null && y !== null && width !== null && height !== null && width > 0 && height > 0;
  return isBox && Math.max(Math.abs(x), Math.abs(y), width, height) < farthest ? { x, y, width, height } : null;
}

/** Names that may become part of a file name. */
const plainName = /^[a-z][a-z0-9_-]{0,30}$/;

function garments(value: unknown): Reading {
  if (!Array.isArray(value)) return null;
  const fullImages: Found[] = [];
  const classes: Found[] = [];
  for (const entry of value) {
    const { image_url, class_url } = fieldsOf(entry);
    if (isText(image_url)) fullImages.push({ ...alone, value: image_url });
    for (const [className, url] of Object.entries(fieldsOf(class_url))) {
      const isNew = !classes.some((each) => each.className === className);
      if (isText(url) && plainName.test(className) && isNew) classes.push({ ...alone, value: url, className });
    }
  }
  return {
    found: [
      ...fullImages.map((found, index) => (fullImages.length > 1 ? { ...found, element: index } : found)),
      ...classes,
    ],
  };
}

/** With a scheme, or relative to the service: base64 has no dots, so that a file's ending tells the two apart. */
function isAddress(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^(?!data:)[^\s?#]*\.\w{3,4}([?#]|$)/i.test(value);
}

/** Where the image is: an address, a file decoded on arrival, or base64 to be decoded now. Null for an unusable address. */
async function sourceOf(
  value: string,
  { baseUrl, namedFrom, images, scratch, signal }: Surroundings,
): Promise<ResultSource['from'] | null> {
  const decoded = images.pathOf(value);
  if (decoded !== undefined) {
    const path = await named(decoded, scratch, signal);
    images.moved(decoded);
    return { path };
  }
  if (isAddress(value)) {
    const url = value.length > maxUrlLength ? null : URL.parse(value, `${baseUrl}/`);
    return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
      ? { url: url.href, namedFrom }
      : null;
  }
  const decoder = new Base64Decoder();
  const bytes = Buffer.concat([decoder.push(stripDataPrefix(value)), decoder.end()]);
  const path = join(scratch, `answer-${randomUUID()}.part`);
  const file = await retryWhileDiskFull(() => open(path, 'wx'), signal);
  await writeWhenSpace(file, bytes, signal).finally(() => file.close());
  return { path: await named(path, scratch, signal) };
}

/** Gives a decoded file the name its content asks for. Throws InvalidImageError. */
async function named(path: string, scratch: string, signal: AbortSignal | undefined): Promise<string> {
  const head = Buffer.alloc(signatureBytes);
  const handle = await open(path, 'r');
  const { bytesRead } = await handle.read(head, 0, head.length, 0).finally(() => handle.close());
  const mime = imageMime(head.subarray(0, bytesRead));
  if (mime === null) {
    await rm(path, { force: true });
    throw new InvalidImageError('not an image');
  }
  const final = join(scratch, `result-${randomUUID()}.${extensionOf(mime)}`);
  await retryWhileDiskFull(() => rename(path, final), signal);
  return final;
}

/** The answer as it came, with the strings that were images left out. */
function withoutImages(value: unknown, images: ResponseImages): unknown {
  if (typeof value === 'string') return images.pathOf(value) === undefined ? value : null;
  if (Array.isArray(value)) return value.map((entry) => withoutImages(entry, images));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withoutImages(entry, images)]));
}
