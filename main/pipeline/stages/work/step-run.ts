import type { Job, Store } from '../../../store/index.ts';
import type { PreparedUpload, StepResponse } from '../stage-types.ts';

type Stored = NonNullable<ReturnType<Store['stepRuns']['get']>>;

export interface StageRun extends Stored {
  /** Null if a damaged database has lost it. */
  readonly fit: PreparedUpload | null;
  /** Null before the response, and after it is spent. */
  readonly answer: StepResponse | null;
}

/** Returns null before the step begins. */
export function stepRunOf(
  { id, step }: Pick<Job, 'id' | 'step'>,
  { stepRuns }: Pick<Store, 'stepRuns'>,
): StageRun | null {
  // Only the stages write these fields.
  return stepRuns.get(id, step) as StageRun | null;
}
