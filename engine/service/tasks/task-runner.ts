/** Works off the task table: one task at a time takes its turn in the workshop, so that direct requests get theirs too. */
import { placeFiles } from '../http/results.ts';
import { asRefusal, refuse } from '../refusals.ts';
import type { Workshop } from '../workshop/workshop.ts';
import type { ResultFiles } from './files.ts';
import type { ClaimedTask, Tasks } from './tasks.ts';

/** A task whose start ended the process or the worker this often is not tried again. */
const mostAttempts = 3;

export interface TaskRunner {
  /** Looks for work; call it whenever a task was submitted. */
  wake(): void;
  /** Stops after the running task was given up; it stays in the table for the next start. */
  stop(): Promise<void>;
}

export function createTaskRunner(
  tasks: Tasks,
  files: ResultFiles,
  workshop: Workshop,
  log: (line: string) => void,
): TaskRunner {
  const ending = new AbortController();
  let round: Promise<void> | undefined;
  let current: ClaimedTask | undefined;

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      const task = tasks.claim();
      if (!task) return;
      current = task;
      await carryOut(task);
      current = undefined;
    }
  }

  async function carryOut(task: ClaimedTask): Promise<void> {
    try {
      if (task.attempts > mostAttempts)
        throw refuse('worker crashed', 'The engine stopped each time it tried this image.');
      const job = await tasks.load(task);
      const output = await workshop.run(job, ending.signal, true);
      await tasks.finish(task.id, await placeFiles(output, files.keep));
    } catch (error) {
      if (ending.signal.aborted) return tasks.release(task.id);
      const refusal = asRefusal(error);
      if (refusal.code === 'SERVICE_INTERNAL_ERROR')
        log(`a task failed: ${error instanceof Error ? error.stack : error}`);
      await tasks.fail(task.id, refusal);
    }
  }

  function wake(): void {
    if (round || ending.signal.aborted) return;
    round = work()
      .catch((error: unknown) => log(`the task table failed: ${error instanceof Error ? error.stack : error}`))
      .finally(() => {
        round = undefined;
        // A task may have come in between the last look and here.
        if (tasks.count().queued > 0) wake();
      });
  }

  return {
    wake,
    async stop() {
      ending.abort();
      // At once, not when its work has ended: a worker that does not answer may cost the process its orderly end.
      if (current) tasks.release(current.id);
      await round;
    },
  };
}
