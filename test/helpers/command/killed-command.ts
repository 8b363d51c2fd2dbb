/** Kills a running command, repeats it, and reads its database in between. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { expect } from 'vitest';
import { sample } from '../photograph/photographs.ts';
import { noisePhoto } from '../queue/queue-stage.ts';
import { createSeededRandom } from '../run/seeded-random.ts';
import { startChargingService } from '../service/charging-service.ts';
import { burnish } from './command-line.ts';
import { runInProcess } from './in-process-cli.ts';

/** Writes `count` portraits of one face, each with other pixels, to a new folder `in`. */
export async function portraits(folder: string, count: number): Promise<string> {
  const path = join(folder, 'in');
  mkdirSync(path);
  const face = sharp(sample('astronaut')).extract({ left: 130, top: 0, width: 190, height: 190 });
  for (let index = 1; index <= count; index += 1) {
    await face
      .clone()
      .modulate({ brightness: 0.8 + index / 100 })
      .jpeg({ quality: 92 })
      .toFile(join(path, `portrait ${index}.jpg`));
  }
  return path;
}

interface TaskRow {
  readonly job_id: number;
  readonly task_id: string;
}

/** Queries of the database in `data` that may run while another process writes to it. */
export function databaseIn(data: string) {
  function read<T>(sql: string): T[] {
    const db = new Database(join(data, 'burnish.db'), { readonly: true, fileMustExist: true, timeout: 5000 });
    try {
      return db.prepare<[], T>(sql).all();
    } finally {
      db.close();
    }
  }
  function unlessNew<T>(sql: string): T[] {
    try {
      return read<T>(sql);
    } catch {
      return []; // Not made yet.
    }
  }
  return {
    read,
    doneJobs: () => unlessNew<{ n: number }>("SELECT count(*) AS n FROM jobs WHERE state = 'done'")[0]?.n ?? 0,
    tasksGiven: () =>
      unlessNew<{ n: number }>('SELECT count(*) AS n FROM step_runs WHERE task_id IS NOT NULL')[0]?.n ?? 0,
    tasksInFlight: () =>
      unlessNew<TaskRow>('SELECT job_id, task_id FROM step_runs WHERE task_id IS NOT NULL AND finished_at IS NULL'),
  };
}

/** Arguments that brighten the skin of `count` portraits in `folder`. */
async function runWords(folder: string, count: number): Promise<string[]> {
  const photographs = await portraits(folder, count);
  const recipe = ['--recipe', 'smart-skin-advanced:skin_brightening=1', '--out', join(folder, 'out')];
  return ['run', photographs, ...recipe, '--data', join(folder, 'data'), '--json'];
}

/** Checks after `kills` kills in `folder` that every result exists once and no task was submitted twice. */
export async function expectGoesOnAfterKills(folder: string, kills: number, count: number): Promise<void> {
  const { tasksGiven, tasksInFlight } = databaseIn(join(folder, 'data'));
  const words = await runWords(folder, count);
  const tasksSeen = new Map<number, string>();
  const random = createSeededRandom('five kills');
  for (let kill = 0; kill < kills; kill += 1) {
    const { child, ended } = burnish(words);
    // A moment with a task in flight, some photographs further. One query may finish all of them.
    const goal = Math.min(count - 1, tasksGiven() + 1 + random.below(3));
    const isThere = () => tasksGiven() >= goal && tasksInFlight().length > 0;
    await expect.poll(isThere, { interval: 50 }).toBe(true);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    for (const { job_id, task_id } of tasksInFlight()) tasksSeen.set(job_id, task_id);
  }
  const last = await burnish(words).ended;
  expect(last.code, last.err).toBe(0);
  expectEachOnce(folder, count, tasksSeen);
}

/**
 * Kills the command once while a paid service has a task for every photograph, and checks that none is charged twice.
 */
export async function expectPaysOnceAfterKill(folder: string, count: number): Promise<void> {
  const { tasksInFlight } = databaseIn(join(folder, 'data'));
  const picture = (await noisePhoto(190, 190, 'png')).toString('base64');
  const service = await startChargingService({ picture, tasks: true });
  try {
    service.hold('tasks');
    const named = ['--service', service.baseUrl, '--key-env', 'TEST_KEY', '--poll-interval', '1'];
    const words = [...(await runWords(folder, count)), ...named];
    const key = { TEST_KEY: 'key' };
    const { child, ended } = burnish(words, key);
    await expect.poll(() => tasksInFlight().length, { interval: 50 }).toBe(count);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    const tasksSeen = new Map(tasksInFlight().map(({ job_id, task_id }) => [job_id, task_id]));
    service.let();
    const last = await runInProcess(words, key).ended;
    expect(last.code, last.err).toBe(0);
    expectEachOnce(folder, count, tasksSeen);
    expect([service.charges.length, new Set(service.charges).size]).toEqual([count, count]);
  } finally {
    await service.close();
  }
}

/** Checks that each result exists once, from the tasks recorded earlier. */
function expectEachOnce(folder: string, count: number, tasksSeen: ReadonlyMap<number, string>): void {
  const { read } = databaseIn(join(folder, 'data'));
  expect(readdirSync(join(folder, 'out')).sort()).toEqual(
    Array.from({ length: count }, (_, index) => `portrait ${index + 1}-Skin retouching.jpg`).sort(),
  );
  expect(read('SELECT state, count(*) AS n FROM jobs GROUP BY state')).toEqual([{ state: 'done', n: count }]);
  expect(read('SELECT job_id FROM results GROUP BY job_id HAVING count(*) <> 1')).toEqual([]);
  const tasksNow = new Map(
    read<TaskRow>('SELECT job_id, task_id FROM step_runs').map(({ job_id, task_id }) => [job_id, task_id]),
  );
  expect(tasksSeen.size).toBeGreaterThan(0);
  for (const [job, task] of tasksSeen) expect(tasksNow.get(job), `job ${job}`).toBe(task);
}
