/** Marked results of the ledger service, and the response body of each operation. */
import sharp from 'sharp';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operationIds } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { marked, markedSize } from '../runner/mark.ts';

/** Returns the names of an operation's results in file names; '' is a single image. */
export function elementsOf(operation: OperationId): readonly string[] {
  switch (operations[operation].result) {
    case 'elements':
      return ['1', '2'];
    case 'apparel':
      return ['', 'tops', 'shoes'];
    default:
      return [''];
  }
}

/** Returns the number of an operation in a mark; 0 is the photograph. */
export function operationNumber(operation: OperationId): number {
  return operationIds.indexOf(operation) + 1;
}

export interface Made {
  readonly operation: OperationId;
  /** Null without a mark. */
  readonly content: number | null;
  readonly serial: number;
  /** Size of the upload in px; null if it is that of marked photographs. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** Returns the `element`-th result in the size of the upload, or half of it. */
export async function resultImage(
  { operation, content, serial, size }: Made,
  element: number,
  half = false,
): Promise<{ bytes: Buffer; type: string }> {
  const image = marked({ photograph: content ?? 0, operation: operationNumber(operation), element, serial });
  // Encoded first, because a pipeline would scale the raw pixels of the mark.
  const { width, height } = size ?? markedSize;
  const sized =
    half || size !== null
      ? sharp(await image.png().toBuffer()).resize(half ? width / 2 : width, half ? height / 2 : height, {
          fit: 'fill',
        })
      : image;
  if (operations[operation].family === 'cutout')
    return { bytes: await sized.ensureAlpha().png().toBuffer(), type: 'image/png' };
  return { bytes: await sized.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer(), type: 'image/jpeg' };
}

/**
 * Returns the business fields of a response (section "Resources and their fields").
 * @param images the address of each result
 * @param base64 the image, if the response contains it
 */
export function businessFields(
  operation: OperationId,
  isTask: boolean,
  images: readonly string[],
  base64: string | null,
): object {
  const box = { x: 0, y: 0, ...markedSize };
  const [first = ''] = images;
  switch (operations[operation].result) {
    case 'image-url':
      return { data: { image_url: first } };
    case 'elements':
      return { data: { elements: images.map((image_url) => ({ image_url, ...box })) } };
    case 'apparel':
      return { data: { elements: [{ image_url: first }, { class_url: { tops: images[1], shoes: images[2] } }] } };
    case 'base64-result':
      return isTask ? { data: { image_url: first } } : { task_type: 'sync', result: base64 };
    case 'base64-image':
      return isTask ? { data: { image_url: first } } : { task_type: 'sync', data: { image: base64 } };
    case 'result-urls':
      return { data: { result_urls: [first] } };
    case 'data-image':
      return { data: { image: first } };
    default:
      throw new Error(`no campaign uses ${operation}`);
  }
}

/** Whether the response contains the image. */
export function answersWithImage(operation: OperationId, isTask: boolean): boolean {
  const { result } = operations[operation];
  return !isTask && (result === 'base64-result' || result === 'base64-image');
}
