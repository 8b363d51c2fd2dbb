import { describe, expect } from 'vitest';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { failureOf, test, testKey } from '../../../helpers/service/service-stage.ts';
import { creditsRoute, ok, photograph } from '../../../helpers/service/service-submissions.ts';

describe('an unusable profile', () => {
  test.for([
    [{ baseUrl: 'example.com' }, 'ADDRESS_INVALID'],
    [{ apiKey: 'two\nlines' }, 'KEY_INVALID'],
  ] as const)('%j stops the profile with a message', async ([profile, code], { stage }) => {
    const client = stage.clientWith(profile);
    const failure = await failureOf(client.submit(await photograph(stage, 'smart-beauty', 1_000)));
    expect(failure).toMatchObject({ kind: 'auth', code, advice: 'open-services' });
    expect(await failureOf(client.query('smart-beauty', 't', stage.dir))).toMatchObject({ code });
    expect(await failureOf(client.download('https://results.example/a', `${stage.dir}/a`))).toMatchObject({ code });
  });

  test('blanks around a pasted key are removed', async ({ stage }) => {
    stage.server.script(creditsRoute, { json: { ...ok, data: { balance: 1 } } });
    await stage.clientWith({ apiKey: ` ${testKey}\n` }).credits();
    expect(stage.server.requests[0]?.headers['service-api-key']).toBe(testKey);
  });
});

describe('a key that a service repeats', () => {
  const apiKey = 'sEcReT';
  const words = `key ${apiKey} refused, %73EcReT, ${Buffer.from(apiKey).toString('base64')}`;

  test('appears neither in messages nor in stored data', async ({ stage }) => {
    const client = stage.clientWith({ apiKey });
    const json = { request_id: `r-${apiKey}`, task_status: 3, error_detail: { code: `X_${apiKey}`, message: words } };
    stage.server.script(creditsRoute, { status: 401, json });
    stage.server.script('GET /api/common/query-async-task-result', { json });
    stage.server.script('POST /api/portrait/effects/smart-beauty', { status: 400, json });
    const failures = [
      await failureOf(client.credits()),
      await failureOf(client.query('smart-beauty', 't', stage.dir)),
      await failureOf(client.submit(await photograph(stage, 'smart-beauty', 1_000))),
    ];
    for (const failure of failures) {
      expect(messageText(failure.sentence)).toContain('key … refused');
      expect(JSON.stringify({ ...failure, message: failure.message })).not.toMatch(/ecret|c0VjUmVU/i);
    }
  });
});
