import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { openStore } from '../../../../main/store/index.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { noisePhoto, success } from '../../../helpers/queue/queue-stage.ts';
import { type ScriptedServer, startScriptedServer } from '../../../helpers/service/scripted-server.ts';

const operation = 'smart-face-slimming';
const upload = `POST ${operations[operation].path}`;

let folder: string;
let source: string;
let data: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = scratchFolder();
  source = join(folder, 'src');
  data = join(folder, 'data');
  mkdirSync(source);
  server = await startScriptedServer();
  server.script(upload, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  server.script('GET /result.png', { bytes: await noisePhoto(160, 160, 'png'), type: 'image/png' });
  server.script('GET /api/common/query-credits', { json: { ...success, data: [{ balance: 42 }] } });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function photographs(...names: string[]): Promise<void> {
  for (const name of names) writeFileSync(join(source, name), await noisePhoto(160, 160));
}
const say = (...words: string[]) => runInProcess([...words, '--data', data], { TEST_KEY: 'key' }).ended;
const run = (...more: string[]) =>
  say(
    ...['run', source, '--recipe', operation, '--out', join(folder, 'out')],
    ...['--service', server.baseUrl, '--key-env', 'TEST_KEY', ...more],
  );
const uploads = () => server.requestsOf(upload).length;

describe('the costs', () => {
  it('show a balance that fell by more than the list prices', async () => {
    await photographs('a.jpg', 'b.jpg');
    let balance = 42;
    server.script('GET /api/common/query-credits', { json: () => ({ ...success, data: [{ balance }] }) });
    const answer = { ...success, data: { image_url: `${server.baseUrl}/result.png` } };
    server.script(upload, {
      json: () => {
        balance -= 15;
        return answer;
      },
    });
    await run();
    const { out } = await say('costs');
    expect(out).toContain('2 requests, 10 credits');
    expect(out).toMatch(
      /the balance fell by 30 credits between .*\. The requests in that period cost 10 at list prices/,
    );
  });
});

describe('the cost of a run', () => {
  it('is estimated without sending or storing anything', async () => {
    await photographs('a.jpg', 'b.jpg');
    copyFileSync(join(source, 'a.jpg'), join(source, 'same.jpg'));
    const estimate = await run('--estimate');
    expect(estimate.out).toContain(
      '2 requests, about 10 credits. One more photograph is not sent: it is already paid for or has the same content as another. Balance: 42 credits.',
    );
    expect([estimate.code, uploads(), existsSync(join(data, 'burnish.db'))]).toEqual([0, 0, false]);
    await run('--max-credits', '100');
    expect(uploads()).toBe(2);
    await photographs('c.jpg');
    const { estimates } = JSON.parse((await run('--estimate', '--json')).out);
    expect(estimates).toMatchObject([{ requests: 1, paid: 0, credits: 5, unknown: [], balance: 42 }]);
    const status = JSON.parse((await say('status', '--json')).out);
    expect(status.counts).toMatchObject({ done: 3, queued: 0 });
  });

  it('never exceeds the limit, and a higher limit resumes the rest', async () => {
    await photographs('a.jpg', 'b.jpg', 'c.jpg');
    const first = await run('--max-credits', '11');
    expect([first.code, uploads()]).toEqual([1, 2]);
    expect(first.err).toContain('One photograph is waiting because its batch has reached its cost limit.');
    expect((await run('--max-credits', '11')).code).toBe(1);
    // A job that waits for a higher limit is not reported as abandoned.
    const stands = (await say('status')).out;
    expect(stands).toContain('higher --max-credits');
    expect(stands).not.toContain('burnish retry');
    expect(uploads()).toBe(2);
    expect((await run('--max-credits', '15')).code).toBe(0);
    expect(uploads()).toBe(3);
  });

  it('has no limit without a price, which ends the run with the reason', async () => {
    await photographs('a.jpg');
    const words = ['--recipe', 'smart-skin-advanced', '--out', join(folder, 'out'), '--max-credits', '10'];
    const service = ['--service', server.baseUrl, '--key-env', 'TEST_KEY'];
    const ended = await say('run', source, ...words, ...service);
    expect(ended.code).toBe(1);
    expect(ended.err).toContain('The price of “Skin retouching” is unknown, but a spending limit is set.');
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    const { out } = await say('status');
    expect(out).toContain('The price of “Skin retouching” is unknown');
    expect(out).not.toContain('burnish retry');
  });

  it('needs approval if the service is configured that way', { tags: ['long'] }, async () => {
    await photographs('a.jpg', 'b.jpg');
    await say('services', '--service', server.baseUrl, '--key-env', 'TEST_KEY');
    const store = openStore({ folder: data });
    const profile = store.profiles.list().find(({ kind }) => kind === 'remote')!;
    store.profiles.save({ ...profile, costs: { ...profile.costs, askAbove: 6 } });
    store.close();
    const held = await run();
    expect([held.code, uploads()]).toEqual([1, 0]);
    expect(held.err).toContain('2 requests, about 10 credits');
    expect(held.err).toContain('That exceeds 6 credits, so nothing was sent.');
    expect((await run('--max-credits', '10')).code).toBe(0);
    expect(uploads()).toBe(2);
    await photographs('c.jpg');
    expect((await run()).code).toBe(0);
    expect(uploads()).toBe(3);
  });
});

describe('a trial', () => {
  it('sends the first photographs, and the same command without it continues with the rest', async () => {
    await photographs('a.jpg', 'b.jpg', 'c.jpg');
    const first = await run('--trial', '2');
    expect([first.code, uploads()]).toEqual([1, 2]);
    expect(first.err).toContain('One photograph is waiting until you have looked at the others.');
    expect((await run('--trial', '2')).code).toBe(1);
    expect(uploads()).toBe(2);
    expect((await run()).code).toBe(0);
    expect(uploads()).toBe(3);
  });
});

describe('burnish costs', () => {
  it('sums up the ledger, prints it completely, and deletes names', async () => {
    await photographs('a.jpg', 'b.jpg');
    await run();
    expect((await say('costs', '--by', 'service')).out).toContain(': 2 requests, 10 credits');
    expect((await say('costs', '--by', 'batch')).out).toContain('src (1): 2 requests, 10 credits');
    expect((await say('costs', '--to', '2020-01-01')).out).toBe('The ledger contains no matching entries.\n');
    const rows = parse((await say('costs', '--csv')).out, { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map(({ photograph }) => photograph).sort()).toEqual(['a.jpg', 'b.jpg']);
    expect(rows[0]).toMatchObject({
      operation,
      outcome: 'charged',
      credits: '5',
      request_id: 'request-1',
      batch: 'src',
    });
    expect((await say('costs', '--forget')).out).toContain('2 photographs were forgotten');
    const lines = (await say('costs', '--json')).out.trim().split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ photograph: null, contentHash: null, cost: 5 });
  });

  it.each([['2026-13-41'], ['yesterday']])('rejects %s as a day', async (day) => {
    expect(await say('costs', '--from', day)).toMatchObject({ code: 2, err: expect.stringContaining(day) });
  });
});
