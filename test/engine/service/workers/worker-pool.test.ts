import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Job } from '../../../../engine/service/workers/worker-messages.ts';
import {
  createWorkerPool,
  type WorkerPool,
  type WorkerPoolOptions,
} from '../../../../engine/service/workers/worker-pool.ts';
import { orderedWorker, scratchDir } from '../../../helpers/engine/running-engine.ts';
import { appendCommand, type WorkerCommand } from '../../../helpers/engine/worker-commands.ts';

function openPool(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const pool = createWorkerPool({
    entry: orderedWorker,
    slotCount: 1,
    maxPixels: 100,
    maxWaiting: 8,
    idleMs: 60_000,
    jobMs: 60_000,
    cancelMs: 60_000,
    closeMs: 60_000,
    heapMb: 64,
    log: () => {},
    ...options,
  });
  onTestFinished(async () => void (await pool.close()));
  return pool;
}

const job = (order: WorkerCommand, pixels = 0): Job => ({
  operation: 'portrait-background-removal',
  params: {},
  images: { image: new Uint8Array(appendCommand(Buffer.from('pixels'), order)) },
  pixels,
});

const openSignal = () => new AbortController().signal;

async function fileAppears(path: string): Promise<void> {
  await expect.poll(() => existsSync(path)).toBe(true);
}

test('jobs run one after the other, in their order', async () => {
  const note = join(await scratchDir(), 'notes');
  const pool = openPool();
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map((name) => pool.run(job({ note, name }), openSignal())));
  expect(await readFile(note, 'utf8')).toBe(names.map((name) => `start ${name}\nend ${name}\n`).join(''));
});

test('several workers run several jobs at a time', async () => {
  const dir = await scratchDir();
  const [until, a, b] = [join(dir, 'go'), join(dir, 'a'), join(dir, 'b')];
  const pool = openPool({ slotCount: 2 });
  const both = [a, b].map((note) => pool.run(job({ do: 'wait', until, note }), openSignal()));
  await Promise.all([fileAppears(a), fileAppears(b)]);
  expect(pool.state()).toEqual({ busy: 2, waiting: 0, workers: 2, models: [] });
  await writeFile(until, '');
  await Promise.all(both);
});

test('large jobs run alone, and small ones do not overtake them', async () => {
  const dir = await scratchDir();
  const note = join(dir, 'notes');
  const pool = openPool({ slotCount: 2 });
  const order = (name: string): WorkerCommand => ({ do: 'wait', until: join(dir, name), note, name });
  const jobs = [job(order('a'), 70), job(order('b'), 400), job(order('c'), 20), job(order('d'), 80)];
  const done = jobs.map((each) => pool.run(each, openSignal()));
  for (const name of ['a', 'b', 'c', 'd']) {
    await fileAppears(note);
    const { busy, waiting } = pool.state();
    // Together, the small job and the one after it have the maximum size.
    expect([name, busy, waiting]).toEqual({ a: ['a', 1, 3], b: ['b', 1, 2], c: ['c', 2, 0], d: ['d', 1, 0] }[name]);
    await writeFile(join(dir, name), '');
    await done.shift();
  }
});

test('images are transferred, not copied', async () => {
  const transferred = job({});
  const { image } = transferred.images;
  const output = await openPool().run(transferred, openSignal());
  expect(image?.byteLength).toBe(0);
  expect(output).toMatchObject({ kind: 'image', file: { mime: 'image/png' } });
});

test('a full queue accepts only jobs of tasks', async () => {
  const until = join(await scratchDir(), 'go');
  const pool = openPool({ maxWaiting: 1 });
  const running = pool.run(job({ do: 'wait', until }), openSignal());
  const waiting = pool.run(job({}), openSignal());
  await expect(pool.run(job({}), openSignal())).rejects.toMatchObject({ code: 'AI_SERVICE_FLOW_RESTRICTION' });
  expect(() => pool.admit()).toThrow('Too many images are waiting');
  const ofTask = pool.run(job({}), openSignal(), true);
  await writeFile(until, '');
  await Promise.all([running, waiting, ofTask]);
  expect(() => pool.admit()).not.toThrow();
});

