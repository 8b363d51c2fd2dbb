/** Holds an uploaded image against the operation table: formats, pixel sizes, resolution. Section "Limits". */
import type { ImageInput } from '../../../contract/operations/operation-spec.ts';
import { type RequestError, requestError } from '../error-responses.ts';
import { type ImageHeader, readHeader } from './image-header.ts';

/**
 * Largest file this service takes in `input`, in bytes: 1 MB is 1,048,576 here, so that nobody who counts in powers of two is
 * refused. (docs/decisions.md)
 */
export function maxBytesFor(input: ImageInput): number {
  return (input.maxBytes / 1_000_000) * 1024 * 1024;
}

/**
 * Checks one image; its bytes were counted while they came in.
 * @throws Refusal of the first rule it breaks: empty, format, header, pixel size, resolution.
 */
export async function checkImage(input: ImageInput, bytes: Uint8Array): Promise<ImageHeader> {
  if (bytes.byteLength === 0) throw requestError('image empty', `The file in "${input.field}" is empty.`);
  let header: ImageHeader | undefined;
  try {
    header = await readHeader(bytes);
  } catch {
    throw requestError('not decodable', `The file in "${input.field}" is damaged and cannot be read.`);
  }
  if (!header || !input.formats.includes(header.format)) {
    const allowed = input.formats.map((format) => format.toUpperCase()).join(', ');
    const found = header ? `a ${header.format.toUpperCase()} image` : 'no image this service knows';
    throw requestError('format not taken', `The file in "${input.field}" is ${found}; allowed: ${allowed}.`);
  }
  const problem = findProblem(input, header);
  if (problem) throw problem;
  return header;
}

function findProblem(input: ImageInput, { width, height, pngBits }: ImageHeader): RequestError | undefined {
  const { field, largerThan, smallerThan, maxSidePx, refusedPngBits } = input;
  const size = `The image in "${field}" has ${width} x ${height} pixels`;
  if (pngBits !== undefined && refusedPngBits?.includes(pngBits)) {
    return requestError(
      'pixel size not taken',
      `The PNG in "${field}" has ${pngBits} bits per pixel, which is not supported.`,
    );
  }
  if (largerThan && (width <= largerThan.width || height <= largerThan.height)) {
    return requestError(
      'too few pixels',
      `${size}; it must be larger than ${largerThan.width} x ${largerThan.height}.`,
    );
  }
  if (width >= smallerThan.width || height >= smallerThan.height) {
    return requestError(
      'too many pixels',
      `${size}; it must be smaller than ${smallerThan.width} x ${smallerThan.height}.`,
    );
  }
  if (maxSidePx !== undefined && Math.max(width, height) > maxSidePx) {
    return requestError('too many pixels', `${size}; its longest side must not exceed ${maxSidePx}.`);
  }
  return undefined;
}
