/** Limits of uploaded images, from the operation table. Section “Limits” of the interface. */
import type { ImageInput } from '../../../contract/operations/operation-spec.ts';
import { type ImageHeader, readHeader } from './image-header.ts';
import { type RequestError, requestError } from './request-errors.ts';

/** Returns the maximum size of a file in bytes. 1 MB is 1,048,576 here, because clients count in both ways. */
export function maxBytesFor(input: ImageInput): number {
  return (input.maxBytes / 1_000_000) * 1024 * 1024;
}

/**
 * Checks everything but the size of the file, which the upload enforces.
 * @throws RequestError for the first violated rule: empty, header, format, bit depth, resolution
 */
export async function checkImage(input: ImageInput, bytes: Uint8Array): Promise<ImageHeader> {
  if (bytes.byteLength === 0) throw requestError('image empty', `The file in "${input.field}" is empty.`);
  let header: ImageHeader | undefined;
  try {
    header = await readHeader(bytes);
  } catch {
    throw requestError('damaged image', `The file in "${input.field}" is damaged and cannot be read.`);
  }
  if (!header || !input.formats.includes(header.format)) {
    const allowed = input.formats.map((format) => format.toUpperCase()).join(', ');
    const actual = header ? `a ${header.format.toUpperCase()} image` : 'no image this service knows';
    throw requestError('unsupported format', `The file in "${input.field}" is ${actual}; allowed: ${allowed}.`);
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
      'unsupported bit depth',
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
