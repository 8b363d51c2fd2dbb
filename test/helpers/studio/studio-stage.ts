/** A studio for tests: a real PostgreSQL, a share under two mount points, stations as processes of the command line. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { openDatabase } from '../../../main/studio/connection/open-database.ts';
import { makeStudio } from '../../../main/studio/database/schema.ts';
import { burnish, type Command } from '../command/command-line.ts';
import type { TestPostgres } from './postgres.ts';

export interface StudioStage {
  readonly folder: string;
  /** The folder of the share on two stations. */
  readonly mounts: readonly [string, string];
  /** Rows of the studio's database. */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a command of the station `name`, which has its own data folder. */
  station(
    name: string,
    words: readonly string[],
    more?: { readonly mount?: 0 | 1; readonly env?: NodeJS.ProcessEnv },
  ): Command;
  /** Resolves once `isSo`; fails after a timeout with the messages of the stations. */
  eventually(isSo: () => boolean | Promise<boolean>): Promise<void>;
  /** Names of files in a folder of the share. */
  files(folder: string): string[];
  close(): Promise<void>;
}

/**
 * Opens a new studio in `postgres`.
 * @param lease ms: interval of the heartbeat, and time until a station is offline
 */
export async function openStudioStage(
  postgres: TestPostgres,
  lease: { readonly beat: number; readonly lease: number },
): Promise<StudioStage> {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-studio-'));
  const { address, url } = await postgres.newDatabase();
  const mounts = [join(folder, 'one'), join(folder, 'two')] as const;
  mkdirSync(mounts[0]);
  symlinkSync(mounts[0], mounts[1]);
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, `${postgres.password}\n`, { mode: 0o600 });
  const commands = new Set<Command>();
  const pool = new Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  const rows = async <Row>(sql: string, values: readonly unknown[] = []) =>
    (await pool.query(sql, [...values])).rows as Row[];
  const secret = ['--password-file', passwordFile];
  const station: StudioStage['station'] = (name, words, { mount = 0, env = {} } = {}) => {
    const own = !['run', 'watch', 'worker'].includes(words[0] ?? '')
      ? []
      : ['--name', name, '--share', `photos=${mounts[mount]}`];
    const command = burnish(
      [...words, '--studio', address, ...secret, ...own, '--data', join(folder, `data-${name}`)],
      env,
    );
    commands.add(command);
    void command.ended.then(() => commands.delete(command));
    return command;
  };
  const database = openDatabase({ connectionString: url });
  await makeStudio(database);
  await database.close();
  await rows('UPDATE burnish.studio SET beat_ms = $1, lease_ms = $2', [lease.beat, lease.lease]);
  return {
    ...{ folder, mounts, rows, station },
    async eventually(isSo) {
      for (const end = Date.now() + 120_000; Date.now() < end; ) {
        if (await isSo()) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(
        `It did not come to that. ${[...commands].map(({ output: said }) => JSON.stringify(said())).join('\n')}`,
      );
    },
    files: (name) => readdirSync(join(mounts[0], name)).sort(),
    async close() {
      for (const { child, ended } of commands) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
        await ended;
      }
      await pool.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
