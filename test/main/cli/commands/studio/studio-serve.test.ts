import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserFacingError } from '../../../../../contract/messages/message.ts';
import { serveDatabase } from '../../../../../main/cli/commands/studio/studio-serve.ts';
import { installedPrograms } from '../../../../../main/studio/server/postgres-programs.ts';
import { messageText, terminalTexts } from '../../../../helpers/run/message-matchers.ts';
import { freePort, isOpenToAll, userOfServer } from '../../../../helpers/studio/postgres.ts';

let home: string;
let folder: string;
let port: number;
const user = await userOfServer();
/** Root runs PostgreSQL as another user, who may have no access to a checkout in root's home folder. */
const mayRun = user === null || (await isOpenToAll(import.meta.dirname));

beforeAll(async () => {
  // The packages belong to this user, who must prepare them.
  await installedPrograms();
  home = await mkdtemp(join(tmpdir(), 'burnish-serve-'));
  if (user) await chown(home, user.uid, user.gid);
  folder = join(home, 'a studio');
  port = await freePort();
});

afterAll(() => rm(home, { recursive: true, force: true }));

const root = join(import.meta.dirname, '../../../../..');
const module = (path: string) => JSON.stringify(new URL(path, `file://${root}/`).href);
const program = `
  const { serveDatabase } = await import(${module('main/cli/commands/studio/studio-serve.ts')});
  const { formatMessage } = await import(${module('contract/messages/format-message.ts')});
  const [, folder, port] = process.argv;
  process.exitCode = await serveDatabase(folder, Number(port)).catch((fault) => {
    console.error(fault.sentence ? formatMessage(fault.sentence, 'terminal') : fault);
    return 1;
  });`;

interface Serving {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
  /** Resolves once the server accepts connections or has ended. */
  readonly ready: Promise<unknown>;
}

/** Serves in a separate process, because PostgreSQL refuses to run as root. */
function serving(at = folder, on = port): Serving {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, at, String(on)], {
    cwd: root,
    detached: true,
    ...user,
  });
  const text = { out: '', err: '' };
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text.out += chunk;
    if (text.out.includes('is running')) resolve();
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    text.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, ...text }));
  return { child, ended, ready: Promise.race([ready, ended]) };
}

async function end({ child, ended }: Serving): Promise<void> {
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
}

async function ask(sql: string): Promise<unknown[]> {
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  const client = new Client({ host: '127.0.0.1', port, user: 'burnish', database: 'burnish', password });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

test.skipIf(!mayRun)('it serves until Ctrl-C, and another one on the same folder ends', async () => {
  const first = serving();
  await first.ready;
  await ask('CREATE TABLE kept AS SELECT 7 AS id');
  expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600);
  expect(await ask('SHOW password_encryption')).toEqual(['scram-sha-256']);

  const second = await serving().ended;
  expect(second.code).toBe(1);
  expect(second.err).toMatch(/^PostgreSQL is already running in the folder .*a studio\. .*\n$/);

  // A terminal signals the command and PostgreSQL at the same time.
  process.kill(-first.child.pid!, 'SIGINT');
  const { code, out, err } = await first.ended;
  expect([code, err]).toEqual([0, '']);
  const file = join(folder, 'password');
  expect(out).toContain(`postgres://burnish@127.0.0.1:${port}/burnish. The password is in the file ${file}.`);
  expect(out).toContain(`burnish studio init postgres://burnish@127.0.0.1:${port}/burnish --password-file "${file}"`);
  expect(out).not.toContain((await readFile(file, 'utf8')).trim());
});

test.skipIf(!mayRun)('it does not run from a folder that others can write to, even if it has run there', async () => {
  await chmod(folder, 0o777);
  const open = await serving().ended;
  await chmod(folder, 0o700);
  expect(open.code).toBe(1);
  expect(open.err).toMatch(/^Other users of this computer can write to “.*a studio”, and could change the programs/);
  expect(open.out).toBe('');
});

test.skipIf(!mayRun)('it keeps its data, also after a kill', { tags: ['long'] }, async () => {
  const killed = serving();
  await killed.ready;
  await ask('CREATE TABLE IF NOT EXISTS kept AS SELECT 7 AS id');
  killed.child.kill('SIGKILL');
  await killed.ended;
  await expect.poll(() => ask('SELECT 1').catch((fault) => fault.code)).toBe('ECONNREFUSED');

  const again = serving();
  await again.ready;

  expect(await ask('SELECT id FROM kept')).toEqual([7]);
  await end(again);
});

test.skipIf(!mayRun)('it names a port in use, and a database of another version', { tags: ['long'] }, async () => {
  const first = serving();
  await first.ready;
  await end(first);
  const otherServer = createServer().listen(0, '127.0.0.1');
  await once(otherServer, 'listening');
  const taken = (otherServer.address() as { port: number }).port;
  const { code, err } = await serving(folder, taken).ended;
  otherServer.close();
  expect([code, err]).toEqual([
    1,
    `Another program is using port ${taken} on this computer. Specify another port with --port.\n`,
  ]);

  const version = join(folder, 'database', 'PG_VERSION');
  const made = await readFile(version, 'utf8');
  await writeFile(version, '17\n');
  const old = await serving().ended;
  await writeFile(version, made);
  expect(old.code).toBe(1);
  expect(old.err).toMatch(/was created by PostgreSQL 17, which PostgreSQL 18 cannot read/);
});

test.runIf(user)('it tells root which user can start it', async () => {
  const { sentence } = await serveDatabase(folder).then(
    () => null as never,
    (error: UserFacingError) => error,
  );
  expect(terminalTexts([sentence])).toEqual(['PostgreSQL does not run as root. Run this command as another user.']);
  expect(messageText(sentence)).toContain('Quit Burnish and start it as a normal user.');
});
