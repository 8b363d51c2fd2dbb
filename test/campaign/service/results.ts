/** What the ledger service makes of an upload: marked results, and the body of each operation's answer around them. */
import sharp from 'sharp';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operationIds } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { marked, markedSize } from '../runner/mark.ts';

/** The results of an operation by the names they have in file names; '' = the one image. */
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

/** The operation's number in a mark; 0 is the photograph itself. */
export function operationNumber(operation: OperationId): number {
  return operationIds.indexOf(operation) + 1;
}

export interface Made {
  readonly operation: OperationId;
  /** Null for a picture that bears no mark. */
  readonly content: number | null;
  readonly serial: number;
  /** Of the upload, px; null = that of every marked photograph. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** The `element`-th result, whole and of the upload's size; `half` = at half of it. */
export async function resultImage(
  { operation, content, serial, size }: Made,
  element: number,
  half = false,
): Promise<{ bytes: Buffer; type: string }> {
  const image = marked({ photograph: content ?? 0, operation: operationNumber(operation), element, serial });
  // A pipeline scales what it was given, so the mark is made an image first.
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
 * The business fields of an answer (section "Resources and their fields").
 * @param images the address of each result; `base64` instead where the operation answers with the image itself
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

/** True where the operation's answer holds the image itself. */
export function answersWithImage(operation: OperationId, isTask: boolean): boolean {
  const { result } = operations[operation];
  return !isTask && (result === 'base64-result' || result === 'base64-image');
}
