/** A private PostgreSQL server: creates its data folder, starts and stops it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { PostgresPrograms } from './postgres-programs.ts';

/** PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

interface ServerOptions {
  /** Folder from `createCluster`. */
  readonly data: string;
  readonly port: number;
  /** False: faster, but commits do not survive a crash of the computer. For tests. */
  readonly durable?: boolean;
  readonly user?: ServerUser;
}

export interface RunningServer {
  readonly pid: number;
  /** Resolves with its last output when it has ended. */
  readonly ended: Promise<string>;
  /** `fast` ends connections and writes a checkpoint; `immediate` is like a crash. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

/** A program of PostgreSQL failed; the message is its output. */
export class PostgresFailure extends Error {
  override name = 'PostgresFailure';
}

/** User and database of a studio. */
export const studioRole = 'burnish';

/**
 * Creates the folder `data` with the user and database `burnish`. The administrator is `postgres`.
 * @param password without characters that have a meaning in SQL
 * @throws PostgresFailure
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
    const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const storage = ['--encoding=UTF8', '--no-locale', ...(durable ? [] : ['--no-sync'])];
    await run(programs.initdb, [`--pgdata=${data}`, ...login, ...storage], '', user);
  } finally {
    await rm(passwordFile, { force: true });
  }
  const statements = [
    `CREATE ROLE ${studioRole} LOGIN PASSWORD '${password}'`,
    `CREATE DATABASE ${studioRole} OWNER ${studioRole}`,
  ];
  const singleUser = ['--single', '-D', data, '-c', 'exit_on_error=on', ...(durable ? [] : ['-F']), 'postgres'];
  await run(programs.postgres, singleUser, `${statements.join('\n')}\n`, user);
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Starts the server on 127.0.0.1 only.
 * @throws PostgresFailure, for example if another server has its port or folder
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
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(programs.postgres, ['-D', options.data, ...flags], {
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
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(output.trim()));
  });
  const pid = child.pid ?? 0;
  // Guard it from the beginning, because recovery after a crash can take long.
  const guard = pid > 0 ? startGuard(pid) : null;
  void ended.then(() => guard?.kill('SIGKILL'));
  const failed = ended.then((text) => Promise.reject(new PostgresFailure(text)));
  await Promise.race([ready, failed]);
  failed.catch(() => {});
  return {
    pid,
    ended,
    stop: async (mode = 'fast') => {
      const signal = mode === 'fast' ? 'INT' : 'QUIT';
      // Windows has no signals, but PostgreSQL emulates them.
      if (process.platform === 'win32') spawn(programs.pgCtl, ['kill', signal, String(pid)], { windowsHide: true });
      else child.kill(`SIG${signal}`);
      await ended;
    },
  };
}

/**
 * Starts a shell that stops the server when this process ends, which closes the shell's input. Returns null on Windows, where an
 * orphaned server keeps running.
 */
function startGuard(pid: number): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a separate group, Ctrl-C does not end it.
    detached: true,
  });
  guard.on('error', () => {});
  guard.unref();
  (guard.stdin as Socket | null)?.unref();
  return guard;
}

/** @throws PostgresFailure with the program's output */
async function run(
  program: string,
  parameters: readonly string[],
  input: string,
  user: ServerUser | undefined,
): Promise<void> {
  const child = spawn(program, parameters, { env: { ...process.env, LC_ALL: 'C' }, windowsHide: true, ...user });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  // A program that ends without reading its input prints the reason.
  child.stdin.on('error', () => {}).end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new PostgresFailure(error.message, { cause: error })));
    child.once('close', resolve);
  });
  if (code !== 0) throw new PostgresFailure(output.trim());
}
