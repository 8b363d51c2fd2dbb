/** The tasks of the engine as rows and input files that outlive the process. Section "States and transitions". */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { operations } from '../../../contract/operations/table.ts';
import { taskLifetimeMs } from '../../../contract/services/task-limits.ts';
import type { Clock } from '../clock.ts';
import { type AnswerCode, type RequestError, requestError } from '../error-responses.ts';
import { pixelsOf } from '../http/image-header.ts';
import type { PlacedOutput } from '../http/results.ts';
import type { Job } from '../workers/worker-messages.ts';
import type { EngineDatabase } from './database.ts';
import { writeFileAtomic } from './files.ts';

/** 0 queued, 1 processing, 2 done, 3 failed: the numbers of `task_status` on the wire. */
export type Task = { readonly id: string; readonly operation: OperationId } & (
  | { readonly status: 0 | 1 }
  | { readonly status: 2; readonly output: PlacedOutput }
  | { readonly status: 3; readonly code: AnswerCode; readonly message: string }
);

export interface ClaimedTask {
  readonly id: string;
  readonly operation: OperationId;
  /** How often the task has been started, this time included. */
  readonly attempts: number;
}

export interface Tasks {
  /** Records a task with its inputs, both on disk when this returns; gives its id. */
  submit(job: Job): Promise<string>;
  /** The task called `id`. @throws Refusal when it was never there (404) or its result has expired (410). */
  find(id: string): Task;
  /**
   * Takes the oldest queued task, or undefined when none waits.
   * @param isAlone nothing else is being worked on: only then is a task taken whose start ended an engine before, so that it ends
   * no other with it
   */
  claim(isAlone?: boolean): ClaimedTask | undefined;
  /** Parameters and images of a claimed task. */
  load(task: ClaimedTask): Promise<Job>;
  finish(id: string, output: PlacedOutput): Promise<void>;
  fail(id: string, refusal: RequestError): Promise<void>;
  /** Puts a claimed task back to the head of the queue. */
  release(id: string): void;
  count(): { queued: number; processing: number };
  /** Empties expired tasks; their ids are remembered as expired for as long again. Removes inputs nobody owns. */
  sweep(): Promise<void>;
}

interface TaskRow {
  id: string;
  operation: OperationId;
  params: string;
  status: 0 | 1 | 2 | 3;
  finished_at: number | null;
  output: string | null;
  error_code: AnswerCode | null;
  error_message: string | null;
}

/** What `randomUUID` makes. */
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opens the task table; tasks that were being worked on when the last engine ended are queued again. */
export function openTasks(dataDir: string, database: EngineDatabase, clock: Clock): Tasks {
  const folder = join(dataDir, 'tasks');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  /** Tasks whose inputs are being written; a sweep must not take them for leftovers. */
  const arriving = new Set<string>();

  const insert = database.prepare('INSERT INTO task (id, operation, params, created_at) VALUES (?, ?, ?, ?)');
  const select = database.prepare<[string], TaskRow>('SELECT * FROM task WHERE id = ?');
  const take = database.prepare<{ maxAttempts: number }, ClaimedTask>(`
    UPDATE task SET status = 1, attempts = attempts + 1
    WHERE id = (SELECT id FROM task WHERE status = 0 ORDER BY created_at, rowid LIMIT 1) AND attempts <= :maxAttempts
    RETURNING id, operation, attempts`);
  const done = database.prepare('UPDATE task SET status = 2, finished_at = ?, output = ? WHERE id = ? AND status = 1');
  const failed = database.prepare(
    'UPDATE task SET status = 3, finished_at = ?, error_code = ?, error_message = ? WHERE id = ? AND status = 1',
  );
  // Stopping in order says nothing against the image: the attempt is given back.
  const requeue = database.prepare('UPDATE task SET status = 0, attempts = attempts - 1 WHERE id = ? AND status = 1');
  const counts = database.prepare<[], { queued: number; processing: number }>(
    'SELECT coalesce(sum(status = 0), 0) AS queued, coalesce(sum(status = 1), 0) AS processing FROM task',
  );
  const blank = database.prepare('UPDATE task SET output = NULL, error_message = NULL WHERE finished_at <= ?');
  const forget = database.prepare('DELETE FROM task WHERE finished_at <= ?');

  database.prepare('UPDATE task SET status = 0 WHERE status = 1').run();
  const dropInputs = (id: string) => rm(join(folder, id), { recursive: true, force: true });

  return {
    async submit({ operation, params, images }) {
      const id = randomUUID();
      arriving.add(id);
      try {
        await mkdir(join(folder, id), { mode: 0o700 });
        for (const [field, bytes] of Object.entries(images)) await writeFileAtomic(join(folder, id, field), bytes);
        insert.run(id, operation, JSON.stringify(params), clock.now());
      } catch (error) {
        await dropInputs(id);
        throw error;
      } finally {
        arriving.delete(id);
      }
      return id;
    },

    find(id) {
      const row = select.get(id);
      if (!row) throw requestError('task unknown', 'There is no task with this ID.');
      if (row.finished_at !== null && row.finished_at + taskLifetimeMs <= clock.now()) {
        throw requestError('task expired', 'The result of this task expired after 24 hours.');
      }
      return readTask(row);
    },

    claim: (isAlone = true) => take.get({ maxAttempts: isAlone ? Number.MAX_SAFE_INTEGER : 0 }),

    async load({ id, operation }) {
      const row = select.get(id);
      const images: Job['images'] = {};
      for (const { field } of operations[operation].images) {
        const bytes = await readFile(join(folder, id, field)).catch(ignoreMissing);
        if (bytes) images[field] = new Uint8Array(bytes);
      }
      const params = JSON.parse(row?.params ?? '{}') as Record<string, ParamValue>;
      return { operation, params, images, pixels: await pixelsOf(images) };
    },

    async finish(id, output) {
      const { changes } = done.run(clock.now(), JSON.stringify(output), id);
      // Released meanwhile: the next engine will need them.
      if (changes > 0) await dropInputs(id);
    },

    async fail(id, refusal) {
      const { changes } = failed.run(clock.now(), refusal.code, refusal.message, id);
      if (changes > 0) await dropInputs(id);
    },

    release: (id) => void requeue.run(id),

    count: () => counts.get() ?? { queued: 0, processing: 0 },

    async sweep() {
      blank.run(clock.now() - taskLifetimeMs);
      forget.run(clock.now() - 2 * taskLifetimeMs);
      for (const id of await readdir(folder)) {
        // Not ours: the data folder may be one of the user's.
        if (!idPattern.test(id)) continue;
        const row = select.get(id);
        if (!arriving.has(id) && (!row || row.finished_at !== null)) await dropInputs(id);
      }
    },
  };
}

function readTask(row: TaskRow): Task {
  const { id, operation, status } = row;
  switch (status) {
    case 0:
    case 1:
      return { id, operation, status };
    case 2:
      return { id, operation, status, output: JSON.parse(row.output ?? 'null') as PlacedOutput };
    case 3:
      return {
        id,
        operation,
        status,
        code: row.error_code ?? 'PROCESSING_FAILURE',
        message: row.error_message ?? 'The task failed.',
      };
    default:
      return status satisfies never;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
