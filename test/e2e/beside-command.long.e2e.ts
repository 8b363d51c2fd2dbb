import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { burnish } from '../helpers/command/command-line.ts';
import { noisePhoto, success } from '../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../helpers/service/scripted-server.ts';
import { type OpenWindow, openWindow } from '../helpers/window/window.ts';

const operation = 'universal-background-removal';
const upload = `POST ${operations[operation].path}`;

let folder: string;
let window: OpenWindow;
let server: ScriptedServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-beside-'));
  mkdirSync(join(folder, 'in'));
  writeFileSync(join(folder, 'in', 'a.jpg'), await noisePhoto(64, 48));
  server = await startScriptedServer();
  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  server.script('GET /result.png', { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
  window = await openWindow(join(folder, 'data'));
});
afterAll(async () => {
  await window?.app.close().catch(() => undefined);
  await server?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const run = () =>
  burnish(
    [
      ...['run', join(folder, 'in'), '--recipe', operation, '--out', join(folder, 'out')],
      ...['--data', join(folder, 'data'), '--service', server.baseUrl, '--key-env', 'TEST_KEY'],
    ],
    { TEST_KEY: 'own-key' },
  ).ended;
const lastOf = (text: string) => text.trim().split('\n').at(-1);

it('a command reports that the window has no key, and continues with its own after the window quits', async () => {
  const name = new URL(server.baseUrl).host;
  const first = await run();
  expect(first.code).toBe(1);
  expect(lastOf(first.err)?.replace(/process \d+/, 'process 1')).toBe(
    `The Burnish window is running the queue (process 1). It has no key for “${name}”. Enter the key under Services in the window, or quit the Burnish app and run this command again.`,
  );
  expect(server.requestsOf(upload)).toEqual([]);
  await window.changeSettings({ paused: true });
  const paused = await run();
  expect([paused.code, lastOf(paused.err)]).toEqual([
    1,
    'The queue is paused. Press “Resume the queue” in the window.',
  ]);
  await window.changeSettings({ paused: false });
  expect(window.faults).toEqual([]);
  await window.quit();
  const second = await run();
  expect([second.code, lastOf(second.err)]).toEqual([0, '1 done, 0 failed']);
  expect(server.requestsOf(upload).map(({ headers }) => headers['service-api-key'])).toEqual(['own-key']);
});
