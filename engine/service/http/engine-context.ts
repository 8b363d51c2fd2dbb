/** The parts of an engine that its routes use. */
import type { Clock } from '../clock.ts';
import type { ResultFiles } from '../tasks/result-files.ts';
import type { TaskRunner } from '../tasks/task-runner.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { UploadBudget } from './upload-budget.ts';

export interface EngineContext {
  readonly uploadBudget: UploadBudget;
  readonly workerPool: WorkerPool;
  readonly tasks: Tasks;
  readonly runner: TaskRunner;
  readonly files: ResultFiles;
  readonly clock: Clock;
  /** Maximum number of queued tasks. */
  readonly maxTasks: number;
}
