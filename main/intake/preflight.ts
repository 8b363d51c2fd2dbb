/** Everything wrong with a photograph for a recipe's step, before anything is uploaded. */
import type { ImageInput, OperationSpec } from '../../contract/operations/operation-spec.ts';
import { type InputProblem, inputProblems } from '../imaging/fit/input-problems.ts';
import type { ImageFacts } from '../imaging/read/inspect-image.ts';

export type PreflightProblem = InputProblem;

/**
 * One plain sentence for each problem; empty = the photograph can be uploaded, fitted first where `isFitAllowed`.
 * Section "Limits" of the interface.
 */
export function preflight(
  facts: ImageFacts,
  spec: Pick<OperationSpec, 'title'>,
  input: ImageInput,
  isFitAllowed: boolean,
): PreflightProblem[] {
  return inputProblems(facts, spec, input, isFitAllowed);
}
