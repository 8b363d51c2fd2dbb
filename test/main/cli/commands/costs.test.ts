import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import { openStore } from '../../../../main/store/index.ts';
import { balance, operation, test, upload } from '../../../helpers/command/command-stage.ts';
import { success } from '../../../helpers/queue/queue-stage.ts';

test('the costs show a balance that fell by more than the list prices', async ({ stage }) => {
  await stage.photographs('a.jpg', 'b.jpg');
  let credits = 42;
  stage.server.script(balance, { json: () => ({ ...success, data: [{ balance: credits }] }) });
  const json = () => {
    credits -= 15;
    return stage.response.json;
  };
  stage.server.script(upload, { json });
  await stage.run();

  const { out } = await stage.burnish('costs');

  expect(out).toContain('2 requests, 10 credits');
  expect(out).toMatch(/the balance fell by 30 credits between .*\. The requests in that period cost 10 at list prices/);
});

describe('the cost of a run', () => {
  test('is estimated without sending or storing anything', async ({ stage }) => {
    await stage.photographs('a.jpg', 'b.jpg');
    copyFileSync(join(stage.source, 'a.jpg'), join(stage.source, 'same.jpg'));

    const estimate = await stage.run('--estimate');

    expect(estimate.out).toContain(
      '2 requests, about 10 credits. One more photograph is not sent: it is already paid for or has the same content as another. Balance: 42 credits.',
    );
    expect([estimate.code, stage.uploads(), existsSync(join(stage.data, 'burnish.db'))]).toEqual([0, 0, false]);
    await stage.run('--max-credits', '100');
    expect(stage.uploads()).toBe(2);
    await stage.photographs('c.jpg');
    const { estimates } = JSON.parse((await stage.run('--estimate', '--json')).out);
    expect(estimates).toMatchObject([{ requests: 1, paid: 0, credits: 5, unknown: [], balance: 42 }]);
    expect((await stage.status()).counts).toMatchObject({ done: 3, queued: 0 });
  });

  test('never exceeds the limit, and a higher limit resumes the rest', async ({ stage }) => {
    await stage.photographs('a.jpg', 'b.jpg', 'c.jpg');

    const first = await stage.run('--max-credits', '11');

    expect([first.code, stage.uploads()]).toEqual([1, 2]);
    expect(first.err).toContain('One photograph is waiting because its batch has reached its cost limit.');
    expect((await stage.run('--max-credits', '11')).code).toBe(1);
    // A job that waits for a higher limit is not reported as abandoned.
    const { out } = await stage.burnish('status');
    expect(out).toContain('higher --max-credits');
    expect(out).not.toContain('burnish retry');
    expect(stage.uploads()).toBe(2);
    expect((await stage.run('--max-credits', '15')).code).toBe(0);
    expect(stage.uploads()).toBe(3);
  });

  test('has no limit without a price, which ends the run with the reason', async ({ stage }) => {
    await stage.photographs('a.jpg');

    const { code, err } = await stage.run('--recipe', 'smart-skin-advanced', '--max-credits', '10');

    expect(code).toBe(1);
    expect(err).toContain('The price of “Skin retouching” is unknown, but a spending limit is set.');
    expect(stage.server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    const { out } = await stage.burnish('status');
    expect(out).toContain('The price of “Skin retouching” is unknown');
    expect(out).not.toContain('burnish retry');
  });

  test('needs approval if the service is configured that way', { tags: ['long'] }, async ({ stage }) => {
    await stage.photographs('a.jpg', 'b.jpg');
    await stage.burnish('services', ...stage.service);
    const store = openStore({ folder: stage.data });
    const profile = store.profiles.list().find(({ kind }) => kind === 'remote')!;
    store.profiles.save({ ...profile, costs: { ...profile.costs, askAbove: 6 } });
    store.close();

    const held = await stage.run();

    expect([held.code, stage.uploads()]).toEqual([1, 0]);
    expect(held.err).toContain('2 requests, about 10 credits');
    expect(held.err).toContain('That exceeds 6 credits, so nothing was sent.');
    expect((await stage.run('--max-credits', '10')).code).toBe(0);
    expect(stage.uploads()).toBe(2);
    await stage.photographs('c.jpg');
    expect((await stage.run()).code).toBe(0);
    expect(stage.uploads()).toBe(3);
  });
});

test('a trial sends the first photographs, and the same command without it continues with the rest', async ({
  stage,
}) => {
  await stage.photographs('a.jpg', 'b.jpg', 'c.jpg');

  const first = await stage.run('--trial', '2');

  expect([first.code, stage.uploads()]).toEqual([1, 2]);
  expect(first.err).toContain('One photograph is waiting until you have looked at the others.');
  expect((await stage.run('--trial', '2')).code).toBe(1);
  expect(stage.uploads()).toBe(2);
  expect((await stage.run()).code).toBe(0);
  expect(stage.uploads()).toBe(3);
});

describe('burnish costs', () => {
  test('sums up the ledger, prints it completely, and deletes names', async ({ stage }) => {
    await stage.photographs('a.jpg', 'b.jpg');
    await stage.run();
    const outputOf = async (...words: string[]) => (await stage.burnish('costs', ...words)).out;

    expect(await outputOf('--by', 'service')).toContain(': 2 requests, 10 credits');
    expect(await outputOf('--by', 'batch')).toContain('src (1): 2 requests, 10 credits');
    expect(await outputOf('--to', '2020-01-01')).toBe('The ledger contains no matching entries.\n');

    const rows = parse(await outputOf('--csv'), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map(({ photograph }) => photograph).sort()).toEqual(['a.jpg', 'b.jpg']);
    const row = { operation, outcome: 'charged', credits: '5', request_id: 'request-1', batch: 'src' };
    expect(rows[0]).toMatchObject(row);

    expect(await outputOf('--forget')).toContain('2 photographs were forgotten');
    const [line] = (await outputOf('--json')).split('\n');
    expect(JSON.parse(line!)).toMatchObject({ photograph: null, contentHash: null, cost: 5 });
  });

  test.for(['2026-13-41', 'yesterday'])('rejects %s as a day', async (day, { stage }) => {
    expect(await stage.burnish('costs', '--from', day)).toMatchObject({ code: 2, err: expect.stringContaining(day) });
  });
});
