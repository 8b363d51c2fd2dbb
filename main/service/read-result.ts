/** Finds the result in an answer: one reader per shape. Sections "Cutout and effect result shapes" and "Async task result". */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box } from '../../contract/jobs/result.ts';
import type { ResultShape } from '../../contract/operations/operation-spec.ts';
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
  /** Whether its field is for addresses, which may be relative and need no extension. */
  readonly isUrl: boolean;
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
  const read = readers[shape](body, fieldsOf(body.data), surroundings.images);
  if (read === null) return null;
  if ('analysis' in read) return { files: [], analysis: withoutImages(body, surroundings.images) };
  if (read.found.length > maxImages) throw new TooManyImagesError('too many images');
  const files: ResultSource[] = [];
  for (const { value, isUrl, ...rest } of read.found) {
    const from = await sourceOf(value, isUrl, surroundings);
    if (from !== null) files.push({ from, ...rest });
  }
  return files.length > 0 || read.found.length === 0 ? { files } : null;
}

type Reading = { readonly found: readonly Found[] } | { readonly analysis: true } | null;

/**
 * Readers by shape: first the place that the interface gives an operation's direct result, then every place known for results of
 * tasks and of other makers (docs/decisions.md, open points).
 */
const readers: Record<ResultShape, (body: Fields, data: Fields, images: ResponseImages) => Reading> = {
  'image-url': (body, data, images) => imagesIn(data, ['image_url']) ?? anywhere(body, data, images),
  'base64-result': (body, data, images) => imagesIn(body, ['result']) ?? anywhere(body, data, images),
  'base64-image': (body, data, images) =>
    imagesIn(data, ['image']) ?? imagesIn(body, ['result']) ?? anywhere(body, data, images),
  'data-image': (body, data, images) => imagesIn(data, ['image']) ?? anywhere(body, data, images),
  'result-urls': (body, data, images) => imagesIn(data, ['result_urls']) ?? anywhere(body, data, images),
  elements: (body, data, images) => elements(listOfElements(body, data)) ?? anywhere(body, data, images),
  apparel: (body, data, images) => garments(listOfElements(body, data)) ?? anywhere(body, data, images),
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

/** Fields that hold an image or a list of images, in the order of preference. */
const imageFields = ['image', 'image_url', 'result_urls', 'result_url', 'image_urls', 'images'];
/** Fields that hold an image, an object with one of the above, or text of any kind. */
const resultFields = ['result', 'data'];

/** Finds the image of a result whose operation doesn't define where it is. */
function anywhere(body: Fields, data: Fields, images: ResponseImages): Reading {
  const isImage = (text: string) => isAddress(text) || images.pathOf(text) !== undefined || hasImageSignature(text);
  for (const container of [data, fieldsOf(body.result), fieldsOf(data.result), body]) {
    const reading = imagesIn(container, imageFields) ?? imagesIn(container, resultFields, isImage);
    if (reading !== null) return reading;
  }
  return null;
}

const alone = { element: null, className: null, box: null } as const;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** The images in the first of these fields that has any: one text, or a list of texts or of objects. */
function imagesIn(
  container: Fields,
  fields: readonly string[],
  isImage: (text: string) => boolean = () => true,
): Reading {
  for (const field of fields) {
    const value = container[field];
    const texts = (Array.isArray(value) ? value.flatMap(textOf) : [value]).filter(isText).filter(isImage);
    if (texts.length === 0) continue;
    const isUrl = /urls?$/.test(field);
    const found = texts.map((text, index) => ({
      ...alone,
      isUrl,
      value: text,
      element: texts.length > 1 ? index : null,
    }));
    return { found };
  }
  return null;
}

/** The text of a list's entry, which may be an object around it. */
function textOf(entry: unknown): unknown {
  if (typeof entry !== 'object') return entry;
  const fields = fieldsOf(entry);
  return ['url', ...imageFields].map((field) => fields[field]).find(isText);
}

/** Whether a text is base64 that begins as an image file does. */
function hasImageSignature(text: string): boolean {
  const head = stripDataPrefix(text.slice(0, 200)).slice(0, signatureBytes * 2);
  return imageMime(Buffer.from(head, 'base64')) !== null;
}

/** The list of elements, in whichever part of the body it is. */
function listOfElements(body: Fields, data: Fields): unknown {
  return [data, fieldsOf(body.result), body].map(({ elements: list }) => list).find(Array.isArray);
}

function elements(value: unknown): Reading {
  if (!Array.isArray(value)) return null;
  const found = value.flatMap((entry: unknown, index): Found[] => {
    const { image_url, x, y, width, height } = fieldsOf(entry);
    if (!isText(image_url)) return [];
    return [{ value: image_url, isUrl: true, element: index, className: null, box: boxOf(x, y, width, height) }];
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
    if (isText(image_url)) fullImages.push({ ...alone, isUrl: true, value: image_url });
    for (const [className, url] of Object.entries(fieldsOf(class_url))) {
      const isNew = !classes.some((each) => each.className === className);
      if (isText(url) && plainName.test(className) && isNew)
        classes.push({ ...alone, isUrl: true, value: url, className });
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

/** Whether the value of a field for addresses is one without scheme and extension. */
function isRelativeAddress(value: string): boolean {
  return /^(?!data:)\S+$/i.test(value) && !hasImageSignature(value);
}

/** Where the image is: an address, a file decoded on arrival, or base64 to be decoded now. Null for an unusable address. */
async function sourceOf(
  value: string,
  isUrl: boolean,
  { baseUrl, namedFrom, images, scratch, signal }: Surroundings,
): Promise<ResultSource['from'] | null> {
  const decoded = images.pathOf(value);
  if (decoded !== undefined) {
    const path = await named(decoded, scratch, signal);
    images.moved(decoded);
    return { path };
  }
  if (isAddress(value) || (isUrl && isRelativeAddress(value))) {
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
