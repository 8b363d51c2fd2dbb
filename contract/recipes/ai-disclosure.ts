/** IPTC's Digital Source Type of a file, by its recipe. */
import type { OperationId } from '../operations/operation-spec.ts';

/** Strongest claim first: https://cv.iptc.org/newscodes/digitalsourcetype/ */
export const sourceTypes = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicallyEnhanced',
] as const;
export type SourceType = (typeof sourceTypes)[number];

const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
export const sourceTypeUri = (type: SourceType): string => `${vocabulary}${type}`;

/** Operations that add content. */
const composed: readonly OperationId[] = ['ai-lip-bite-expressions', 'ai-eyebrows'];

export function sourceTypeOf(steps: readonly { readonly operation: OperationId }[]): SourceType {
  const isComposed = steps.some(({ operation }) => composed.includes(operation));
  return isComposed ? 'compositeWithTrainedAlgorithmicMedia' : 'algorithmicallyEnhanced';
}

/** Whether a file already declares more than `type`. */
export function isStrongerClaim(uri: string, type: SourceType): boolean {
  const declaredIndex = sourceTypes.findIndex((each) => uri.trim().endsWith(`/${each}`));
  return declaredIndex !== -1 && declaredIndex < sourceTypes.indexOf(type);
}
