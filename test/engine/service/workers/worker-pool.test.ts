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

function openWorkshop(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const workshop = createWorkerPool({
    entry: orderedWorker,
    workers: 1,
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
  onTestFinished(async () => void (await workshop.close()));
  return workshop;
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
  const workshop = openWorkshop();
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map((name) => workshop.run(job({ note, name }), staying())));
  expect(await readFile(note, 'utf8')).toBe(names.map((name) => `start ${name}\nend ${name}\n`).join(''));
});

test('several workers do several jobs at a time', async () => {
  const dir = await scratchDir();
  const [until, one, two] = [join(dir, 'go'), join(dir, 'one'), join(dir, 'two')];
  const workshop = openWorkshop({ workers: 2 });
  const both = [one, two].map((note) => workshop.run(job({ do: 'wait', until, note }), staying()));
  await Promise.all([appearance(one), appearance(two)]);
  expect(workshop.state()).toEqual({ busy: 2, waiting: 0, workers: 2, models: [] });
  await writeFile(until, '');
  await Promise.all(both);
});

test('large jobs take turns, and small ones do not pass them', async () => {
  const dir = await scratchDir();
  const note = join(dir, 'notes');
  const workshop = openWorkshop({ workers: 2 });
  const order = (name: string): WorkerCommand => ({ do: 'wait', until: join(dir, name), note, name });
  const jobs = [job(order('a'), 70), job(order('b'), 400), job(order('c'), 20), job(order('d'), 80)];
  const done = jobs.map((each) => workshop.run(each, staying()));
  for (const name of ['a', 'b', 'c', 'd']) {
    await appearance(note);
    const { busy, waiting } = workshop.state();
    // The small one and the one after it are together as large as two may be.
    expect([name, busy, waiting]).toEqual({ a: ['a', 1, 3], b: ['b', 1, 2], c: ['c', 2, 0], d: ['d', 1, 0] }[name]);
    await writeFile(join(dir, name), '');
    await done.shift();
  }
});

test('the images are handed over, not copied', async () => {
  const given = job({});
  const { image } = given.images;
  const output = await openWorkshop().run(given, staying());
  expect(image?.byteLength).toBe(0);
  expect(output).toMatchObject({ kind: 'image', file: { mime: 'image/png' } });
});

test('a line that is full takes patient jobs only', async () => {
  const until = join(await scratchDir(), 'go');
  const workshop = openWorkshop({ maxWaiting: 1 });
  const running = workshop.run(job({ do: 'wait', until }), staying());
  const waiting = workshop.run(job({}), staying());
  await expect(workshop.run(job({}), staying())).rejects.toMatchObject({ code: 'AI_SERVICE_FLOW_RESTRICTION' });
  expect(() => workshop.admit()).toThrow('Too many images are waiting');
  const patient = workshop.run(job({}), staying(), true);
  await writeFile(until, '');
  await Promise.all([running, waiting, patient]);
  expect(() => workshop.admit()).not.toThrow();
});

test.each([
  ['a crash', { do: 'crash' }, 'PROCESSING_FAILURE'],
  ['a heap without room', { do: 'exhaust' }, 'ERROR_INSUFFICIENT_RESOURCES'],
  ['a defect', { do: 'fail' }, 'PROCESSING_FAILURE'],
  ['a refusal', { do: 'refuse', code: 'ERROR_NO_FACE_IN_FILE' }, 'ERROR_NO_FACE_IN_FILE'],
] as const)('%s ends the job, and the next one is done', async (_name, order, code) => {
  const workshop = openWorkshop();
  const [broken, next] = [workshop.run(job(order), staying()), workshop.run(job({}), staying())];
  await expect(broken).rejects.toMatchObject({ code });
  await expect(next).resolves.toMatchObject({ kind: 'image' });
});

test('a job that takes too long is given up, and its seat is free', async () => {
  const workshop = openWorkshop({ jobMs: 300 });
  const stuck = workshop.run(job({ do: 'ignore', until: '/never' }), staying());
  await expect(stuck).rejects.toMatchObject({ code: 'AI_SERVICE_TIMEOUT' });
  expect(workshop.state()).toEqual({ busy: 0, waiting: 0, workers: 0, models: [] });
});

test('a cancelled job ends at once for its caller, and its worker goes on with the next', async () => {
  const note = join(await scratchDir(), 'notes');
  const workshop = openWorkshop();
  const controller = new AbortController();
  const cancelled = workshop.run(job({ do: 'wait', until: '/never', note, name: 'a' }), controller.signal);
  const next = workshop.run(job({ note, name: 'b' }), staying());
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
  const workshop = openWorkshop({ cancelMs: 50, log: (line) => lines.push(line) });
  const controller = new AbortController();
  const deaf = workshop.run(job({ do: 'ignore', until, note, name: 'deaf' }), controller.signal);
  await appearance(note);
  controller.abort();
  await expect(deaf).rejects.toMatchObject({ name: 'AbortError' });
  await expect(workshop.run(job({}), staying())).resolves.toMatchObject({ kind: 'image' });
  expect(lines).toEqual(['a worker did not stop and was left behind']);
  // What it makes after all goes nowhere.
  await writeFile(until, '');
  await expect(workshop.run(job({}), staying())).resolves.toMatchObject({ kind: 'image' });
});

test('a job whose caller has left before its turn is not begun', async () => {
  await expect(openWorkshop().run(job({}), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

test('a worker without work is ended, and started again when there is some', async () => {
  const workshop = openWorkshop({ idleMs: 20 });
  await workshop.run(job({}), staying());
  await expect.poll(() => workshop.state().workers).toBe(0);
  await expect(workshop.run(job({}), staying())).resolves.toMatchObject({ kind: 'image' });
});

test('closing fails what runs and what waits, and takes nothing new', async () => {
  const note = join(await scratchDir(), 'notes');
  const workshop = openWorkshop();
  const jobs = [job({ do: 'wait', until: '/never', note }), job({})].map((each) => workshop.run(each, staying()));
  const outcomes = Promise.allSettled(jobs);
  await appearance(note);
  expect(await workshop.close()).toBe(true);
  const stopped = { status: 'rejected', reason: { code: 'AI_SERVICE_FLOW_RESTRICTION' } };
  expect(await outcomes).toMatchObject([stopped, stopped]);
  await expect(workshop.run(job({}), staying(), true)).rejects.toMatchObject({ code: 'AI_SERVICE_FLOW_RESTRICTION' });
});

test('closing does not wait for ever, and says so', async () => {
  const dir = await scratchDir();
  const [until, note] = [join(dir, 'go'), join(dir, 'notes')];
  const workshop = openWorkshop({ closeMs: 50 });
  const deaf = workshop.run(job({ do: 'ignore', until, note }), staying());
  const outcome = expect(deaf).rejects.toMatchObject({ code: 'AI_SERVICE_FLOW_RESTRICTION' });
  await appearance(note);
  expect(await workshop.close()).toBe(false);
  await outcome;
  await writeFile(until, '');
});
