import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { preloadArgs, preloadEnv } from '../runner/command.ts';
import type { Orders } from '../runner/preload.ts';
import type { KillReport } from './kill-points.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Five steps that change the disk. */
const program = (folder: string) => `
  import { link, open, rename, writeFile } from 'node:fs/promises';
  import { readFileSync } from 'node:fs';
  import Database from ${JSON.stringify(import.meta.resolve('better-sqlite3'))};
  process.chdir(${JSON.stringify(folder)});
  const db = new Database('db');
  db.exec('CREATE TABLE t (n)');
  const add = db.prepare('INSERT INTO t VALUES (?)');
  db.transaction(() => { add.run(1); add.run(2); }).immediate();
  await writeFile('a', 'text');
  await rename('a', 'b');
  await link('b', 'c');
  readFileSync('c');
  await (await open('c', 'r')).close();
  setTimeout(() => console.log(Date.now()), 60_000);
`;

async function run(orders: Orders) {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-points-'));
  folders.push(folder);
  const child = spawn(process.execPath, preloadArgs(program(folder)), {
    env: preloadEnv(orders),
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const text = { out: '', report: '' };
  child.stdout?.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stdio[3]?.on('data', (chunk) => {
    text.report += chunk;
  });
  const [, signal] = await once(child, 'close');
  return { folder, signal, out: text.out, report: JSON.parse(text.report) as KillReport };
}

const rowsIn = (folder: string) => {
  const db = new Database(join(folder, 'db'), { readonly: true });
  const rows = db.prepare('SELECT n FROM t').all().length;
  db.close();
  return rows;
};
const filesIn = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('db'));

describe('kill points', () => {
  it('precede and follow each step that changes the disk', async () => {
    const { report, signal } = await run({
      clock: { epoch: Date.now(), speed: 1000, offset: 0 },
      kill: { at: null, of: null },
    });
    expect({ report, signal }).toEqual({ report: { points: 10, step: 'exit' }, signal: null });
  });

  it.each([
    [2, 'before commit', 0, []],
    [3, 'after commit', 2, []],
    [4, 'before writeFile', 2, []],
    [5, 'after writeFile', 2, ['a']],
    [6, 'before rename', 2, ['a']],
    [7, 'after rename', 2, ['b']],
    [9, 'after link', 2, ['b', 'c']],
  ])('point %i is %s', async (at, step, rows, files) => {
    const { folder, signal, report } = await run({ clock: null, kill: { at, of: null } });
    expect(signal).toBe('SIGKILL');
    expect(report).toEqual({ points: at, step });
    expect(rowsIn(folder)).toBe(rows);
    expect(filesIn(folder)).toEqual(files);
    if (files.includes('c')) expect(readFileSync(join(folder, 'c'), 'utf8')).toBe('text');
  });

  it('can be limited to one step', async () => {
    const { report } = await run({ clock: null, kill: { at: 1, of: 'rename' } });
    expect(report).toEqual({ points: 1, step: 'after rename' });
  });

  it('let a process that is not killed end in fast time', async () => {
    const epoch = Date.now();
    const { out } = await run({ clock: { epoch, speed: 1000, offset: 3_600_000 }, kill: { at: null, of: null } });
    expect(Number(out)).toBeGreaterThanOrEqual(epoch + 3_660_000);
  });
});
