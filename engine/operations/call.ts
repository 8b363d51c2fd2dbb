/** What an operation of the engine is given and what it hands back; the server turns the output into the interface's JSON. */

import type { ClothClass } from '../../contract/operations/cutout.ts';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import type { ParamValue } from '../../contract/operations/params.ts';
import type { NetworkUse } from '../../contract/services/networks.ts';

/** One accepted request: parameters validated and completed with defaults, images keyed by their form field. */
export type EngineCall = {
  operation: OperationId;
  params: Record<string, ParamValue>;
  images: Record<string, Uint8Array>;
  signal: AbortSignal;
};

/** A whole encoded image file. */
export type EngineFile = { bytes: Uint8Array; mime: 'image/png' | 'image/jpeg' };

/** A piece cut out of the uploaded image; the box is in pixels of that image as it is looked at (orientation applied). */
export type EngineElement = { file: EngineFile; x: number; y: number; width: number; height: number };

/** The result shapes of the interface (section "Cutout and effect result shapes"). */
export type EngineOutput =
  /** `network`: which one decided what the subject is, where there is a choice. */
  | { kind: 'image'; file: EngineFile; network?: NetworkUse }
  | { kind: 'images'; files: EngineFile[] }
  | { kind: 'elements'; elements: EngineElement[] }
  | { kind: 'apparel'; image: EngineFile; classes: Partial<Record<ClothClass, EngineFile>> }
  /** `denseFeatures`: what tells the faces apart, one face after the other. `hasSmallFace`: the findings are uncertain. */
  | { kind: 'analysis'; body: Record<string, unknown>; denseFeatures?: number[]; hasSmallFace?: boolean };

/**
 * Carries out one operation. Throws EngineError for what the interface has a code for, and the signal's reason
 * (an AbortError) soon after `call.signal` fires.
 */
export type Implementation = (call: EngineCall) => Promise<EngineOutput>;

/** A number that the request or the operation table gives. @throws Error when neither does: a defect */
export function numberOf(params: EngineCall['params'], name: string): number {
  const value = params[name];
  if (typeof value !== 'number') throw new Error(`${name} has no number`);
  return value;
}

/** The words that the request or the operation table gives. @throws Error when neither does: a defect */
export function wordsOf(params: EngineCall['params'], name: string): readonly string[] {
  const value = params[name];
  if (typeof value !== 'object') throw new Error(`${name} has no words`);
  return value;
}

/** All image files of an output. */
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
