import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../engine/service/tasks/engine-database.ts';
import { openResultFiles } from '../../../../engine/service/tasks/result-files.ts';
import { createTaskRunner } from '../../../../engine/service/tasks/task-runner.ts';
import { openTasks } from '../../../../engine/service/tasks/tasks.ts';
import type { Job } from '../../../../engine/service/workers/worker-messages.ts';
import { createWorkerPool } from '../../../../engine/service/workers/worker-pool.ts';
import { handClock, orderedWorker, scratchDir } from '../../../helpers/engine/running-engine.ts';
import { appendCommand, type WorkerCommand } from '../../../helpers/engine/worker-commands.ts';

async function open({ slotCount = 1 } = {}) {
  const dir = await scratchDir();
  const database = openDatabase(dir);
  const clock = handClock();
  const files = openResultFiles(dir, database, clock);
  const tasks = openTasks(dir, database, clock);
  const limits = {
    slotCount,
    maxPixels: 1e6,
    maxWaiting: 8,
    idleMs: 60_000,
    jobMs: 60_000,
    cancelMs: 60_000,
    closeMs: 60_000,
    heapMb: 64,
  };
  const workerPool = createWorkerPool({ ...limits, entry: orderedWorker, log: () => {} });
  const runner = createTaskRunner(tasks, files, workerPool, () => {});
  onTestFinished(async () => {
    await runner.stop();
    await workerPool.close();
    database.close();
  });
  const settled = async (id: string) => {
    await expect.poll(() => tasks.find(id).status).toBeGreaterThanOrEqual(2);
    return tasks.find(id);
  };
  /** Queues unfinished tasks again, as the next engine does after a crash. */
  const crash = () => openTasks(dir, database, clock);
  return { dir, tasks, files, runner, settled, crash };
}

const job = (order: WorkerCommand): Job => ({
  operation: 'ai-red-lip-gloss',
  params: {},
  images: { image: new Uint8Array(appendCommand(Buffer.from('pixels'), order)) },
  pixels: 0,
});

async function fileAppears(path: string): Promise<void> {
  await expect.poll(() => existsSync(path)).toBe(true);
}

test('tasks run in their order, and their results are stored', async () => {
  const { dir, tasks, files, runner, settled } = await open();
  const note = join(dir, 'notes');
  const ids = [await tasks.submit(job({ note, name: 'a' })), await tasks.submit(job({ note, name: 'b' }))];
  runner.wake();
  runner.wake();
  for (const id of ids) {
    const over = await settled(id);
    expect(over).toMatchObject({ status: 2, output: { kind: 'image' } });
    const name = over.status === 2 && over.output.kind === 'image' ? over.output.file : '';
    expect((await readFile(files.find(name).path)).toString()).toContain('pixels');
  }
  expect(await readFile(note, 'utf8')).toBe('start a\nend a\nstart b\nend b\n');
});

test('two tasks run at a time, but an interrupted one runs alone', async () => {
  const { dir, tasks, runner, settled, crash } = await open({ slotCount: 2 });
  const waits = (name: string) => job({ do: 'wait', until: join(dir, `end ${name}`), note: join(dir, name) });
  const interrupted = await tasks.submit(waits('interrupted'));
  tasks.claim();
  crash();
  const ids = [interrupted];
  for (const name of ['a', 'b']) ids.push(await tasks.submit(waits(name)));
  runner.wake();
  await fileAppears(join(dir, 'interrupted'));
  expect(tasks.count()).toEqual({ queued: 2, processing: 1 });
  await writeFile(join(dir, 'end interrupted'), '');
  await Promise.all([fileAppears(join(dir, 'a')), fileAppears(join(dir, 'b'))]);
  for (const name of ['a', 'b']) await writeFile(join(dir, `end ${name}`), '');
  for (const id of ids) expect(await settled(id)).toMatchObject({ status: 2 });
});

test('a task that was interrupted three times fails', async () => {
  const { dir, tasks, runner, settled, crash } = await open();
  const note = join(dir, 'notes');
  const id = await tasks.submit(job({ note, name: 'poison' }));
  for (let n = 0; n < 3; n++) {
    tasks.claim();
    crash();
  }
  const next = await tasks.submit(job({ note, name: 'next' }));
  runner.wake();
  expect(await settled(id)).toMatchObject({ status: 3, code: 'PROCESSING_FAILURE' });
  expect(await settled(next)).toMatchObject({ status: 2 });
  expect(await readFile(note, 'utf8')).toBe('start next\nend next\n');
});

test('stopping puts the running task back, and starts no other', async () => {
  const { dir, tasks, runner } = await open();
  const note = join(dir, 'notes');
  const id = await tasks.submit(job({ do: 'wait', until: '/never', note }));
  runner.wake();
  await expect.poll(() => tasks.count().processing).toBe(1);
  await runner.stop();
  expect(tasks.find(id).status).toBe(0);
  runner.wake();
  expect(tasks.count()).toEqual({ queued: 1, processing: 0 });
  // A stop is not a failed attempt.
  expect(tasks.claim()).toMatchObject({ id, attempts: 1 });
});
