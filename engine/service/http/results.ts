/** Turns what an operation made into the interface's JSON: one writer per result shape of the table. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ResultShape } from '../../../contract/operations/operation-spec.ts';
import { type Extension, extensions, extensionsHeader } from '../../../contract/services/engine-extensions.ts';
import type { NetworkUse } from '../../../contract/services/networks.ts';
import type { EngineFile, EngineOutput } from '../../operations/index.ts';

/** An output whose files are texts: names in the file store, URLs, or base64. */
export type PlacedOutput =
  | { kind: 'image'; file: string; network?: NetworkUse }
  | { kind: 'images'; files: string[] }
  | { kind: 'elements'; elements: { file: string; x: number; y: number; width: number; height: number }[] }
  | { kind: 'apparel'; image: string; classes: Record<string, string> }
  | { kind: 'analysis'; body: Record<string, unknown>; denseFeatures?: number[]; hasSmallFace?: boolean };

/** How a result travels: in the answer itself (base64 where the shape says so), or with the answer to a task query. */
export type ResultTransport = 'answer' | 'task';

/** True where the shape carries the image itself and not its address. */
export function isInline(shape: ResultShape, transport: ResultTransport): boolean {
  return transport === 'answer' && (shape === 'base64-image' || shape === 'base64-result');
}

/** The same output with every file replaced by what `place` makes of it, one after the other. */
export async function storeFiles(
  output: EngineOutput,
  place: (file: EngineFile) => string | Promise<string>,
): Promise<PlacedOutput> {
  switch (output.kind) {
    case 'image':
      return { ...output, file: await place(output.file) };
    case 'images': {
      const files: string[] = [];
      for (const file of output.files) files.push(await place(file));
      return { kind: 'images', files };
    }
    case 'elements': {
      const elements = [];
      for (const element of output.elements) elements.push({ ...element, file: await place(element.file) });
      return { kind: 'elements', elements };
    }
    case 'apparel': {
      const classes: Record<string, string> = {};
      const image = await place(output.image);
      for (const [name, file] of Object.entries(output.classes)) classes[name] = await place(file);
      return { kind: 'apparel', image, classes };
    }
    case 'analysis':
      return output;
    default:
      return output satisfies never;
  }
}

/** The same output with every text replaced, for names that become URLs. */
export function mapFiles(output: PlacedOutput, map: (file: string) => string): PlacedOutput {
  switch (output.kind) {
    case 'image':
      return { ...output, file: map(output.file) };
    case 'images':
      return { kind: 'images', files: output.files.map(map) };
    case 'elements':
      return { kind: 'elements', elements: output.elements.map((each) => ({ ...each, file: map(each.file) })) };
    case 'apparel': {
      const classes = Object.entries(output.classes).map(([name, file]) => [name, map(file)]);
      return { kind: 'apparel', image: map(output.image), classes: Object.fromEntries(classes) };
    }
    case 'analysis':
      return output;
    default:
      return output satisfies never;
  }
}

/** What a request asks for beyond the interface. */
export function extensionsIn(headers: IncomingHttpHeaders): ReadonlySet<Extension> {
  const named = String(headers[extensionsHeader] ?? '').split(',');
  return new Set(extensions.filter((extension) => named.some((name) => name.trim() === extension)));
}

/**
 * The business fields of an answer. Sections "Cutout and effect result shapes", "Async task result" and the three
 * analysis results of the interface.
 * @param requestedExtensions what is answered beyond them, where there is any
 * @throws Error when an operation made something its shape has no place for (a defect of the engine).
 */
export function resultBody(
  shape: ResultShape,
  transport: ResultTransport,
  output: PlacedOutput,
  requestedExtensions: ReadonlySet<Extension> = new Set(),
): Record<string, unknown> {
  switch (shape) {
    case 'image-url':
      return { data: { image_url: oneFile(output) }, ...(requestedExtensions.has('network') ? networkIn(output) : {}) };
    case 'data-image':
      return { data: { image: oneFile(output) } };
    case 'result-urls':
      return { data: { result_urls: output.kind === 'images' ? output.files : [oneFile(output)] } };
    case 'base64-result':
      return transport === 'answer'
        ? { task_type: 'sync', result: oneFile(output) }
        : { task_type: 'async', result_url: oneFile(output) };
    case 'base64-image':
      return transport === 'answer'
        ? { task_type: 'sync', data: { image: oneFile(output) } }
        : { task_type: 'async', data: { image_url: oneFile(output) } };
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
  if (output.kind !== kind) throw new Error(`an operation made ${output.kind} where its shape needs ${kind}`);
  return output as Extract<PlacedOutput, { kind: Kind }>;
}

/** Which network was used. */
function networkIn(output: PlacedOutput): { network?: NetworkUse } {
  return output.kind === 'image' && output.network ? { network: output.network } : {};
}

function oneFile(output: PlacedOutput): string {
  return as(output, 'image').file;
}
