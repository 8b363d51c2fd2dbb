/** Input and output of operations; the server converts the output to JSON. */
import type { ClothClass } from '../../contract/operations/cutout.ts';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import type { ParamValue } from '../../contract/operations/params.ts';
import type { NetworkUse } from '../../contract/services/networks.ts';

/** A valid request: defaults are set, images are by form field. */
export type EngineCall = {
  operation: OperationId;
  params: Record<string, ParamValue>;
  images: Record<string, Uint8Array>;
  signal: AbortSignal;
};

export type EngineFile = { bytes: Uint8Array; mime: 'image/png' | 'image/jpeg' };

/** Its box is in px of the upright image. */
export type EngineElement = { file: EngineFile; x: number; y: number; width: number; height: number };

/** Section “Cutout and effect result shapes”. */
export type EngineOutput =
  /** `network` found the subject, if there was a choice. */
  | { kind: 'image'; file: EngineFile; network?: NetworkUse }
  | { kind: 'images'; files: EngineFile[] }
  | { kind: 'elements'; elements: EngineElement[] }
  | { kind: 'apparel'; image: EngineFile; classes: Partial<Record<ClothClass, EngineFile>> }
  /** `denseFeatures`: identity features by face. `hasSmallFace`: findings are uncertain. */
  | { kind: 'analysis'; body: Record<string, unknown>; denseFeatures?: number[]; hasSmallFace?: boolean };

/** @throws EngineError with a code of the interface; the signal's reason soon after an abort */
export type Implementation = (call: EngineCall) => Promise<EngineOutput>;

/** @throws Error without a value in request and operation table */
export function numberOf(params: EngineCall['params'], name: string): number {
  const value = params[name];
  if (typeof value !== 'number') throw new Error(`${name} has no number`);
  return value;
}

/** @throws Error without a list in request and operation table */
export function wordsOf(params: EngineCall['params'], name: string): readonly string[] {
  const value = params[name];
  if (typeof value !== 'object') throw new Error(`${name} has no words`);
  return value;
}

export function filesOf(output: EngineOutput): EngineFile[] {
  switch (output.kind) {
    case 'image':
      return [output.file];
    case 'images':
      return output.files;
    case 'elements':
      return output.elements.map((element) => element.file);
    case 'apparel':
      return [output.image, ...Object.values(output.classes)];
    case 'analysis':
      return [];
    default:
      return output satisfies never;
  }
}
