import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScriptedServer } from '../helpers/scripted-server.ts';
import { seeded } from '../helpers/seeded.ts';

const cli = join(import.meta.dirname, '../../main/cli.ts');
const samples = join(import.meta.dirname, '../../assets/samples');

let folder: string;
let data: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-cli-'));
  data = join(folder, 'data');
  out = join(folder, 'out');
});
afterEach(() => {
  // The engine of a killed command ends by itself, a moment later; until then a removal may have to be tried again.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

function burnish(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [cli, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, ...text })),
  );
  return { child, ended };
}

/** `count` portraits of one face, each with other pixels. */
async function portraits(count: number): Promise<string> {
  const path = join(folder, 'in');
  mkdirSync(path);
  const face = sharp(join(samples, 'astronaut.png')).extract({ left: 130, top: 0, width: 190, height: 190 });
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

/** What the database says, read while another process may write to it. */
function read<T>(sql: string): T[] {
  const db = new Database(join(data, 'burnish.db'), { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    return db.prepare<[], T>(sql).all();
  } finally {
    db.close();
  }
}

describe('the command line', () => {
  it('goes on after five kills: every result once, every task asked for and not submitted anew', async () => {
    // Enough for five kills with work left after each; the campaigns play more (docs/reliability.md).
    const count = 24;
    const photographs = await portraits(count);
    const words = [
      'run',
      photographs,
      '--recipe',
      'smart-skin-advanced:skin_brightening=1',
      '--out',
      out,
      '--data',
      data,
      '--json',
    ];
    const tasksSeen = new Map<number, string>();
    const random = seeded('five kills');
    let kills = 0;
    while (kills < 5) {
      const { child, ended } = burnish(words);
      // Somewhere in its work: with a task in flight, some photographs further on.
      const goal = doneJobs() + random.below(4);
      const isThere = () => doneJobs() >= goal && tasksInFlight().length > 0;
      await expect.poll(isThere, { timeout: 120_000, interval: 50 }).toBe(true);
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      kills += 1;
      for (const { job_id, task_id } of tasksInFlight()) tasksSeen.set(job_id, task_id);
    }
    const last = await burnish(words).ended;
    expect(
      last.code,
      last.err +
        last.out
          .split('\n')
          .filter((line) => line.includes('failed'))
          .join('\n'),
    ).toBe(0);

    expect(readdirSync(out).sort()).toEqual(
      Array.from({ length: count }, (_, index) => `portrait ${index + 1}-Skin retouching.jpg`).sort(),
    );
    expect(read('SELECT state, count(*) AS n FROM jobs GROUP BY state')).toEqual([{ state: 'done', n: count }]);
    expect(read('SELECT job_id FROM results GROUP BY job_id HAVING count(*) <> 1')).toEqual([]);
    const tasksNow = new Map(
      read<TaskRow>('SELECT job_id, task_id FROM step_runs').map(({ job_id, task_id }) => [job_id, task_id]),
    );
    expect(tasksSeen.size).toBeGreaterThan(0);
    for (const [job, task] of tasksSeen) expect(tasksNow.get(job), `job ${job}`).toBe(task);
  }, 600_000);

  it('tells what was refused and why, and exits with 1', async () => {
    const broken = join(folder, 'notes.jpg');
    writeFileSync(broken, 'no photograph');
    const { code, err } = await burnish(['run', broken, '--recipe', 'portrait-cutout', '--out', out, '--data', data])
      .ended;
    expect(code).toBe(1);
    expect(err).toContain('notes.jpg');
    expect(err).toContain('damaged');
  });

  it.each([
    [['run', 'x', '--recipe', 'no such recipe'], 'There is no recipe'],
    [['run', 'x'], '--recipe'],
    [['dance'], 'unknown command'],
    [['run', 'x', '--recipe', 'portrait-cutout', '--service', 'not an address'], 'neither the name'],
    [['run', 'x', '--recipe', 'portrait-cutout', '--key-env', 'BURNISH_NO_SUCH'], 'is empty'],
    [['services', '--key-env', 'HOME'], 'Name the service this key is for with --service'],
  ])('answers %j with usage', async (words, message) => {
    const { code, err } = await burnish(words, { BURNISH_DATA: data }).ended;
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it('watches a folder until Ctrl-C', async () => {
    const watched = join(folder, 'incoming');
    mkdirSync(watched);
    const { child, ended } = burnish(['watch', watched, '--recipe', 'face-key-points', '--data', data, '--json']);
    await expect.poll(() => existsSync(join(data, 'burnish.db')), { timeout: 30_000 }).toBe(true);
    copyFileSync(join(samples, 'astronaut.png'), join(watched, 'new.png'));
    await expect.poll(() => doneJobs(), { timeout: 60_000, interval: 200 }).toBe(1);
    child.kill('SIGINT');
    const { code, out: lines } = await ended;
    expect(code).toBe(0);
    const [line] = lines.trim().split('\n');
    expect(JSON.parse(line!)).toMatchObject({
      file: join(watched, 'new.png'),
      state: 'done',
      analysis: { result: { face_num: 1 } },
    });
  });

  it('names the services and what a test of them found', async () => {
    const { code, out: text } = await burnish(['services', '--data', data, '--json']).ended;
    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({ id: 'built-in', ok: true, keyAccepted: true });
  });

  it('sends a key to the service that is named with it, and to no other', async () => {
    const [named, other] = [await startScriptedServer(), await startScriptedServer()];
    try {
      named.script('GET /api/common/query-credits', { json: { request_id: 'r', data: { balance: 7 } } });
      const test = (service: string) =>
        burnish(['services', '--service', service, '--data', data, '--json'], key).ended;
      const key = { IMAGE_KEY: 'key-a1b2c3d4e5f6' };
      // Without a key it is not asked; it is known from now on.
      expect((await test(other.baseUrl)).code).toBe(1);
      const withKey = ['services', '--service', named.baseUrl, '--key-env', 'IMAGE_KEY', '--data', data, '--json'];
      const { code, out: text } = await burnish(withKey, key).ended;
      expect(JSON.parse(text)).toMatchObject({ address: named.baseUrl, ok: true, credits: 7 });
      expect(code).toBe(0);
      expect(named.requests.map(({ headers }) => headers['service-api-key'])).toEqual(['key-a1b2c3d4e5f6']);
      expect(other.requests).toEqual([]);
    } finally {
      await Promise.all([named.close(), other.close()]);
    }
  });

  it('stops on Ctrl-C, says so, and shows in the status what is left', async () => {
    const photographs = await portraits(12);
    const { child, ended } = burnish([
      'run',
      photographs,
      '--recipe',
      'smart-skin-advanced',
      '--out',
      out,
      '--data',
      data,
    ]);
    await expect.poll(() => tasksInFlight().length, { timeout: 60_000, interval: 50 }).toBeGreaterThan(0);
    child.kill('SIGINT');
    const stopped = await ended;
    expect(stopped.signal).toBeNull();
    expect(stopped.code).toBe(1);
    expect(stopped.err).toContain('Stopped.');
    const status = await burnish(['status', '--data', data, '--json']).ended;
    const { counts } = JSON.parse(status.out) as { counts: Record<string, number> };
    expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0);
    expect(counts.failed).toBe(0);
  });
});

function doneJobs(): number {
  try {
    return read<{ n: number }>("SELECT count(*) AS n FROM jobs WHERE state = 'done'")[0]?.n ?? 0;
  } catch {
    return 0; // Not made yet.
  }
}

function tasksInFlight(): TaskRow[] {
  try {
    return read<TaskRow>('SELECT job_id, task_id FROM step_runs WHERE task_id IS NOT NULL AND finished_at IS NULL');
  } catch {
    return []; // Not made yet.
  }
}
