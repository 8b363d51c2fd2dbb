/** Fixture for tests of commands: a data folder, photographs, and a paid service that each upload costs 5 credits. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { test as base } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { noisePhoto, success } from '../queue/queue-stage.ts';
import { type ScriptedServer, type Step, startScriptedServer } from '../service/scripted-server.ts';
import { burnish, type Command, type Ended } from './command-line.ts';
import { type InProcessCommand, runInProcess } from './in-process-cli.ts';

export const operation = 'smart-face-slimming';
export const upload = `POST ${operations[operation].path}`;
export const download = 'GET /result.png';
export const balance = 'GET /api/common/query-credits';

export interface CommandStage {
  /** Contains all of the following folders. */
  readonly folder: string;
  readonly data: string;
  readonly source: string;
  readonly out: string;
  readonly server: ScriptedServer;
  /** The response to an upload, and its result. */
  readonly response: Step;
  readonly result: Step;
  /** Options that select the service and its key. */
  readonly service: readonly string[];
  /** Options that process photographs with the service. */
  readonly processing: readonly string[];
  /** Writes photographs of noise into the source folder. */
  photographs(...names: string[]): Promise<void>;
  /** Runs a command with the data folder in this process. */
  burnish(...words: string[]): Promise<Ended>;
  /** Starts a command with the data folder in this process. */
  start(...words: string[]): InProcessCommand;
  /** Starts a command with the data folder in a process that can be killed or run alongside another one. */
  spawn(...words: string[]): Command;
  /** Arguments that process the source folder. */
  runWords(...more: string[]): string[];
  /** Processes the source folder. */
  run(...more: string[]): Promise<Ended>;
  /** The value that `burnish status --json` prints. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare parts of it.
  status(): Promise<any>;
  /** Number of uploads up to now. */
  uploads(): number;
  /** Relative paths of the files in the output folder, or another one. */
  results(folder?: string): string[];
}

/** `test` with a `stage`, which is removed after each test. */
export const test = base.extend<{ stage: CommandStage }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures a fixture needs from this pattern.
  stage: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'burnish-command-'));
    const server = await startScriptedServer();
    await use(createStage(folder, server, await noisePhoto(160, 160, 'png')));
    await server.close();
    // The engine of a killed command ends shortly after it.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  },
});

function createStage(folder: string, server: ScriptedServer, picture: Buffer): CommandStage {
  const [data, source, out] = ['data', 'src', 'out'].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(source);
  const response = { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } };
  const result = { bytes: picture, type: 'image/png' };
  server.script(upload, response);
  server.script(download, result);
  server.script(balance, { json: { ...success, data: [{ balance: 42 }] } });
  const key = { TEST_KEY: 'key' };
  const service = ['--service', server.baseUrl, '--key-env', 'TEST_KEY'];
  const processing = ['--recipe', operation, '--out', out, ...service];
  const withData = (words: readonly string[]) => [...words, '--data', data];
  const stage: CommandStage = {
    ...{ folder, data, source, out, server, response, result, service, processing },
    async photographs(...names) {
      for (const name of names) {
        const path = join(source, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, await noisePhoto(160, 160));
      }
    },
    burnish: (...words) => stage.start(...words).ended,
    start: (...words) => runInProcess(withData(words), key),
    spawn: (...words) => burnish(withData(words), key),
    runWords: (...more) => ['run', source, ...processing, ...more],
    run: (...more) => stage.burnish(...stage.runWords(...more)),
    status: async () => JSON.parse((await stage.burnish('status', '--json')).out),
    uploads: () => server.requestsOf(upload).length,
    results: (of = out) =>
      readdirSync(of, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(of, join(parentPath, name)))
        .sort(),
  };
  return stage;
}

/** Queries of the database in a data folder that may run while another process writes to it. */
export function databaseIn(data: string) {
  function read<T>(sql: string): T[] {
    const db = new Database(join(data, 'burnish.db'), { readonly: true, fileMustExist: true, timeout: 5000 });
    try {
      return db.prepare<[], T>(sql).all();
    } finally {
      db.close();
    }
  }
  function readIfCreated<T>(sql: string): T[] {
    try {
      return read<T>(sql);
    } catch {
      return [];
    }
  }
  return { read, readIfCreated };
}
