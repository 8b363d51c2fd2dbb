import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../../contract/operations/table.ts';
import { burnish } from '../helpers/command/command-line.ts';
import { noisePhoto, success } from '../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../helpers/service/scripted-server.ts';
import { stageWindow } from '../helpers/window/window-stage.ts';

const operation = 'universal-background-removal';
const upload = `POST ${operations[operation].path}`;

const window = stageWindow('beside');
const { at } = window;
let server: ScriptedServer;

beforeAll(async () => {
  mkdirSync(at('in'));
  writeFileSync(at('in', 'a.jpg'), await noisePhoto(64, 48));
  server = await startScriptedServer();
  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  server.script('GET /result.png', { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
  await window.open();
});
afterAll(() => server?.close());

const run = () =>
  burnish(
    [
      ...['run', at('in'), '--recipe', operation, '--out', at('out')],
      ...['--data', at('data'), '--service', server.baseUrl, '--key-env', 'TEST_KEY'],
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
  await window.quit();
  const second = await run();
  expect([second.code, lastOf(second.err)]).toEqual([0, '1 done, 0 failed']);
  expect(server.requestsOf(upload).map(({ headers }) => headers['service-api-key'])).toEqual(['own-key']);
});
