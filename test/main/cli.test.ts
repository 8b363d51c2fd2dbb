import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { burnish } from '../helpers/command/command-line.ts';
import { runInProcess } from '../helpers/command/in-process-cli.ts';
import {
  databaseIn,
  expectGoesOnAfterKills,
  expectPaysOnceAfterKill,
  portraits,
} from '../helpers/command/killed-command.ts';
import { startScriptedServer } from '../helpers/service/scripted-server.ts';

/** A service that is not needed. */
const nobody = ['--service', 'http://127.0.0.1:9'];
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

describe('the command line', () => {
  it('goes on after a kill: every result once, every task asked for, and nothing charged again', () =>
    expectPaysOnceAfterKill(folder, 4));

  it(
    'goes on after two kills: every result once, every task asked for and not submitted anew',
    {
      tags: ['long'],
    },
    () => expectGoesOnAfterKills(folder, 2, 8),
  );

  it('tells what was refused and why, and exits with 1', async () => {
    const broken = join(folder, 'notes.jpg');
    writeFileSync(broken, 'no photograph');
    const words = ['run', broken, '--recipe', 'portrait-cutout', '--out', out, '--data', data, ...nobody];
    const { code, err } = await runInProcess(words).ended;
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
    [['services', '--key-env', 'HOME'], 'Use --service to specify the service this key is for'],
  ])('answers %j with usage', async (words, message) => {
    const { code, err } = await runInProcess(words, { BURNISH_DATA: data }).ended;
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it('watches a folder until Ctrl-C', { tags: ['long'] }, async () => {
    const watched = join(folder, 'incoming');
    mkdirSync(watched);
    const { child, ended } = burnish(['watch', watched, '--recipe', 'face-key-points', '--data', data, '--json']);
    await expect.poll(() => existsSync(join(data, 'burnish.db'))).toBe(true);
    copyFileSync(join(samples, 'astronaut.png'), join(watched, 'new.png'));
    await expect.poll(() => databaseIn(data).doneJobs(), { interval: 200 }).toBe(1);
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

  it('names the services and what a test of them found', { tags: ['long'] }, async () => {
    const { code, out: text } = await burnish(['services', '--data', data, '--json']).ended;
    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({ id: 'built-in', ok: true, keyAccepted: true });
  });

  it('sends a key to the service that is named with it, and to no other', async () => {
    const [named, other] = [await startScriptedServer(), await startScriptedServer()];
    try {
      named.script('GET /api/common/query-credits', { json: { request_id: 'r', data: { balance: 7 } } });
      const test = (service: string) =>
        runInProcess(['services', '--service', service, '--data', data, '--json'], key).ended;
      const key = { IMAGE_KEY: 'key-a1b2c3d4e5f6' };
      // Without a key it is not asked; it is known from now on.
      expect((await test(other.baseUrl)).code).toBe(1);
      const withKey = ['services', '--service', named.baseUrl, '--key-env', 'IMAGE_KEY', '--data', data, '--json'];
      const { code, out: text } = await runInProcess(withKey, key).ended;
      expect(JSON.parse(text)).toMatchObject({ address: named.baseUrl, ok: true, credits: 7 });
      expect(code).toBe(0);
      expect(new Set(named.requests.map(({ headers }) => headers['service-api-key']))).toEqual(
        new Set(['key-a1b2c3d4e5f6']),
      );
      expect(other.requests).toEqual([]);
    } finally {
      await Promise.all([named.close(), other.close()]);
    }
  });

  it('stops on Ctrl-C, says so, and shows in the status what is left', { tags: ['long'] }, async () => {
    const photographs = await portraits(folder, 12);
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
    await expect.poll(() => databaseIn(data).tasksInFlight().length, { interval: 50 }).toBeGreaterThan(0);
    child.kill('SIGINT');
    const stopped = await ended;
    expect(stopped.signal).toBeNull();
    expect(stopped.code).toBe(1);
    expect(stopped.err).toContain('Stopped.');
    const status = await runInProcess(['status', '--data', data, '--json']).ended;
    const { counts } = JSON.parse(status.out) as { counts: Record<string, number> };
    expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0);
    expect(counts.failed).toBe(0);
  });
});
