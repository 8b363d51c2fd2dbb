/** A waiting command reports why and can be canceled by another one; possible charges are reported and kept. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cancelledMessages } from '../../../../main/cli/commands/cancel.ts';
import { type CommandStage, test, upload } from '../../../helpers/command/command-stage.ts';
import { terminalTexts } from '../../../helpers/run/message-matchers.ts';

test('reports why it waits; a canceled photograph is not sent, and resumes when added again', async ({ stage }) => {
  await stage.photographs('a.jpg');
  const service = new URL(stage.server.baseUrl).host;
  stage.server.script(upload, { status: 429, headers: { 'retry-after': '3600' } });
  const waiting = stage.spawn(...stage.runWords());
  const reason = `${service}: The service asked us to slow down; next try in 1 h.`;
  await expect.poll(() => waiting.output().err).toContain(reason);
  expect((await stage.burnish('status')).out).toContain(`${service}: 1 unfinished.`);

  const cancelled = await stage.burnish('cancel', '--service', stage.server.baseUrl);

  expect(cancelled).toMatchObject({ code: 0, out: 'One photograph was canceled.\n' });
  expect((await waiting.ended).err).toContain('0 done, 0 failed, 1 canceled');
  expect(stage.uploads()).toBe(1);
  expect(await stage.burnish('cancel', '--all')).toMatchObject({ code: 1, out: 'There is nothing to cancel.\n' });
  stage.server.script(upload, stage.response);
  expect(await stage.run()).toMatchObject({ code: 0 });
  expect(stage.uploads()).toBe(2);
});

test('requires a selection, and does not create a service for an unknown name', async ({ stage }) => {
  const { err } = await stage.burnish('cancel');
  const unknown = await stage.burnish('cancel', '--service', 'http://127.0.0.1:9');

  expect(err).toContain('Specify exactly one: --job <number>, --service <url or name> or --all.');
  expect(unknown.err).toContain('There is no service');
  expect((await stage.burnish('status', '--json')).out).not.toContain('127.0.0.1');
});

/** Cancels the photograph during its upload. */
async function cancelWhileSending(stage: CommandStage) {
  stage.server.script(upload, { hang: true });
  const sending = stage.spawn(...stage.runWords());
  await expect.poll(() => stage.server.requestsOf(upload)[0]?.complete).toBe(true);
  const cancelled = await stage.burnish('cancel', '--all');
  expect((await sending.ended).code).toBe(1);
  stage.server.script(upload, stage.response);
  return cancelled;
}

test('reports uploads that were in progress at the cancellation, until they are decided', {
  tags: ['long'],
}, async ({ stage }) => {
  await stage.photographs('a.jpg');

  const cancelled = await cancelWhileSending(stage);

  expect(cancelled).toMatchObject({
    code: 0,
    out: 'One photograph was canceled.\nIt was being sent and may have been charged, so it counts as given up.\n',
  });
  const again = await stage.run();
  expect(again.err).toContain(
    'One photograph was given up earlier and may have been charged. To send it again, run burnish decide send-again --job <number>, or use --again.',
  );
  expect(again.err).not.toContain('already finished');
  expect([again.code, stage.uploads()]).toEqual([1, 1]);

  const [{ job }] = (await stage.status()).givenUp;
  const status = await stage.burnish('status');
  expect(status.code).toBe(0);
  expect(status.out).toContain(
    `One photograph was given up and may have been charged.\n${join(stage.source, 'a.jpg')} (job ${job}): given up.\n`,
  );
  const decide = (decision: string) => stage.burnish('decide', decision, '--job', String(job));
  expect(await decide('give-up')).toMatchObject({
    code: 1,
    out: 'No matching photographs are waiting for a decision.\n',
  });
  expect((await stage.burnish('decide', 'send-again', '--all')).code).toBe(1);
  expect(await decide('send-again')).toMatchObject({
    code: 0,
    out: 'The window or the next burnish retry will send one photograph again.\n',
  });
  expect((await stage.status()).givenUp).toEqual([]);
  expect((await stage.run()).code).toBe(0);
  expect([stage.results().length, stage.uploads()]).toEqual([1, 2]);
});

test('does not cancel photographs that wait for a decision, however they are named', {
  tags: ['long'],
}, async ({ stage }) => {
  await stage.photographs('a.jpg');
  stage.server.script(upload, { resetBeforeAnswer: true });
  expect((await stage.run()).code).toBe(1);
  const [{ job }] = (await stage.status()).troubles;

  for (const selection of [['--job', String(job)], ['--all'], ['--service', stage.server.baseUrl]]) {
    const { code, out } = await stage.burnish('cancel', ...selection);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(
        /^There is nothing to cancel\.\nOne photograph needs your decision \(.*\nThe balance changed from 42 to 42.*\nTo decide, run burnish decide /,
      ),
    ]);
  }

  expect(await stage.burnish('cancel', '--job', '4711')).toMatchObject({ out: 'There is nothing to cancel.\n' });
  expect((await stage.status()).counts).toMatchObject({ uncertain: 1, cancelled: 0 });
});

it.each([
  [0, 0, 'There is nothing to cancel.'],
  [3, 0, '3 photographs were canceled.'],
  [3, 1, 'One of them was being sent and may have been charged, so it counts as given up.'],
  [3, 2, '2 of them were being sent and may have been charged, so they count as given up.'],
])('reports %i canceled photographs, %i of them during the upload', (cancelled, sent, line) => {
  expect(terminalTexts(cancelledMessages(cancelled, sent)).at(-1)).toBe(line);
});
