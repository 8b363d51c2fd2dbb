/** What a file says of the machine that changed it: IPTC's Digital Source Type, by what the recipe has done. */
import type { OperationId } from '../operations/operation-spec.ts';

/** https://cv.iptc.org/newscodes/digitalsourcetype/: those about trained models, the one that says most first. */
export const sourceTypes = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicallyEnhanced',
] as const;
export type SourceType = (typeof sourceTypes)[number];

const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
export const sourceTypeUri = (type: SourceType): string => `${vocabulary}${type}`;

/** Operations that put something into the photograph that was not there. The others change what is. */
const composed: readonly OperationId[] = ['ai-lip-bite-expressions', 'ai-eyebrows'];

export function sourceTypeOf(steps: readonly { readonly operation: OperationId }[]): SourceType {
  const isComposed = steps.some(({ operation }) => composed.includes(operation));
  return isComposed ? 'compositeWithTrainedAlgorithmicMedia' : 'algorithmicallyEnhanced';
}

/** True where a file says more already than `type` would: that it was made by a machine altogether, for instance. */
export function isStrongerClaim(uri: string, type: SourceType): boolean {
  const declaredIndex = sourceTypes.findIndex((each) => uri.trim().endsWith(`/${each}`));
  return declaredIndex !== -1 && declaredIndex < sourceTypes.indexOf(type);
}
