import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { postgresForFile } from '../../../helpers/studio/studio-tests.ts';

const postgres = postgresForFile();

async function queryAs(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return Object.values((await client.query(sql)).rows[0])[0];
  } finally {
    await client.end();
  }
}

test('its user owns a database and nothing more, and access requires the password', async () => {
  const { url, password } = postgres();
  expect(await queryAs(url, 'SELECT current_user')).toBe('burnish');
  expect(await queryAs(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toBe(false);
  expect(await queryAs(url, 'SHOW listen_addresses')).toBe('127.0.0.1');
  expect(await queryAs(url, 'SHOW server_encoding')).toBe('UTF8');
  await expect(queryAs(url.replace(password, 'wrong'), 'SELECT 1')).rejects.toThrow(/password/);
});

test('it restarts with its data after a crash, on the same port', async () => {
  await postgres().query('CREATE TABLE kept AS SELECT 7 AS id');
  await postgres().restart('immediate');
  expect((await postgres().query('SELECT id FROM kept')).rows).toEqual([{ id: 7 }]);
});

test('a killed test leaves no server behind', { tags: ['long'] }, async () => {
  const helper = new URL('../../../helpers/studio/postgres.ts', import.meta.url).href;
  const program = `
    const { startPostgres } = await import(${JSON.stringify(helper)});
    const { pid, query } = await startPostgres();
    const { rows } = await query('SHOW data_directory');
    console.log(JSON.stringify({ pid, folder: rows[0].data_directory }));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { pid, folder } = JSON.parse(line) as { pid: number; folder: string };
  expect(existsSync(folder)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
  await expect.poll(() => existsSync(folder)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
