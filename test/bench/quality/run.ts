/** Runs an operation of the engine like the server: parses parameters and adds defaults. */
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { readWire } from '../../../contract/operations/params.ts';
import { type EngineOutput, filesOf } from '../../../engine/operations/call.ts';
import { runOperation } from '../../../engine/operations/index.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';

export type Texts = Readonly<Record<string, string>>;

/** Parameters of face-beauty-pro without any effect. */
export const still: Texts = Object.fromEntries(
  ['whitening', 'smoothing', 'thinface', 'shrink_face', 'enlarge_eye', 'remove_eyebrow'].map((name) => [name, '0']),
);

/**
 * Runs `spec` with `upload` as its first image and `reference` as the others.
 * @throws EngineError of the operation; Error for unknown parameters; the signal's reason
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

export async function picture(spec: OperationSpec, upload: Uint8Array, texts?: Texts, reference?: Uint8Array) {
  const [file] = filesOf(await run(spec, upload, texts, reference));
  return decodePhoto(file!.bytes);
}

// biome-ignore lint/suspicious/noExplicitAny: the API's JSON, whose parts the measurements know
export async function analysis(spec: OperationSpec, upload: Uint8Array, texts?: Texts): Promise<any> {
  const output = await run(spec, upload, texts);
  if (output.kind !== 'analysis') throw new Error(`${spec.id} made ${output.kind}`);
  return output.body;
}
