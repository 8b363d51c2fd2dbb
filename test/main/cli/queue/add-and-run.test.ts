import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { burnish } from '../../../helpers/command/command-line.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { databaseIn } from '../../../helpers/command/killed-command.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { noisePhoto, success } from '../../../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/service/scripted-server.ts';

/** Each upload costs 5 credits. */
const operation = 'smart-face-slimming';
const upload = `POST ${operations[operation].path}`;
const count = 12;

let folder: string;
let source: string;
let data: string;
let server: ScriptedServer;
/** Number of answered, and so charged, requests. */
let charged: number;
beforeEach(async () => {
  folder = scratchFolder();
  source = join(folder, 'src');
  data = join(folder, 'data');
  server = await startScriptedServer();
  charged = 0;
  server.script('GET /result.png', { bytes: await noisePhoto(160, 160, 'png'), type: 'image/png' });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function photographs(...names: string[]): Promise<void> {
  mkdirSync(source, { recursive: true });
  for (const name of names) writeFileSync(join(source, name), await noisePhoto(160, 160));
}
function works(service: ScriptedServer = server): void {
  const answer = () => {
    charged += 1;
    return { ...success, data: { image_url: `${server.baseUrl}/result.png` } };
  };
  service.script(upload, { json: answer });
}
const words = (from: string, ...more: string[]) => [
  ...['run', from, '--recipe', operation, '--out', join(folder, 'out'), '--data', data],
  ...['--service', server.baseUrl, '--key-env', 'TEST_KEY', ...more],
];
const key = { TEST_KEY: 'key' };
const run = (...more: string[]) => runInProcess(words(source, ...more), key).ended;

/** Kills a run of `count` photographs during the first uploads, after all were added; returns the number of uploads. */
async function killWhileSending(...more: string[]): Promise<number> {
  await photographs(...Array.from({ length: count }, (_, index) => `p${10 + index}.jpg`));
  server.script(upload, { hang: true });
  const { child, ended } = burnish(words(source, ...more), key);
  const jobs = (condition: string) =>
    databaseIn(data).read<{ n: number }>(`SELECT count(*) AS n FROM jobs WHERE ${condition}`)[0]!.n;
  await expect.poll(() => server.requestsOf(upload).length > 0 && jobs('TRUE') === count).toBe(true);
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
  works();
  return jobs("state = 'submitting'");
}

describe('--max-credits after a killed run', () => {
  it('applies from the first request of that run’s remaining jobs', async () => {
    const sent = await killWhileSending();
    // Sorted first, so that the scan is still running when the queue starts.
    await photographs('a0.jpg');
    for (let index = 1; index < 100; index += 1) copyFileSync(join(source, 'a0.jpg'), join(source, `a${index}.jpg`));
    const none = await run('--max-credits', '2');
    expect([none.code, charged], none.err).toEqual([1, 0]);
    const some = await run('--max-credits', String(5 * (sent + 2) + 2));
    expect([some.code, charged], some.err).toEqual([1, 2]);
    expect(some.err).toContain('with a higher --max-credits');
  });

  it('applies until it is replaced, to new photographs too', async () => {
    const sent = await killWhileSending('--max-credits', '15');
    await photographs('a new one.jpg');
    const kept = await run();
    expect(kept.err).toContain('The limit of 15 credits set by an earlier command still applies.');
    expect([kept.code, charged], kept.err).toEqual([1, 3 - sent]);
    const all = await run('--max-credits', '100');
    expect(all.err).not.toContain('earlier command');
    // The interrupted uploads are left to the user.
    expect([all.code, charged], all.err).toEqual([1, count + 1 - sent]);
  });

  it('does not limit jobs of other commands', async () => {
    const sent = await killWhileSending();
    const other = join(folder, 'other');
    mkdirSync(other);
    for (const name of ['a.jpg', 'b.jpg']) writeFileSync(join(other, name), await noisePhoto(160, 160));
    const { err } = await runInProcess(words(other, '--max-credits', '5'), key).ended;
    expect(err).toContain('from other commands were also processed');
    expect(charged, err).toBe(count - sent + 1);
  });
});

describe('--trial after a killed run', () => {
  const waits = (number: number) => `${number} photographs are waiting until you have looked at the first ones.`;

  it('counts the uploads of that run, holds the rest, and reports how to continue', async () => {
    const sent = await killWhileSending();
    const first = await run('--trial', String(sent + 2));
    expect([first.code, charged], first.err).toEqual([1, 2]);
    expect(first.err).toContain(waits(count - sent - 2));
    await run('--trial', String(sent + 2));
    expect(charged).toBe(2);
    const more = await run('--trial', String(sent + 5));
    expect([more.code, charged], more.err).toEqual([1, 5]);
    await run();
    expect(charged).toBe(count - sent);
  });

  it('limits both runs together, with new photographs too', async () => {
    const sent = await killWhileSending('--trial', '3');
    await photographs('a new one.jpg');
    const again = await run('--trial', '3');
    expect([again.code, charged], again.err).toEqual([1, 3 - sent]);
    expect(again.err).toContain(waits(count + 1 - 3));
  });
});

describe('a photograph whose charge is uncertain at one service', () => {
  it('is sent to another one only by the user’s decision', async () => {
    const other = await startScriptedServer();
    try {
      works(other);
      await photographs('a.jpg');
      server.script(upload, { resetBeforeAnswer: true });
      await run();
      const atOther = () => other.requestsOf(upload).length;
      const runThere = () => runInProcess(words(source, '--service', other.baseUrl), key).ended;
      for (const asked of [await runThere(), await runThere()]) {
        expect([asked.code, atOther()], asked.err).toEqual([1, 0]);
        expect(asked.err).toContain('One photograph needs your decision (UNCERTAIN_ELSEWHERE)');
      }
      const decided = ['decide', 'send-again', '--cause', 'UNCERTAIN_ELSEWHERE', '--data', data];
      expect((await runInProcess(decided).ended).out).toContain('will send one photograph again');
      const sent = await runThere();
      expect([sent.code, atOther(), server.requestsOf(upload).length], sent.err).toEqual([0, 1, 1]);
    } finally {
      await other.close();
    }
  });
});
