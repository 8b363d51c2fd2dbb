/** Business fields of a response, by the result shape of the operation table. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ResultShape } from '../../../contract/operations/operation-spec.ts';
import { type Extension, extensions, extensionsHeader } from '../../../contract/services/engine-extensions.ts';
import type { NetworkUse } from '../../../contract/services/networks.ts';
import type { PlacedOutput } from './placed-output.ts';

/** Whether a result is in the response to its request, or in that to a task query. */
export type ResultTransport = 'response' | 'task';

/** Whether the response contains the image in base64, instead of its URL. */
export function isInline(shape: ResultShape, transport: ResultTransport): boolean {
  return transport === 'response' && (shape === 'base64-image' || shape === 'base64-result');
}

/** Returns the extensions of the interface that a request names. */
export function requestedExtensionsOf(headers: IncomingHttpHeaders): ReadonlySet<Extension> {
  const names = String(headers[extensionsHeader] ?? '').split(',');
  return new Set(extensions.filter((extension) => names.some((name) => name.trim() === extension)));
}

/**
 * Returns the business fields. Sections “Cutout and effect result shapes”, “Async task result” and the three analysis
 * results of the interface.
 * @throws Error if the output does not fit the shape, which is a defect of the operation
 */
export function resultBody(
  shape: ResultShape,
  transport: ResultTransport,
  output: PlacedOutput,
  requestedExtensions: ReadonlySet<Extension> = new Set(),
): Record<string, unknown> {
  switch (shape) {
    case 'image-url':
      return { data: { image_url: fileOf(output) }, ...(requestedExtensions.has('network') ? networkOf(output) : {}) };
    case 'data-image':
      return { data: { image: fileOf(output) } };
    case 'result-urls':
      return { data: { result_urls: output.kind === 'images' ? output.files : [fileOf(output)] } };
    case 'base64-result':
      return transport === 'response'
        ? { task_type: 'sync', result: fileOf(output) }
        : { task_type: 'async', result_url: fileOf(output) };
    case 'base64-image':
      return transport === 'response'
        ? { task_type: 'sync', data: { image: fileOf(output) } }
        : { task_type: 'async', data: { image_url: fileOf(output) } };
    case 'elements':
      return {
        data: {
          elements: as(output, 'elements').elements.map(({ file, width, height, x, y }) => ({
            image_url: file,
            width,
            height,
            x,
            y,
          })),
        },
      };
    case 'apparel': {
      const { image, classes } = as(output, 'apparel');
      return { data: { elements: [{ image_url: image }, { class_url: classes }] } };
    }
    case 'landmarks':
      return as(output, 'analysis').body;
    case 'skin': {
      const { body, hasSmallFace } = as(output, 'analysis');
      if (!hasSmallFace || !requestedExtensions.has('small_face')) return body;
      return { ...body, warning: [...(body.warning as string[]), 'small_face'] };
    }
    case 'face-analysis': {
      const { body, denseFeatures } = as(output, 'analysis');
      if (!denseFeatures || !requestedExtensions.has('dense_features')) return body;
      return { ...body, data: { ...(body.data as object), dense_features: denseFeatures } };
    }
    default:
      return shape satisfies never;
  }
}

function as<Kind extends PlacedOutput['kind']>(
  output: PlacedOutput,
  kind: Kind,
): Extract<PlacedOutput, { kind: Kind }> {
  if (output.kind !== kind) throw new Error(`an operation returned ${output.kind}, but its shape requires ${kind}`);
  return output as Extract<PlacedOutput, { kind: Kind }>;
}

function networkOf(output: PlacedOutput): { network?: NetworkUse } {
  return output.kind === 'image' && output.network ? { network: output.network } : {};
}

function fileOf(output: PlacedOutput): string {
  return as(output, 'image').file;
}
