/** Runs an operation of the engine as the server does: texts as they come over the wire, defaults completed. */

import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { readWire } from '../../../contract/operations/params.ts';
import { type EngineOutput, filesOf } from '../../../engine/operations/call.ts';
import { runOperation } from '../../../engine/operations/index.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';

export type Texts = Readonly<Record<string, string>>;

/**
 * Runs `spec` with `upload` as its first image.
 * @param reference the second image, where there is one; the upload itself when absent
 * @throws EngineError as the operation does; Error for texts the interface does not know; the signal's reason
 */
export async function run(
  spec: OperationSpec,
  upload: Uint8Array,
  texts: Texts = {},
  reference: Uint8Array = upload,
  signal: AbortSignal = new AbortController().signal,
): Promise<EngineOutput> {
  const { params, problems } = readWire(spec, texts);
  if (problems[0]) throw new Error(problems[0].message);
  const [first, ...others] = spec.images.map(({ field }) => field);
  const images = { [first!]: upload, ...Object.fromEntries(others.map((field) => [field, reference])) };
  return runOperation({ operation: spec.id, params: { ...params }, images, signal });
}

/** The first picture an operation makes, decoded. */
export async function picture(spec: OperationSpec, upload: Uint8Array, texts?: Texts, reference?: Uint8Array) {
  const [file] = filesOf(await run(spec, upload, texts, reference));
  return decodePhoto(file!.bytes);
}

/** The data an analysis answers. */
// biome-ignore lint/suspicious/noExplicitAny: the interface's JSON, of which each measurement knows its own part
export async function analysis(spec: OperationSpec, upload: Uint8Array, texts?: Texts): Promise<any> {
  const output = await run(spec, upload, texts);
  if (output.kind !== 'analysis') throw new Error(`${spec.id} made ${output.kind}`);
  return output.body;
}
