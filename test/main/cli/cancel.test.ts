/** A command that waits says why, and another one can end what it waits for. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operations } from '../../../preload/contract/operations/table.ts';
import { burnish } from '../../helpers/command-line.ts';
import { noisePhoto, success } from '../../helpers/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../helpers/scripted-server.ts';

const operation = 'universal-background-removal';
const upload = `POST ${operations[operation].path}`;

let folder: string;
let source: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-cancel-'));
  source = join(folder, 'src');
  mkdirSync(source);
  writeFileSync(join(source, 'a.jpg'), await noisePhoto(64, 48));
  server = await startScriptedServer();
  server.script('GET /result.png', { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
  server.script('GET /api/common/query-credits', { json: { ...success, data: [{ balance: 10 }] } });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const say = (...words: string[]) => burnish([...words, '--data', join(folder, 'data')], { TEST_KEY: 'key' });
const run = () =>
  say(
    'run',
    source,
    '--recipe',
    operation,
    '--out',
    join(folder, 'out'),
    '--service',
    server.baseUrl,
    '--key-env',
    'TEST_KEY',
  );
const here = () => new URL(server.baseUrl).host;

it('is told why it waits; what is cancelled is not sent, and goes on when it is asked for again', async () => {
  server.script(upload, { status: 429, headers: { 'retry-after': '3600' } });
  const waiting = run();
  let told = '';
  waiting.child.stderr?.on('data', (chunk) => {
    told += chunk;
  });
  await expect.poll(() => told).toContain(`${here()}: The service asked us to slow down; next try in 60 min.`);
  expect((await say('status').ended).out).toContain(`1 unfinished at ${here()}.`);

  const cancelled = await say('cancel', '--service', server.baseUrl).ended;
  expect(cancelled).toMatchObject({ code: 0, out: 'One photograph is cancelled.\n' });
  expect((await waiting.ended).err).toContain('0 done, 0 failed, 1 cancelled');
  expect(server.requestsOf(upload)).toHaveLength(1);
  expect(await say('cancel', '--all').ended).toMatchObject({ code: 1, out: 'There is nothing to cancel.\n' });

  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  expect(await run().ended).toMatchObject({ code: 0 });
  expect(server.requestsOf(upload)).toHaveLength(2);
});

it('needs to be told which, and makes no service of a name it does not know', async () => {
  expect((await say('cancel').ended).err).toContain('Say which: --job <number>, --service <url or name> or --all.');
  expect((await say('cancel', '--service', 'http://127.0.0.1:9').ended).err).toContain('There is no service');
  expect((await say('status', '--json').ended).out).not.toContain('127.0.0.1');
});
