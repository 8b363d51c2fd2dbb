/** Works off the task table: some tasks at a time take their turn in the workshop, so that direct requests get theirs too. */

import { requestError, toRequestError } from '../error-responses.ts';
import { storeFiles } from '../http/results.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { ResultFiles } from './files.ts';
import type { ClaimedTask, Tasks } from './tasks.ts';

/** As many as there are workers: one runs while another's files are read or written. */
const atATime = 2;
/** A task whose start ended the process or the worker this often is not tried again. */
const maxAttempts = 3;

export interface TaskRunner {
  /** Looks for work; call it whenever a task was submitted. */
  wake(): void;
  /** Stops after the running task was given up; it stays in the table for the next start. */
  stop(): Promise<void>;
}

export function createTaskRunner(
  tasks: Tasks,
  files: ResultFiles,
  workshop: WorkerPool,
  log: (line: string) => void,
): TaskRunner {
  const ending = new AbortController();
  const running = new Map<ClaimedTask, Promise<void>>();
  /** The latest load. Tasks load one after another, because the first one to reach the workers runs first. */
  let latestLoad: Promise<unknown> = Promise.resolve();

  async function carryOut(task: ClaimedTask): Promise<void> {
    try {
      if (task.attempts > maxAttempts)
        throw requestError('worker crashed', 'The engine crashed each time it processed this image.');
      const load = latestLoad.then(() => tasks.load(task));
      latestLoad = load.catch(() => undefined);
      const job = await load;
      const output = await workshop.run(job, ending.signal, true);
      await tasks.finish(task.id, await storeFiles(output, files.keep));
    } catch (error) {
      if (ending.signal.aborted) return tasks.release(task.id);
      const refusal = toRequestError(error);
      if (refusal.code === 'SERVICE_INTERNAL_ERROR')
        log(`a task failed: ${error instanceof Error ? error.stack : error}`);
      await tasks.fail(task.id, refusal);
    }
  }

  /** True while a task that was begun before is on its way: it goes alone. */
  const isTryingAgain = () => [...running.keys()].some(({ attempts }) => attempts > 1);

  function wake(): void {
    try {
      while (!ending.signal.aborted && running.size < atATime && !isTryingAgain()) {
        const task = tasks.claim(running.size === 0);
        if (!task) return;
        const done = carryOut(task)
          .catch(failed)
          .finally(() => {
            running.delete(task);
            wake();
          });
        running.set(task, done);
      }
    } catch (error) {
      failed(error);
    }
  }

  function failed(error: unknown): void {
    log(`the task table failed: ${error instanceof Error ? error.stack : error}`);
  }

  return {
    wake,
    async stop() {
      ending.abort();
      // At once, not when their work has ended: a worker that does not answer may cost the process its orderly end.
      for (const { id } of running.keys()) tasks.release(id);
      await Promise.all(running.values());
    },
  };
}
