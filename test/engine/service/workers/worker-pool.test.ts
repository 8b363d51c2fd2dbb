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
import { orderedWorker, scratchDir } from '../../../helpers/running-engine.ts';
import { appendCommand, type WorkerCommand } from '../../../helpers/worker-commands.ts';

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

const staying = () => new AbortController().signal;

async function appearance(path: string): Promise<void> {
  await expect.poll(() => existsSync(path)).toBe(true);
}

test('jobs are done one after the other, in the order they came', async () => {
  const note = join(await scratchDir(), 'notes');
  const pool = openPool();
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map((name) => pool.run(job({ note, name }), staying())));
  expect(await readFile(note, 'utf8')).toBe(names.map((name) => `start ${name}\nend ${name}\n`).join(''));
});

test('several workers do several jobs at a time', async () => {
  const dir = await scratchDir();
  const [until, one, two] = [join(dir, 'go'), join(dir, 'one'), join(dir, 'two')];
  const pool = openPool({ slotCount: 2 });
  const both = [one, two].map((note) => pool.run(job({ do: 'wait', until, note }), staying()));
  await Promise.all([appearance(one), appearance(two)]);
  expect(pool.state()).toEqual({ busy: 2, waiting: 0, workers: 2, models: [] });
  await writeFile(until, '');
  await Promise.all(both);
});

test('large jobs take turns, and small ones do not pass them', async () => {
  const dir = await scratchDir();
  const note = join(dir, 'notes');
  const pool = openPool({ slotCount: 2 });
  const order = (name: string): WorkerCommand => ({ do: 'wait', until: join(dir, name), note, name });
  const jobs = [job(order('a'), 70), job(order('b'), 400), job(order('c'), 20), job(order('d'), 80)];
  const done = jobs.map((each) => pool.run(each, staying()));
  for (const name of ['a', 'b', 'c', 'd']) {
    await appearance(note);
    const { busy, waiting } = pool.state();
    // The small one and the one after it are together as large as two may be.
    expect([name, busy, waiting]).toEqual({ a: ['a', 1, 3], b: ['b', 1, 2], c: ['c', 2, 0], d: ['d', 1, 0] }[name]);
    await writeFile(join(dir, name), '');
    await done.shift();
  }
});

test('the images are handed over, not copied', async () => {
  const given = job({});
  const { image } = given.images;
  const output = await openPool().run(given, staying());
  expect(image?.byteLength).toBe(0);
  expect(output).toMatchObject({ kind: 'image', file: { mime: 'image/png' } });
});

test('a line that is full takes patient jobs only', async () => {
  const until = join(await scratchDir(), 'go');
  const pool = openPool({ maxWaiting: 1 });
  const running = pool.run(job({ do: 'wait', until }), staying());
  const waiting = pool.run(job({}), staying());
  await expect(pool.run(job({}), staying())).rejects.toMatchObject({ code: 'AI_SERVICE_FLOW_RESTRICTION' });
  expect(() => pool.admit()).toThrow('Too many images are waiting');
  const patient = pool.run(job({}), staying(), true);
  await writeFile(until, '');
  await Promise.all([running, waiting, patient]);
  expect(() => pool.admit()).not.toThrow();
});

test.each([
  ['a crash', { do: 'crash' }, 'PROCESSING_FAILURE'],
  ['a heap without room', { do: 'exhaust' }, 'ERROR_INSUFFICIENT_RESOURCES'],
  ['a defect', { do: 'fail' }, 'PROCESSING_FAILURE'],
  ['a refusal', { do: 'refuse', code: 'ERROR_NO_FACE_IN_FILE' }, 'ERROR_NO_FACE_IN_FILE'],
] as const)('%s ends the job, and the next one is done', async (_name, order, code) => {
  const pool = openPool();
  const [broken, next] = [pool.run(job(order), staying()), pool.run(job({}), staying())];
  await expect(broken).rejects.toMatchObject({ code });
  await expect(next).resolves.toMatchObject({ kind: 'image' });
});

test('a job that takes too long is given up, and its seat is free', async () => {
  const pool = openPool({ jobMs: 300 });
  const stuck = pool.run(job({ do: 'ignore', until: '/never' }), staying());
  await expect(stuck).rejects.toMatchObject({ code: 'AI_SERVICE_TIMEOUT' });
  expect(pool.state()).toEqual({ busy: 0, waiting: 0, workers: 0, models: [] });
});

test('a cancelled job ends at once for its caller, and its worker goes on with the next', async () => {
  const note = join(await scratchDir(), 'notes');
  const pool = openPool();
  const controller = new AbortController();
  const cancelled = pool.run(job({ do: 'wait', until: '/never', note, name: 'a' }), controller.signal);
  const next = pool.run(job({ note, name: 'b' }), staying());
  await appearance(note);
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  await next;
  expect(await readFile(note, 'utf8')).toBe('start a\ncancelled a\nstart b\nend b\n');
});

test('a worker that does not heed a cancellation is left behind, and another takes its seat', async () => {
  const dir = await scratchDir();
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const lines: string[] = [];
  const pool = openPool({ cancelMs: 50, log: (line) => lines.push(line) });
  const controller = new AbortController();
  const deaf = pool.run(job({ do: 'ignore', until, note, name: 'deaf' }), controller.signal);
  await appearance(note);
  controller.abort();
  await expect(deaf).rejects.toMatchObject({ name: 'AbortError' });
  await expect(pool.run(job({}), staying())).resolves.toMatchObject({ kind: 'image' });
  expect(lines).toEqual(['a worker did not stop and was left behind']);
  // What it makes after all goes nowhere.
  await writeFile(until, '');
  await expect(pool.run(job({}), staying())).resolves.toMatchObject({ kind: 'image' });
});

test('a job whose caller has left before its turn is not begun', async () => {
  await expect(openPool().run(job({}), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

test('a worker without work is ended, and started again when there is some', async () => {
  const pool = openPool({ idleMs: 20 });
  await pool.run(job({}), staying());
  await expect.poll(() => pool.state().workers).toBe(0);
  await expect(pool.run(job({}), staying())).resolves.toMatchObject({ kind: 'image' });
});

test('closing fails what runs and what waits, and takes nothing new', async () => {
  const note = join(await scratchDir(), 'notes');
  const pool = openPool();
  const jobs = [job({ do: 'wait', until: '/never', note }), job({})].map((each) => pool.run(each, staying()));
  const outcomes = Promise.allSettled(jobs);
  await appearance(note);
  expect(await pool.close()).toBe(true);
  const stopped = { status: 'rejected', reason: { code: 'AI_SERVICE_FLOW_RESTRICTION' } };
  expect(await outcomes).toMatchObject([stopped, stopped]);
  await expect(pool.run(job({}), staying(), true)).rejects.toMatchObject({ code: 'AI_SERVICE_FLOW_RESTRICTION' });
});

test('closing does not wait for ever, and says so', async () => {
  const dir = await scratchDir();
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const pool = openPool({ closeMs: 50 });
  const deaf = pool.run(job({ do: 'ignore', until, note }), staying());
  const outcome = expect(deaf).rejects.toMatchObject({ code: 'AI_SERVICE_FLOW_RESTRICTION' });
  await appearance(note);
  expect(await pool.close()).toBe(false);
  await outcome;
  await writeFile(until, '');
});
