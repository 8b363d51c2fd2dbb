import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { burnish, type Command } from '../../helpers/command/command-line.ts';
import { runInProcess } from '../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { noisePhoto, success } from '../../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/service/scripted-server.ts';

const operation = 'universal-background-removal';
const upload = `POST ${operations[operation].path}`;
const credits = 'GET /api/common/query-credits';
const stopped = 'Stopped. Run the command again to continue with the rest.';

let folder: string;
let source: string;
let out: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = scratchFolder();
  [source, out] = [join(folder, 'src'), join(folder, 'out')];
  mkdirSync(source);
  server = await startScriptedServer();
  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  server.script('GET /result.png', { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
  server.script(credits, { json: { ...success, data: [{ balance: 10 }] } });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function photographs(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) writeFileSync(join(source, `${index}.jpg`), await noisePhoto(64, 48));
}
const say = (...words: string[]): Command =>
  burnish([...words, '--data', join(folder, 'data'), '--service', server.baseUrl, '--key-env', 'TEST_KEY'], {
    TEST_KEY: 'test-key',
  });
const run = () => say('run', source, '--recipe', operation, '--out', out);
const expectRequest = (route: string) => expect.poll(() => server.requestsOf(route).length).toBeGreaterThan(0);

describe('Ctrl-C', () => {
  it('works during the scan of a folder', { tags: ['long'] }, async () => {
    await photographs(60);
    const command = run();
    await expectRequest(upload);
    command.child.kill('SIGINT');
    const { code, err } = await command.ended;
    expect(code).toBe(1);
    expect(err).toContain(stopped);
  });

  it('works during the test of a service that does not respond', { tags: ['long'] }, async () => {
    server.script(credits, { hang: true });
    const command = say('services');
    await expectRequest(credits);
    command.child.kill('SIGINT');
    const { code, err } = await command.ended;
    expect([code, err.trim()]).toEqual([1, 'Stopped.']);
  });

  it('does not wait for a service that does not list its operations', { tags: ['long'] }, async () => {
    await photographs(1);
    server.script('GET /health', { hang: true });
    const command = run();
    await expectRequest('GET /health');
    command.child.kill('SIGINT');
    const { code, err } = await command.ended;
    expect(code).toBe(1);
    expect(err).toContain(stopped);
    expect(server.requestsOf(upload)).toEqual([]);
  });

  it('reports what it waits for, and ends at once the second time', async () => {
    await photographs(1);
    server.script(upload, { hang: true });
    const command = run();
    await expect.poll(() => server.requestsOf(upload)[0]?.complete).toBe(true);
    let stderr = '';
    command.child.stderr!.on('data', (chunk) => {
      stderr += chunk;
    });
    command.child.kill('SIGINT');
    await expect.poll(() => stderr).toContain('Stopping: waiting up to 20 s for responses to requests already sent.');
    command.child.kill('SIGINT');
    const { code, err } = await command.ended;
    expect(code).toBe(130);
    expect(err).not.toContain(stopped);
  });
});

describe('a closed terminal', () => {
  /** Accepts three photographs, and holds all responses until released. */
  async function heldService() {
    await photographs(3);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const json = async () => {
      await released;
      return { ...success, data: { image_url: `${server.baseUrl}/result.png` } };
    };
    server.script(upload, { json });
    return release;
  }
  const areSent = () => expect.poll(() => server.requestsOf(upload).filter((each) => each.complete).length).toBe(3);
  const state = async () => {
    const { out: json } = await runInProcess(['status', '--json', '--data', join(folder, 'data')]).ended;
    const { counts, runBy } = JSON.parse(json);
    return { uncertain: counts.uncertain, runBy };
  };
  async function expectNothingSentAgain() {
    expect(await state()).toEqual({ uncertain: 0, runBy: null });
    expect((await run().ended).code).toBe(0);
    expect(readdirSync(out)).toHaveLength(3);
    expect(server.requestsOf(upload)).toHaveLength(3);
  }

  it('waits for the responses to uploads, however often it signals', async () => {
    const release = await heldService();
    const command = run();
    await areSent();
    command.child.kill('SIGHUP');
    await expect.poll(() => command.output().err).toContain('Stopping: waiting up to 20 s');
    command.child.kill('SIGHUP');
    release();
    expect((await command.ended).code).toBe(1);
    await expectNothingSentAgain();
  });

  const hasTerminals = spawnSync('script', ['--version']).error === undefined;
  it.runIf(hasTerminals)('ends the output, but waits for the responses to uploads', async () => {
    const release = await heldService();
    const words = ['run', source, '--recipe', operation, '--out', out, '--data', join(folder, 'data')];
    const service = ['--service', server.baseUrl, '--key-env', 'TEST_KEY'];
    const line = [process.execPath, join(import.meta.dirname, '../../../main/cli.ts'), ...words, ...service];
    const terminal = spawn('script', ['-qfec', `exec ${line.map((word) => `'${word}'`).join(' ')}`, '/dev/null'], {
      env: { ...process.env, TEST_KEY: 'test-key' },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await areSent();
    terminal.kill('SIGKILL');
    await once(terminal, 'close');
    release();
    await expect.poll(async () => (await state()).runBy).toBeNull();
    await expectNothingSentAgain();
  });
});

it('lets the command finish although its output is not read', async () => {
  await photographs(3);
  const command = run();
  command.child.stdout!.destroy();
  command.child.stderr!.destroy();
  expect((await command.ended).code).toBe(0);
  expect(existsSync(out) && readdirSync(out)).toHaveLength(3);
});
