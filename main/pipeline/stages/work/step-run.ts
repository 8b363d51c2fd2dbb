/** The step run of a job as the stages wrote it: how the upload was made, and what the service answered. */
import type { Job, Store } from '../../../store/index.ts';
import type { PreparedUpload, StepResponse } from '../stage-types.ts';

type Stored = NonNullable<ReturnType<Store['stepRuns']['get']>>;

export interface StageRun extends Stored {
  /** Null where a damaged database has lost it. */
  readonly fit: PreparedUpload | null;
  /** Null before there is one, and where it is spent. */
  readonly answer: StepResponse | null;
}

/** Of the step that the job is at; null before that is begun. */
export function stepRunOf(
  { id, step }: Pick<Job, 'id' | 'step'>,
  { stepRuns }: Pick<Store, 'stepRuns'>,
): StageRun | null {
  // The store keeps both as they are written in this folder, and by nobody else.
  return stepRuns.get(id, step) as StageRun | null;
}
