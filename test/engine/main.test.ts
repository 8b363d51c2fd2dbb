import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { scratchDir } from '../helpers/engine/running-engine.ts';

const entry = fileURLToPath(new URL('../../engine/main.ts', import.meta.url));

const portrait = fileURLToPath(new URL('../../assets/samples/astronaut.png', import.meta.url));

/** Starts the engine as a separate process and kills it after the test. */
async function start(args: string[], env: Record<string, string> = {}, withChannel = false) {
  const all = { ...process.env, ...env };
  const child: ChildProcess = withChannel
    ? fork(entry, args, { env: all, silent: true, execArgv: [] })
    : spawn(process.execPath, [entry, ...args], { env: all });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let complaints = '';
  child.stderr?.on('data', (chunk) => {
    complaints += chunk;
  });
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  const line = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes('\n')) resolve(output);
    });
    void exit.then(() => resolve(output));
  });
  return { child, exit, said: await line, complaints: () => complaints };
}

test('prints its address and key in one line', async () => {
  const dir = join(await scratchDir(), 'data');
  const { said, child, exit, complaints } = await start(['--data', dir], { BURNISH_ENGINE_KEY: 'given' });
  const { baseUrl, apiKey, ...rest } = JSON.parse(said);
  expect([apiKey, rest]).toEqual(['given', {}]);
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${baseUrl}/health`, { headers: { 'service-api-key': 'given' } })).status).toBe(200);
  expect(existsSync(join(dir, 'tasks.db'))).toBe(true);

  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(complaints()).toBe('');
});

test('--graphics is in the status; a start without it removes the self-tests', async () => {
  const dir = await scratchDir();
  const verdicts = join(dir, 'graphics.json');
  await writeFile(verdicts, '{}');
  const graphicsOf = async (args: string[]) => {
    const { said, child, exit } = await start(['--data', dir, ...args], { BURNISH_ENGINE_KEY: 'given' });
    const headers = { 'service-api-key': 'given' };
    const response = await fetch(`${JSON.parse(said).baseUrl}/health`, { headers });
    const { data } = JSON.parse(await response.text());
    child.kill('SIGTERM');
    await exit;
    return [data.graphics, existsSync(verdicts)];
  };
  expect(await graphicsOf(['--graphics'])).toEqual([{ verdicts: [], stopped: null }, true]);
  expect(await graphicsOf([])).toEqual([null, false]);
});

test('runs networks without writing outside its folder', async () => {
  const home = await scratchDir();
  const env = { HOME: home, XDG_CACHE_HOME: '', BURNISH_ENGINE_KEY: 'given', ORT_DISABLE_TELEMETRY: '' };
  const { said } = await start(['--data', await scratchDir()], env);
  const body = new FormData();
  body.append('image', new Blob([await readFile(portrait)]), 'image.png');
  const { path } = operations['face-key-points'];
  const headers = { 'service-api-key': 'given' };
  const answer = await fetch(`${JSON.parse(said).baseUrl}${path}`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  expect(await readdir(home)).toEqual([]);
});

test('generates another key at each start', { tags: ['long'] }, async () => {
  const env = { BURNISH_ENGINE_KEY: '' };
  const runs = [await start(['--data', await scratchDir()], env), await start(['--data', await scratchDir()], env)];
  const keys = runs.map(({ said }) => JSON.parse(said).apiKey);
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^[\w-]{32}$/);
});

test('uses the name of the key header', async () => {
  const { said } = await start(['--data', await scratchDir(), '--key-header', 'x-key']);
  const { baseUrl, apiKey } = JSON.parse(said);
  expect((await fetch(`${baseUrl}/health`, { headers: { 'x-key': apiKey } })).status).toBe(200);
});

test('ends with its parent process', async () => {
  const { child, exit } = await start(['--data', await scratchDir()], {}, true);
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});

test('ends on Ctrl-C', async () => {
  const { child, exit } = await start(['--data', await scratchDir()]);
  child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
});

test.each([['--port', 'many'], ['--port', '70000'], ['--colour', 'blue'], ['stray']])(
  'explains itself when called with %s %s',
  async (...args) => {
    const { exit, said, complaints } = await start(args.filter(Boolean));
    expect([await exit, said]).toEqual([[2, null], '']);
    expect(complaints()).toContain('Usage:');
  },
);

test.each(['--help', '-h'])('prints its options on %s, and starts nothing', async (option) => {
  const { exit, said, complaints } = await start([option]);
  expect([await exit, complaints()]).toEqual([[0, null], '']);
  expect(said).toMatch(/^Usage: .*--networks +folder/s);
});

test('reports that its port is in use', async () => {
  const first = await start(['--data', await scratchDir()]);
  const port = new URL(JSON.parse(first.said).baseUrl).port;
  const samePort = await start(['--data', await scratchDir(), '--port', port]);
  expect(await samePort.exit).toEqual([1, null]);
  expect(samePort.complaints()).toContain(port);
});

// It waits as long as the other engine might need to end.
test('reports that its folder is in use', { tags: ['long'] }, async () => {
  const dir = await scratchDir();
  await start(['--data', dir]);
  const sameFolder = await start(['--data', dir]);
  expect(await sameFolder.exit).toEqual([1, null]);
  expect(sameFolder.complaints()).toContain('already using this data folder');
});

test('counts no attempt of a task if its parent ends before the start', { tags: ['long'] }, async () => {
  const dataDir = await scratchDir();
  const first = await start(['--data', dataDir], {}, true);
  const { baseUrl, apiKey } = JSON.parse(first.said);
  const form = new FormData();
  form.set('image', new Blob([await readFile(portrait)], { type: 'image/png' }), 'portrait.png');
  const submitted = await fetch(`${baseUrl}${operations['ai-face-rating'].path}`, {
    method: 'POST',
    headers: { 'service-api-key': apiKey },
    body: form,
  });
  expect(await submitted.json()).toMatchObject({ task_id: expect.any(String) });
  first.child.disconnect();
  await first.exit;

  for (let death = 0; death < 4; death++) {
    const child = fork(entry, ['--data', dataDir], { silent: true, execArgv: [] });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.disconnect();
    await once(child, 'exit');
  }
  const database = new Database(join(dataDir, 'tasks.db'), { readonly: true });
  expect(database.prepare('SELECT status, attempts FROM task').all()).toEqual([{ status: 0, attempts: 0 }]);
  database.close();
});
