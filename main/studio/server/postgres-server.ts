/** A PostgreSQL server of one's own on this computer: its data folder made, the server started and stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { PostgresPrograms } from './postgres-programs.ts';

/** Whom PostgreSQL's programs run as, where it is not whoever runs this: it refuses to run as root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** What a server is started with. */
export interface ServerOptions {
  /** where its data is: the folder that `createCluster` made */
  readonly data: string;
  readonly port: number;
  /** false: what was committed outlives a crash of the server, not of the computer; faster, for tests */
  readonly durable?: boolean;
  readonly user?: ServerUser;
}

/** A server that takes connections. */
export interface RunningServer {
  readonly pid: number;
  /** settles when it has ended, whoever ended it, with what it wrote last */
  readonly ended: Promise<string>;
  /** `fast` ends connections and writes down what was done; `immediate` is a crash. Resolves when it has ended. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

/** A program of PostgreSQL's did not do what it was asked for; the message has its own words. */
export class PostgresFailure extends Error {
  override name = 'PostgresFailure';
}

/** The user and the database of a studio. */
export const studioRole = 'burnish';

/**
 * Makes the folder `data` and in it the user and database `burnish`. Its administrator is `postgres`, whose password nobody
 * knows who does not give one.
 * @param password of characters that mean nothing in SQL
 * @throws {PostgresFailure}
 */
export async function createCluster(
  programs: PostgresPrograms,
  data: string,
  password: string,
  {
    administrator = newPassword(),
    durable = true,
    user,
  }: { administrator?: string; durable?: boolean; user?: ServerUser },
): Promise<void> {
  const passwordFile = `${data}.new`;
  try {
    await writeFile(passwordFile, administrator, { mode: 0o600 });
    if (user) await chown(passwordFile, user.uid, user.gid);
    const words = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const place = ['--encoding=UTF8', '--no-locale', ...(durable ? [] : ['--no-sync'])];
    await run(programs.initdb, [`--pgdata=${data}`, ...words, ...place], '', user);
  } finally {
    await rm(passwordFile, { force: true });
  }
  const statements = [
    `CREATE ROLE ${studioRole} LOGIN PASSWORD '${password}'`,
    `CREATE DATABASE ${studioRole} OWNER ${studioRole}`,
  ];
  const alone = ['--single', '-D', data, '-c', 'exit_on_error=on', ...(durable ? [] : ['-F']), 'postgres'];
  await run(programs.postgres, alone, `${statements.join('\n')}\n`, user);
}

/** A password that nobody guesses, of letters, digits, `-` and `_`. */
export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Starts the server on 127.0.0.1 and nowhere else.
 * @throws {PostgresFailure} it ended before it took connections: another one has its port or its folder
 */
export async function startServer(programs: PostgresPrograms, options: ServerOptions): Promise<RunningServer> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    logging_collector: 'off',
    log_destination: 'stderr',
    lc_messages: 'C',
    ...(options.durable === false ? { fsync: 'off', full_page_writes: 'off' } : {}),
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(programs.postgres, ['-D', options.data, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
    ...options.user,
  });
  let output = '';
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-8000);
    if (output.includes('database system is ready to accept connections')) isReady();
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (fault) => resolve(fault.message));
    child.once('close', () => resolve(output.trim()));
  });
  const pid = child.pid ?? 0;
  // From its first moment: after a crash it may take long to be ready.
  const guard = pid > 0 ? endWithUs(pid) : null;
  void ended.then(() => guard?.kill('SIGKILL'));
  const failed = ended.then((words) => Promise.reject(new PostgresFailure(words)));
  await Promise.race([ready, failed]);
  failed.catch(() => {});
  return {
    pid,
    ended,
    stop: async (mode = 'fast') => {
      const signal = mode === 'fast' ? 'INT' : 'QUIT';
      // Windows has no signals; PostgreSQL has ways of its own there.
      if (process.platform === 'win32') spawn(programs.pgCtl, ['kill', signal, String(pid)], { windowsHide: true });
      else child.kill(`SIG${signal}`);
      await ended;
    },
  };
}

/**
 * A shell that waits for the end of this process, even a violent one, which closes the pipe it reads, and shuts the server down then.
 * Windows has none: there a server that was left alone is found running at the next start.
 */
function endWithUs(pid: number): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a group of its own, it is not ended by a Ctrl-C that ends us.
    detached: true,
  });
  // Without it the server still does its work.
  guard.on('error', () => {});
  guard.unref();
  (guard.stdin as Socket | null)?.unref();
  return guard;
}

/** @throws {PostgresFailure} with what the program wrote */
async function run(
  program: string,
  words: readonly string[],
  input: string,
  user: ServerUser | undefined,
): Promise<void> {
  const child = spawn(program, words, { env: { ...process.env, LC_ALL: 'C' }, windowsHide: true, ...user });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  // A program that ends without reading says why.
  child.stdin.on('error', () => {}).end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (fault) => reject(new PostgresFailure(fault.message, { cause: fault })));
    child.once('close', resolve);
  });
  if (code !== 0) throw new PostgresFailure(output.trim());
}
