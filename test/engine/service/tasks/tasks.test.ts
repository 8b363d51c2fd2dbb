import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hourMs } from '../../../../engine/service/clock.ts';
import { requestError } from '../../../../engine/service/interface/request-errors.ts';
import { openDatabase } from '../../../../engine/service/tasks/engine-database.ts';
import { openTasks } from '../../../../engine/service/tasks/tasks.ts';
import type { Job } from '../../../../engine/service/workers/worker-messages.ts';
import { handClock, scratchDir } from '../../../helpers/engine/running-engine.ts';

async function open() {
  const dir = await scratchDir();
  const database = openDatabase(dir);
  onTestFinished(() => void database.close());
  const clock = handClock();
  return { dir, clock, database, tasks: openTasks(dir, database, clock) };
}

const job = (): Job => ({
  operation: 'ai-eyebrows',
  params: { resolution: '2K' },
  images: { image: Uint8Array.of(1, 2, 3), reference_image: Uint8Array.of(4, 5) },
  pixels: 0,
});

test('a task is loaded as it was submitted', async () => {
  const { tasks } = await open();
  const id = await tasks.submit(job());
  const claimed = tasks.claim();
  expect(claimed).toEqual({ id, operation: 'ai-eyebrows', attempts: 1 });
  expect(await tasks.load(claimed!)).toEqual(job());
});

test('each task is claimed once, the oldest first', async () => {
  const { tasks, clock } = await open();
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    ids.push(await tasks.submit(job()));
    clock.advance(n);
  }
  expect(tasks.count()).toEqual({ queued: 3, processing: 0 });
  expect([tasks.claim()?.id, tasks.claim()?.id, tasks.claim()?.id, tasks.claim()]).toEqual([...ids, undefined]);
  expect(tasks.count()).toEqual({ queued: 0, processing: 3 });
});

test('an interrupted task is only claimed alone, and none is claimed before it', async () => {
  const { dir, database, clock, tasks } = await open();
  const first = await tasks.submit(job());
  await tasks.submit(job());
  tasks.claim();
  const next = openTasks(dir, database, clock);
  expect(next.find(first).status).toBe(0);
  expect(next.claim(false)).toBeUndefined();
  expect(next.claim(true)).toMatchObject({ id: first, attempts: 2 });
  expect(next.claim(false)).toMatchObject({ attempts: 1 });
});

test('a released task is claimed before younger ones, and its attempt does not count', async () => {
  const { tasks } = await open();
  const first = await tasks.submit(job());
  await tasks.submit(job());
  tasks.claim();
  tasks.release(first);
  expect(tasks.find(first).status).toBe(0);
  expect(tasks.claim()).toMatchObject({ id: first, attempts: 1 });
});

test('a task that was released while it ran keeps its inputs for the next engine', async () => {
  const { dir, tasks } = await open();
  const id = await tasks.submit(job());
  tasks.claim();
  tasks.release(id);
  await tasks.finish(id, { kind: 'images', files: [] });
  await tasks.fail(id, requestError('timeout', 'It took too long.'));
  expect(tasks.find(id).status).toBe(0);
  expect(existsSync(join(dir, 'tasks', id, 'image'))).toBe(true);
});

test('a finished or failed task keeps its outcome, but not its inputs', async () => {
  const { dir, tasks } = await open();
  const [done, failed] = [await tasks.submit(job()), await tasks.submit(job())];
  tasks.claim();
  tasks.claim();
  await tasks.finish(done, { kind: 'images', files: ['a.png'] });
  await tasks.fail(failed, requestError('damaged image', 'It is broken.'));
  expect(tasks.find(done)).toMatchObject({ status: 2, output: { kind: 'images', files: ['a.png'] } });
  expect(tasks.find(failed)).toMatchObject({ status: 3, code: 'FILE_DECODING_FAILURE', message: 'It is broken.' });
  expect([existsSync(join(dir, 'tasks', done)), existsSync(join(dir, 'tasks', failed))]).toEqual([false, false]);
});

test('a task is not finished or released a second time', async () => {
  const { tasks } = await open();
  const id = await tasks.submit(job());
  tasks.claim();
  await tasks.fail(id, requestError('timeout', 'It took too long.'));
  await tasks.finish(id, { kind: 'images', files: [] });
  tasks.release(id);
  expect(tasks.find(id).status).toBe(3);
});

test('a sweep removes leftover inputs, but neither those of tasks nor other files', async () => {
  const { dir, tasks, clock } = await open();
  const id = await tasks.submit(job());
  const orphan = join(dir, 'tasks', randomUUID());
  await mkdir(orphan);
  const stranger = join(dir, 'tasks', '2024');
  await mkdir(stranger);
  await writeFile(join(orphan, 'image'), 'x');
  clock.advance(100 * hourMs);
  await tasks.sweep();
  expect([orphan, stranger].map((path) => existsSync(path))).toEqual([false, true]);
  expect(await tasks.load(tasks.claim()!)).toEqual(job());
  expect(tasks.find(id).status).toBe(1);
});
