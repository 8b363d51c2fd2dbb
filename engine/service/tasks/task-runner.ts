/** Runs queued tasks in the worker pool, a few at a time, so that direct requests get their turn. */
import { placeFiles } from '../interface/placed-output.ts';
import { requestError, toRequestError } from '../interface/request-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { ResultFiles } from './result-files.ts';
import type { ClaimedTask, Tasks } from './tasks.ts';

/** One per worker: one task runs while files of the other are read or written. */
const maxRunningTasks = 2;
/** A task that has ended the process or the worker this often fails. */
const maxAttempts = 3;

export interface TaskRunner {
  /** Starts queued tasks. To be called after each submission. */
  wake(): void;
  /** Cancels running tasks, which stay in the table for the next start. */
  stop(): Promise<void>;
}

export function createTaskRunner(
  tasks: Tasks,
  files: ResultFiles,
  workerPool: WorkerPool,
  log: (line: string) => void,
): TaskRunner {
  const stopController = new AbortController();
  const running = new Map<ClaimedTask, Promise<void>>();
  /** Inputs are loaded one after the other, because the first task to reach the pool runs first. */
  let latestLoad: Promise<unknown> = Promise.resolve();

  async function runTask(task: ClaimedTask): Promise<void> {
    try {
      if (task.attempts > maxAttempts)
        throw requestError('worker crashed', 'The engine crashed each time it processed this image.');
      const load = latestLoad.then(() => tasks.load(task));
      latestLoad = load.catch(() => undefined);
      const output = await workerPool.run(await load, stopController.signal, true);
      await tasks.finish(task.id, await placeFiles(output, files.save));
    } catch (error) {
      if (stopController.signal.aborted) return tasks.release(task.id);
      const failure = toRequestError(error);
      if (failure.code === 'SERVICE_INTERNAL_ERROR')
        log(`a task failed: ${error instanceof Error ? error.stack : error}`);
      await tasks.fail(task.id, failure);
    }
  }

  /** Whether an interrupted task runs again. No other runs with it. */
  const isRetryRunning = () => [...running.keys()].some(({ attempts }) => attempts > 1);

  function wake(): void {
    try {
      while (!stopController.signal.aborted && running.size < maxRunningTasks && !isRetryRunning()) {
        const task = tasks.claim(running.size === 0);
        if (!task) return;
        const ended = runTask(task)
          .catch(logFailure)
          .finally(() => {
            running.delete(task);
            wake();
          });
        running.set(task, ended);
      }
    } catch (error) {
      logFailure(error);
    }
  }

  function logFailure(error: unknown): void {
    log(`the task table failed: ${error instanceof Error ? error.stack : error}`);
  }

  return {
    wake,
    async stop() {
      stopController.abort();
      // Release them now, because a worker that does not stop may prevent a clean exit.
      for (const { id } of running.keys()) tasks.release(id);
      await Promise.all(running.values());
    },
  };
}
