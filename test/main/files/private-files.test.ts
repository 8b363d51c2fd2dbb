/** File permissions while the real command line and the real engine run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { burnish } from '../../helpers/command/command-line.ts';
import { noisePhoto, success } from '../../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/service/scripted-server.ts';
import { makeSharedFolder, otherGroup } from '../../helpers/studio/shared-folder.ts';

const operation = 'universal-background-removal';
const result = 'GET /result.png';

/** A disk other than that of the temporary folder, if available: results are copied there, not linked. */
const otherDisk = existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync(tmpdir()).dev ? '/dev/shm' : tmpdir();

let folder: string;
let elsewhere: string;
let server: ScriptedServer;
/** Umask of the user who runs these tests. */
let mask: number;
beforeEach(async () => {
  mask = process.umask(0o027);
  folder = mkdtempSync(join(tmpdir(), 'burnish-private-'));
  elsewhere = mkdtempSync(join(otherDisk, 'burnish-private-'));
  server = await startScriptedServer();
  server.script(`POST ${operations[operation].path}`, {
    json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } },
  });
  mkdirSync(join(folder, 'src'));
  for (const name of ['a.jpg', 'b.jpg']) writeFileSync(join(folder, 'src', name), await noisePhoto(64, 48));
});
afterEach(async () => {
  process.umask(mask);
  await server.close();
  for (const each of [folder, elsewhere]) rmSync(each, { recursive: true, force: true });
});

/** Permissions of everything at and below `path`. */
function modes(path: string): Map<string, string> {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const found = new Map<string, string>();
  for (const name of ['', ...names]) {
    const entry = lstatSync(join(path, name), { throwIfNoEntry: false });
    if (entry !== undefined) found.set(name, (entry.mode & 0o777).toString(8));
  }
  return found;
}
/** Returns the files that other users have any access to. */
const open = (path: string) => [...modes(path)].filter(([, mode]) => !mode.endsWith('00'));

const run = (out: string) => {
  const words = ['run', join(folder, 'src'), '--recipe', operation, '--out', out, '--data', join(folder, 'data')];
  return burnish([...words, '--service', server.baseUrl, '--key-env', 'TEST_KEY'], { TEST_KEY: 'key' });
};

describe.skipIf(process.platform === 'win32')('the command line', () => {
  it('keeps its files private while it works, and gives results the usual permissions', async () => {
    server.script(result, { status: 500 });
    const first = run(join(folder, 'out', 'new'));
    await expect.poll(() => server.requestsOf(result).length).toBeGreaterThan(1);
    const names = [...modes(join(folder, 'data')).keys()];
    expect(names.some((name) => name.startsWith('burnish.db-wal'))).toBe(true);
    expect(names.some((name) => /^work.*source.*\.jpg$/.test(name))).toBe(true);
    expect(open(join(folder, 'data'))).toEqual([]);
    first.child.kill('SIGINT');
    await first.ended;

    server.script(result, { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
    expect((await run(join(folder, 'out', 'new')).ended).code).toBe(0);
    expect((await run(join(elsewhere, 'out')).ended).code).toBe(0);
    expect(open(join(folder, 'data'))).toEqual([]);
    expect([...modes(join(folder, 'out')).values()].sort()).toEqual(['640', '640', '750', '750']);
    expect([...modes(join(elsewhere, 'out')).values()].sort()).toEqual(['640', '640', '750']);
  });

  it.skipIf(otherGroup === null)(
    'gives a group that shares a folder write access to results and their folders',
    async () => {
      process.umask(0o002);
      server.script(result, { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
      const out = join(folder, 'shared');
      makeSharedFolder(out);
      mkdirSync(join(folder, 'src', 'day'));
      writeFileSync(join(folder, 'src', 'day', 'c.jpg'), await noisePhoto(64, 48));
      expect((await run(out).ended).code).toBe(0);
      const made = readdirSync(out, { recursive: true, encoding: 'utf8' }).map((name) => {
        const { mode, gid } = lstatSync(join(out, name));
        return [name.endsWith('.jpg'), (mode & 0o7777).toString(8), gid];
      });
      expect(made.sort()).toEqual([
        [false, '2775', otherGroup],
        [true, '664', otherGroup],
        [true, '664', otherGroup],
        [true, '664', otherGroup],
      ]);
      expect(open(join(folder, 'data'))).toEqual([]);
    },
  );
});

describe.skipIf(process.platform === 'win32')('the engine', () => {
  let engine: ChildProcess | null = null;
  afterEach(async () => {
    const ended = new Promise((resolve) => engine?.once('exit', resolve));
    engine?.kill('SIGTERM');
    await ended;
  });

  it('keeps its database and files private', async () => {
    const main = join(import.meta.dirname, '../../../engine/main.ts');
    engine = spawn(process.execPath, [main, '--data', join(folder, 'engine')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: engine.stdout! });
    await new Promise((resolve) => lines.once('line', resolve));
    expect([...modes(join(folder, 'engine')).keys()]).toContain('tasks.db');
    expect(open(join(folder, 'engine'))).toEqual([]);
  });
});
