/** A waiting command reports why and can be canceled by another one; possible charges are reported and kept. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { cancelledMessages } from '../../../../main/cli/commands/cancel.ts';
import { burnish } from '../../../helpers/command/command-line.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { noisePhoto, success } from '../../../helpers/queue/queue-stage.ts';
import { terminalTexts } from '../../../helpers/run/message-matchers.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/service/scripted-server.ts';

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

const key = { TEST_KEY: 'key' };
const inData = (...words: string[]) => [...words, '--data', join(folder, 'data')];
const runWords = () => {
  const service = ['--service', server.baseUrl, '--key-env', 'TEST_KEY'];
  return inData('run', source, '--recipe', operation, '--out', join(folder, 'out'), ...service);
};
const say = (...words: string[]) => runInProcess(inData(...words), key);
const run = () => runInProcess(runWords(), key);
/** Runs in a separate process, next to other commands. */
const runInChildProcess = () => burnish(runWords(), key);
const here = () => new URL(server.baseUrl).host;

it('reports why it waits; a canceled photograph is not sent, and resumes when added again', async () => {
  server.script(upload, { status: 429, headers: { 'retry-after': '3600' } });
  const waiting = runInChildProcess();
  let stderr = '';
  waiting.child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  await expect.poll(() => stderr).toContain(`${here()}: The service asked us to slow down; next try in 1 h.`);
  expect((await say('status').ended).out).toContain(`${here()}: 1 unfinished.`);

  const cancelled = await say('cancel', '--service', server.baseUrl).ended;
  expect(cancelled).toMatchObject({ code: 0, out: 'One photograph was canceled.\n' });
  expect((await waiting.ended).err).toContain('0 done, 0 failed, 1 canceled');
  expect(server.requestsOf(upload)).toHaveLength(1);
  expect(await say('cancel', '--all').ended).toMatchObject({ code: 1, out: 'There is nothing to cancel.\n' });

  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  expect(await run().ended).toMatchObject({ code: 0 });
  expect(server.requestsOf(upload)).toHaveLength(2);
});

it('requires a selection, and does not create a service for an unknown name', async () => {
  expect((await say('cancel').ended).err).toContain(
    'Specify exactly one: --job <number>, --service <url or name> or --all.',
  );
  expect((await say('cancel', '--service', 'http://127.0.0.1:9').ended).err).toContain('There is no service');
  expect((await say('status', '--json').ended).out).not.toContain('127.0.0.1');
});

const answer = () => ({ json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
const results = () => (existsSync(join(folder, 'out')) ? readdirSync(join(folder, 'out')).length : 0);
const givenUp = async () => JSON.parse((await say('status', '--json').ended).out).givenUp as { job: number }[];

/** Cancels the photographs during the first upload. */
async function cancelWhileSending() {
  server.script(upload, { hang: true });
  const sending = runInChildProcess();
  await expect.poll(() => server.requestsOf(upload)[0]?.complete).toBe(true);
  const cancelled = await say('cancel', '--all').ended;
  expect((await sending.ended).code).toBe(1);
  server.script(upload, answer());
  return cancelled;
}

it('reports uploads that were in progress at the cancellation, until they are decided', {
  tags: ['long'],
}, async () => {
  const cancelled = await cancelWhileSending();
  expect(cancelled).toMatchObject({
    code: 0,
    out: 'One photograph was canceled.\nIt was being sent and may have been charged, so it counts as given up.\n',
  });
  const again = await run().ended;
  expect(again.err).toContain(
    'One photograph was given up earlier and may have been charged. To send it again, run burnish decide send-again --job <number>, or use --again.',
  );
  expect(again.err).not.toContain('already finished');
  expect([again.code, results(), server.requestsOf(upload).length]).toEqual([1, 0, 1]);

  const [{ job } = { job: 0 }] = await givenUp();
  const status = await say('status').ended;
  expect(status.code).toBe(0);
  expect(status.out).toContain(
    `One photograph was given up and may have been charged.\n${join(source, 'a.jpg')} (job ${job}): given up.\n`,
  );
  const decide = (decision: string) => say('decide', decision, '--job', String(job)).ended;
  expect(await decide('give-up')).toMatchObject({
    code: 1,
    out: 'No matching photographs are waiting for a decision.\n',
  });
  expect((await say('decide', 'send-again', '--all').ended).code).toBe(1);
  expect(await decide('send-again')).toMatchObject({
    code: 0,
    out: 'The window or the next burnish retry will send one photograph again.\n',
  });
  expect(await givenUp()).toEqual([]);
  expect((await run().ended).code).toBe(0);
  expect([results(), server.requestsOf(upload).length]).toEqual([1, 2]);
});

it('does not cancel photographs that wait for a decision, however they are named', { tags: ['long'] }, async () => {
  server.script(upload, { resetBeforeAnswer: true });
  expect((await run().ended).code).toBe(1);
  const { troubles } = JSON.parse((await say('status', '--json').ended).out);
  for (const selection of [['--job', String(troubles[0].job)], ['--all'], ['--service', server.baseUrl]]) {
    const { code, out } = await say('cancel', ...selection).ended;
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(
        /^There is nothing to cancel\.\nOne photograph needs your decision \(.*\nThe balance changed from 10 to 10.*\nTo decide, run burnish decide /,
      ),
    ]);
  }
  expect(await say('cancel', '--job', '4711').ended).toMatchObject({ out: 'There is nothing to cancel.\n' });
  expect(JSON.parse((await say('status', '--json').ended).out).counts).toMatchObject({ uncertain: 1, cancelled: 0 });
});

it.each([
  [0, 0, ['There is nothing to cancel.']],
  [3, 0, ['3 photographs were canceled.']],
  [3, 1, ['One of them was being sent and may have been charged, so it counts as given up.']],
  [3, 2, ['2 of them were being sent and may have been charged, so they count as given up.']],
])('reports %i canceled photographs, %i of them during the upload', (cancelled, sent, lines) => {
  expect(terminalTexts(cancelledMessages(cancelled, sent)).slice(-1)).toEqual(lines);
});
