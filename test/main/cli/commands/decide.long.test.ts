/** A given-up photograph can be sent again, and its followers share the result. */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { burnish } from '../../../helpers/command/command-line.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { noisePhoto, success } from '../../../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/service/scripted-server.ts';

const operation = 'universal-background-removal';
const upload = `POST ${operations[operation].path}`;

let folder: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = scratchFolder();
  server = await startScriptedServer();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const key = { TEST_KEY: 'key' };
const inData = (...words: string[]) => [...words, '--data', join(folder, 'data')];
const say = (...words: string[]) => runInProcess(inData(...words), key);

it('sends a photograph canceled during its upload once more, for all with the same result', async () => {
  const source = join(folder, 'src');
  const out = join(folder, 'out');
  mkdirSync(source);
  writeFileSync(join(source, 'a.jpg'), await noisePhoto(64, 48));
  copyFileSync(join(source, 'a.jpg'), join(source, 'b.jpg'));
  server.script('GET /result.png', { bytes: await noisePhoto(64, 48, 'png'), type: 'image/png' });
  server.script('GET /api/common/query-credits', { json: { ...success, data: [{ balance: 10 }] } });
  server.script(upload, { hang: true });
  const service = ['--service', server.baseUrl, '--key-env', 'TEST_KEY'];
  // A separate process, which another one cancels.
  const sending = burnish(inData('run', source, '--recipe', operation, '--out', out, ...service), key);
  await expect.poll(() => server.requestsOf(upload)[0]?.complete).toBe(true);
  const cancelled = await say('cancel', '--job', '1', '--json').ended;
  expect(JSON.parse(cancelled.out)).toEqual({ cancelled: 1, givenUp: 1, undecided: [] });
  await sending.ended;
  const { counts } = JSON.parse((await say('status', '--json').ended).out);
  expect(counts).toMatchObject({ cancelled: 1, uncertain: 1 });

  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  expect(await say('decide', 'send-again', '--job', '1').ended).toMatchObject({
    code: 0,
    out: 'The window or the next burnish retry will send 2 photographs again.\n',
  });
  expect((await say('retry', ...service).ended).code).toBe(0);
  expect(server.requestsOf(upload)).toHaveLength(2);
  expect(readdirSync(out)).toHaveLength(2);
});
