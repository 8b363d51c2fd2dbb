/** Tasks as rows and input files, which survive a restart. Section “States and transitions” of the interface. */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { operations } from '../../../contract/operations/table.ts';
import { taskLifetimeMs } from '../../../contract/services/task-limits.ts';
import type { Clock } from '../clock.ts';
import { countPixels } from '../interface/image-header.ts';
import type { PlacedOutput } from '../interface/placed-output.ts';
import { type RequestError, type ResponseCode, requestError } from '../interface/request-errors.ts';
import type { Job } from '../workers/worker-messages.ts';
import type { EngineDatabase } from './engine-database.ts';
import { writeFileAtomic } from './result-files.ts';

/** The status is `task_status` of the interface: 0 queued, 1 processing, 2 done, 3 failed. */
export type Task = { readonly id: string; readonly operation: OperationId } & (
  | { readonly status: 0 | 1 }
  | { readonly status: 2; readonly output: PlacedOutput }
  | { readonly status: 3; readonly code: ResponseCode; readonly message: string }
);

export interface ClaimedTask {
  readonly id: string;
  readonly operation: OperationId;
  /** Number of starts, including this one. */
  readonly attempts: number;
}

export interface Tasks {
  /** Stores a task and its inputs durably. Returns its id. */
  submit(job: Job): Promise<string>;
  /** @throws RequestError if the task is unknown (404) or its result has expired (410) */
  find(id: string): Task;
  /**
   * Claims the oldest queued task, if there is one.
   * @param isAlone whether no other task runs. Only then may an interrupted task run again, since it may crash the engine.
   */
  claim(isAlone?: boolean): ClaimedTask | undefined;
  load(task: ClaimedTask): Promise<Job>;
  finish(id: string, output: PlacedOutput): Promise<void>;
  fail(id: string, error: RequestError): Promise<void>;
  /** Puts a claimed task back at the head of the queue. */
  release(id: string): void;
  count(): { queued: number; processing: number };
  /** Removes expired results, whose ids return 410 for 24 more hours, and leftover inputs. */
  sweep(): Promise<void>;
}

interface TaskRow {
  id: string;
  operation: OperationId;
  params: string;
  status: 0 | 1 | 2 | 3;
  finished_at: number | null;
  output: string | null;
  error_code: ResponseCode | null;
  error_message: string | null;
}

/** An id of `randomUUID`. */
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opens the task table, and queues tasks again that the previous engine left unfinished. */
export function openTasks(dataDir: string, database: EngineDatabase, clock: Clock): Tasks {
  const folder = join(dataDir, 'tasks');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  /** Tasks whose inputs are being written, which a sweep must not remove. */
  const pendingSubmissions = new Set<string>();

  const statements = prepareStatements(database);
  database.prepare('UPDATE task SET status = 0 WHERE status = 1').run();
  const removeInputs = (id: string) => rm(join(folder, id), { recursive: true, force: true });

  return {
    async submit({ operation, params, images }) {
      const id = randomUUID();
      pendingSubmissions.add(id);
      try {
        await mkdir(join(folder, id), { mode: 0o700 });
        for (const [field, bytes] of Object.entries(images)) await writeFileAtomic(join(folder, id, field), bytes);
        statements.insert.run(id, operation, JSON.stringify(params), clock.now());
      } catch (error) {
        await removeInputs(id);
        throw error;
      } finally {
        pendingSubmissions.delete(id);
      }
      return id;
    },

    find(id) {
      const row = statements.select.get(id);
      if (!row) throw requestError('unknown task', 'There is no task with this ID.');
      if (row.finished_at !== null && row.finished_at + taskLifetimeMs <= clock.now()) {
        throw requestError('task expired', 'The result of this task expired after 24 hours.');
      }
      return readTask(row);
    },

    claim: (isAlone = true) => statements.claim.get({ maxAttempts: isAlone ? Number.MAX_SAFE_INTEGER : 0 }),

    async load({ id, operation }) {
      const row = statements.select.get(id);
      const images: Job['images'] = {};
      for (const { field } of operations[operation].images) {
        const bytes = await readFile(join(folder, id, field)).catch(ignoreMissing);
        if (bytes) images[field] = new Uint8Array(bytes);
      }
      const params = JSON.parse(row?.params ?? '{}') as Record<string, ParamValue>;
      return { operation, params, images, pixels: await countPixels(images) };
    },

    async finish(id, output) {
      const { changes } = statements.done.run(clock.now(), JSON.stringify(output), id);
      // The next engine needs the inputs of a task that was released.
      if (changes > 0) await removeInputs(id);
    },

    async fail(id, { code, message }) {
      const { changes } = statements.failed.run(clock.now(), code, message, id);
      if (changes > 0) await removeInputs(id);
    },

    release: (id) => void statements.requeue.run(id),

    count: () => statements.counts.get() ?? { queued: 0, processing: 0 },

    async sweep() {
      statements.blank.run(clock.now() - taskLifetimeMs);
      statements.forget.run(clock.now() - 2 * taskLifetimeMs);
      for (const id of await readdir(folder)) {
        // Other files belong to the user, if the data folder is theirs.
        if (!idPattern.test(id)) continue;
        const row = statements.select.get(id);
        if (!pendingSubmissions.has(id) && (!row || row.finished_at !== null)) await removeInputs(id);
      }
    },
  };
}

function prepareStatements(database: EngineDatabase) {
  return {
    insert: database.prepare('INSERT INTO task (id, operation, params, created_at) VALUES (?, ?, ?, ?)'),
    select: database.prepare<[string], TaskRow>('SELECT * FROM task WHERE id = ?'),
    claim: database.prepare<{ maxAttempts: number }, ClaimedTask>(`
    UPDATE task SET status = 1, attempts = attempts + 1
    WHERE id = (SELECT id FROM task WHERE status = 0 ORDER BY created_at, rowid LIMIT 1) AND attempts <= :maxAttempts
    RETURNING id, operation, attempts`),
    done: database.prepare('UPDATE task SET status = 2, finished_at = ?, output = ? WHERE id = ? AND status = 1'),
    failed: database.prepare(
      'UPDATE task SET status = 3, finished_at = ?, error_code = ?, error_message = ? WHERE id = ? AND status = 1',
    ),
    // A clean stop is not a failed attempt.
    requeue: database.prepare('UPDATE task SET status = 0, attempts = attempts - 1 WHERE id = ? AND status = 1'),
    counts: database.prepare<[], { queued: number; processing: number }>(
      'SELECT coalesce(sum(status = 0), 0) AS queued, coalesce(sum(status = 1), 0) AS processing FROM task',
    ),
    blank: database.prepare('UPDATE task SET output = NULL, error_message = NULL WHERE finished_at <= ?'),
    forget: database.prepare('DELETE FROM task WHERE finished_at <= ?'),
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
