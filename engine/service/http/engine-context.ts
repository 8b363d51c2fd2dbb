/** What the routes of one server share. */
import type { Clock } from '../clock.ts';
import type { ResultFiles } from '../tasks/files.ts';
import type { TaskRunner } from '../tasks/task-runner.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { UploadBudget } from './upload-budget.ts';

export interface EngineContext {
  readonly arrivals: UploadBudget;
  readonly workshop: WorkerPool;
  readonly tasks: Tasks;
  readonly runner: TaskRunner;
  readonly files: ResultFiles;
  readonly clock: Clock;
  /** Tasks that may wait; one more is refused. */
  readonly maxTasks: number;
}
