/** Finds the images of a result in a response. Section "Cutout and effect result shapes". */
import type { Box } from '../../../contract/jobs/result.ts';
import type { ResultShape } from '../../../contract/operations/operation-spec.ts';
import { signatureBytes } from '../../../formats/image-signature.ts';
import { type Fields, fieldsOf, numberOf } from '../errors/envelope.ts';
import { stripDataPrefix } from '../http/base64.ts';
import type { ResponseImages } from '../http/json-response.ts';
import { imageMime } from '../http/sniff-image.ts';

interface FoundImage {
  readonly value: string;
  /** Whether its field is for addresses, which may be relative and need no extension. */
  readonly isUrl: boolean;
  readonly element: number | null;
  readonly className: string | null;
  readonly box: Box | null;
}

export type Reading = { readonly found: readonly FoundImage[] } | { readonly analysis: true } | null;

/** Tries the field of direct results, then those of tasks and other makers (docs/decisions.md, open points). */
export const resultReaders: Record<ResultShape, (body: Fields, data: Fields, images: ResponseImages) => Reading> = {
  'image-url': (body, data, images) => imagesIn(data, ['image_url']) ?? findAnywhere(body, data, images),
  'base64-result': (body, data, images) => imagesIn(body, ['result']) ?? findAnywhere(body, data, images),
  'base64-image': (body, data, images) =>
    imagesIn(data, ['image']) ?? imagesIn(body, ['result']) ?? findAnywhere(body, data, images),
  'data-image': (body, data, images) => imagesIn(data, ['image']) ?? findAnywhere(body, data, images),
  'result-urls': (body, data, images) => imagesIn(data, ['result_urls']) ?? findAnywhere(body, data, images),
  elements: (body, data, images) => elements(listOfElements(body, data)) ?? findAnywhere(body, data, images),
  apparel: (body, data, images) => garments(listOfElements(body, data)) ?? findAnywhere(body, data, images),
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

const imageFields = ['image', 'image_url', 'result_urls', 'result_url', 'image_urls', 'images'];
/** Fields with an image, an object with one of the above, or any text. */
const resultFields = ['result', 'data'];

function findAnywhere(body: Fields, data: Fields, images: ResponseImages): Reading {
  const isImage = (text: string) => isAddress(text) || images.pathOf(text) !== undefined || hasImageSignature(text);
  for (const container of [data, fieldsOf(body.result), fieldsOf(data.result), body]) {
    const reading = imagesIn(container, imageFields) ?? imagesIn(container, resultFields, isImage);
    if (reading !== null) return reading;
  }
  return null;
}

const singleImage = { element: null, className: null, box: null } as const;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Returns the images of the first field with a text, or a list of texts or objects. */
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
      ...singleImage,
      isUrl,
      value: text,
      element: texts.length > 1 ? index : null,
    }));
    return { found };
  }
  return null;
}

/** Returns the text of a list's entry, which may be an object around it. */
function textOf(entry: unknown): unknown {
  if (typeof entry !== 'object') return entry;
  const fields = fieldsOf(entry);
  return ['url', ...imageFields].map((field) => fields[field]).find(isText);
}

/** Whether a text is base64 that begins like an image file. */
function hasImageSignature(text: string): boolean {
  const head = stripDataPrefix(text.slice(0, 200)).slice(0, signatureBytes * 2);
  return imageMime(Buffer.from(head, 'base64')) !== null;
}

function listOfElements(body: Fields, data: Fields): unknown {
  return [data, fieldsOf(body.result), body].map(({ elements: list }) => list).find(Array.isArray);
}

function elements(value: unknown): Reading {
  if (!Array.isArray(value)) return null;
  const found = value.flatMap((entry: unknown, index): FoundImage[] => {
    const { image_url, x, y, width, height } = fieldsOf(entry);
    if (!isText(image_url)) return [];
    return [{ value: image_url, isUrl: true, element: index, className: null, box: boxOf(x, y, width, height) }];
  });
  // An empty list is a result: nothing to cut out.
  return found.length === 0 && value.length > 0 ? null : { found };
}

/** Larger than any upload. */
const maxCoordinatePx = 1_000_000;

function boxOf(...values: unknown[]): Box | null {
  const [x = null, y = null, width = null, height = null] = values.map(numberOf);
  const isBox = x !== null && y !== null && width !== null && height !== null && width > 0 && height > 0;
  return isBox && Math.max(Math.abs(x), Math.abs(y), width, height) < maxCoordinatePx ? { x, y, width, height } : null;
}

/** Names that may become part of a file name. */
const plainName = /^[a-z][a-z0-9_-]{0,30}$/;

function garments(value: unknown): Reading {
  if (!Array.isArray(value)) return null;
  const fullImages: FoundImage[] = [];
  const classes: FoundImage[] = [];
  for (const entry of value) {
    const { image_url, class_url } = fieldsOf(entry);
    if (isText(image_url)) fullImages.push({ ...singleImage, isUrl: true, value: image_url });
    for (const [className, url] of Object.entries(fieldsOf(class_url))) {
      const isNew = !classes.some((each) => each.className === className);
      if (isText(url) && plainName.test(className) && isNew)
        classes.push({ ...singleImage, isUrl: true, value: url, className });
    }
  }
  return {
    found: [
      ...fullImages.map((found, index) => (fullImages.length > 1 ? { ...found, element: index } : found)),
      ...classes,
    ],
  };
}

/** Has a scheme, or an extension: base64 has no dots. */
export function isAddress(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) || /^(?!data:)[^\s?#]*\.\w{3,4}([?#]|$)/i.test(value);
}

/** For fields of addresses only. */
export function isRelativeAddress(value: string): boolean {
  return /^(?!data:)\S+$/i.test(value) && !hasImageSignature(value);
}