test.each([
  ['a crash', { do: 'crash' }, 'PROCESSING_FAILURE'],
  ['a full heap', { do: 'exhaust' }, 'ERROR_INSUFFICIENT_RESOURCES'],
  ['a defect', { do: 'fail' }, 'PROCESSING_FAILURE'],
  ['an error of the operation', { do: 'refuse', code: 'ERROR_NO_FACE_IN_FILE' }, 'ERROR_NO_FACE_IN_FILE'],
] as const)('%s fails the job, and the next one runs', async (_name, order, code) => {
  const pool = openPool();
  const [broken, next] = [pool.run(job(order), openSignal()), pool.run(job({}), openSignal())];
  await expect(broken).rejects.toMatchObject({ code });
  await expect(next).resolves.toMatchObject({ kind: 'image' });
});

test('a job that takes too long fails, and its slot is free', async () => {
  const pool = openPool({ jobMs: 300 });
  const stuck = pool.run(job({ do: 'ignore', until: '/never' }), openSignal());
  await expect(stuck).rejects.toMatchObject({ code: 'AI_SERVICE_TIMEOUT' });
  expect(pool.state()).toEqual({ busy: 0, waiting: 0, workers: 0, models: [] });
});

test('a canceled job ends, and its worker runs the next one', async () => {
  const note = join(await scratchDir(), 'notes');
  const pool = openPool();
  const controller = new AbortController();
  const cancelled = pool.run(job({ do: 'wait', until: '/never', note, name: 'a' }), controller.signal);
  const next = pool.run(job({ note, name: 'b' }), openSignal());
  await fileAppears(note);
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  await next;
  expect(await readFile(note, 'utf8')).toBe('start a\ncancelled a\nstart b\nend b\n');
});

test('a worker that ignores a cancellation is abandoned, and another one takes its slot', async () => {
  const dir = await scratchDir();
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const lines: string[] = [];
  const pool = openPool({ cancelMs: 50, log: (line) => lines.push(line) });
  const controller = new AbortController();
  const ignoring = pool.run(job({ do: 'ignore', until, note, name: 'ignoring' }), controller.signal);
  await fileAppears(note);
  controller.abort();
  await expect(ignoring).rejects.toMatchObject({ name: 'AbortError' });
  await expect(pool.run(job({}), openSignal())).resolves.toMatchObject({ kind: 'image' });
  expect(lines).toEqual(['a worker did not stop and was abandoned']);
  // Its late output is ignored.
  await writeFile(until, '');
  await expect(pool.run(job({}), openSignal())).resolves.toMatchObject({ kind: 'image' });
});

test('a job whose signal has aborted does not start', async () => {
  await expect(openPool().run(job({}), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

test('an idle worker is ended, and the next job starts one', async () => {
  const pool = openPool({ idleMs: 20 });
  await pool.run(job({}), openSignal());
  await expect.poll(() => pool.state().workers).toBe(0);
  await expect(pool.run(job({}), openSignal())).resolves.toMatchObject({ kind: 'image' });
});

test('closing fails running and queued jobs, and accepts no new ones', async () => {
  const note = join(await scratchDir(), 'notes');
  const pool = openPool();
  const jobs = [job({ do: 'wait', until: '/never', note }), job({})].map((each) => pool.run(each, openSignal()));
  const outcomes = Promise.allSettled(jobs);
  await fileAppears(note);
  expect(await pool.close()).toBe(true);
  const stopped = { status: 'rejected', reason: { code: 'AI_SERVICE_FLOW_RESTRICTION' } };
  expect(await outcomes).toMatchObject([stopped, stopped]);
  await expect(pool.run(job({}), openSignal(), true)).rejects.toMatchObject({ code: 'AI_SERVICE_FLOW_RESTRICTION' });
});

test('closing times out, and reports it', async () => {
  const dir = await scratchDir();
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const pool = openPool({ closeMs: 50 });
  const ignoring = pool.run(job({ do: 'ignore', until, note }), openSignal());
  const outcome = expect(ignoring).rejects.toMatchObject({ code: 'AI_SERVICE_FLOW_RESTRICTION' });
  await fileAppears(note);
  expect(await pool.close()).toBe(false);
  await outcome;
  await writeFile(until, '');
});
