import { describe, expect, test as plain } from 'vitest';
import { parseCredits } from '../../../../main/service/requests/test-connection.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';
import type { Step } from '../../../helpers/service/scripted-server.ts';
import { failureOf, test, testKey } from '../../../helpers/service/service-stage.ts';

const creditsRoute = 'GET /api/common/query-credits';
const taskRoute = 'GET /api/common/query-async-task-result';
const ids = { request_id: 'r', log_id: 'l' };
const refusal = (code: string) => ({ ...ids, error_detail: { code, code_message: '', message: '' } });

describe('a balance', () => {
  const accounts = [5, 7].map((balance) => ({ balance, total: balance + 3 }));
  plain.each([
    ['at the top', { balance: 12, total: 100 }, { balance: 12, total: 100 }],
    ['in data', { data: { balance: '12' } }, { balance: 12, total: null }],
    ['of several accounts', { data: accounts }, { balance: 12, total: 18 }],
    ['without end', { data: [{ balance: 1e9, unlimited: true }] }, { balance: Number.POSITIVE_INFINITY, total: null }],
    ['used up', { data: { balance: 0, total: 50 } }, { balance: 0, total: 50 }],
    ['that is none', { data: { balance: 'many' } }, null],
    ['that is not there', { data: [] }, null],
    ['in nothing', null, null],
  ])('%s', (_name, body, expected) => {
    expect(parseCredits(body)).toEqual(expected);
  });
});

describe('credits', () => {
  test('are requested with the key in the header of the profile', async ({ stage }) => {
    stage.server.script(creditsRoute, { json: { ...ids, data: [{ balance: 88, total: 100 }] } });
    const client = stage.clientWith({ keyHeader: 'ailabapi-api-key' });
    expect(await client.credits()).toEqual({ balance: 88, total: 100 });
    expect(stage.server.requests[0]?.headers['ailabapi-api-key']).toBe(testKey);
  });

  test('that are not reported are a failure with a message', async ({ stage }) => {
    stage.server.script(creditsRoute, { json: { ...ids, data: {} } });
    const failure = await failureOf(stage.client.credits());
    expect(failure).toMatchObject({ kind: 'fatal', code: 'CREDITS_UNKNOWN', requestId: 'r' });
  });
});

describe('the operations of a service', () => {
  test('are read if it lists them; unknown ones are ignored', async ({ stage }) => {
    const implemented = ['face-key-points', 'make-coffee', 'portrait-background-removal'];
    stage.server.script('GET /health', { json: { ...ids, data: { implemented } } });
    const known = new Set(['face-key-points', 'portrait-background-removal']);
    expect(await stage.client.availableOperations()).toEqual(known);
  });

  test.for([
    ['no such path', { status: 404, json: refusal('ERROR_RESOURCE_NOT_FOUND') }],
    ['a web page', { bytes: '<!doctype html>', type: 'text/html' }],
    ['the word ok', { bytes: 'OK', type: 'text/plain' }],
    ['another health', { json: { status: 'up' } }],
  ] as const)('%s: unknown', async ([_name, step], { stage }) => {
    stage.server.script('GET /health', step);
    expect(await stage.client.availableOperations()).toBeNull();
  });

  test('are unknown if it cannot be reached', async ({ stage }) => {
    await stage.server.close();
    expect(await failureOf(stage.client.availableOperations())).toMatchObject({ kind: 'wait', code: 'ECONNREFUSED' });
  });
});

describe('the connection test finds', () => {
  const unknownTask = { status: 404, json: refusal('ERROR_CONTENT_NOT_FOUND') };
  const noPath = { status: 404, bytes: 'Not Found', type: 'text/plain' };
  const unlimited = { json: { ...ids, data: [{ balance: 1e9, total: 1e9, unlimited: true }] } };
  const noCredits = { status: 429, json: refusal('ERROR_NOT_ENOUGH_CREDITS') };
  const noParameter = { status: 400, json: refusal('ERROR_INVALID_PARAMETER') };
  const rejectedKey = { status: 401, json: refusal('ERROR_APPLICATIONS_NOT_EXISTS') };
  const moved = { status: 301, headers: { location: 'https://www.example.com/' } };
  const website = { bytes: '<!doctype html><title>Shop</title>', type: 'text/html' };
  const unreported = { ok: true, keyAccepted: true, credits: 'unreported' };
  const rejected = { ok: false, reachable: true, keyAccepted: false };
  const undecided = { ok: false, reachable: true, keyAccepted: null };
  const noBalance = 'It does not report how many credits are left.';
  const isForeign = 'The response is not from an image service. Check the address.';

  test('a working service with credits', async ({ stage }) => {
    stage.server.script(creditsRoute, { json: { ...ids, data: { balance: 42 } } });
    stage.server.script(taskRoute, unknownTask);
    expect(await stage.client.test()).toEqual({
      ...{ ok: true, reachable: true, keyAccepted: true, credits: 42, roundTripMs: expect.any(Number) },
      findings: [
        matchingMessage(/^The service responded in [\d,]+ ms\.$/),
        matchingMessage('It accepted the key in the header “service-api-key”.'),
        matchingMessage('42 credits are left.'),
        matchingMessage('It supports task queries by GET with “task_id” at /api/common/query-async-task-result.'),
      ],
      otherTaskQuery: null,
    });
  });

  test.for<[string, Step, Step, object, string | RegExp]>([
    ['a service that costs nothing', unlimited, unknownTask, { ok: true, credits: 'unlimited' }, ''],
    ['an account without credits', noCredits, unknownTask, { ok: true, keyAccepted: true, credits: 0 }, ''],
    ['a service without credits, by an unknown task', noPath, unknownTask, unreported, noBalance],
    ['a service without credits, by a wrong parameter', noPath, noParameter, unreported, noBalance],
    ['one by an envelope', noPath, { status: 400, json: { ...ids, error_detail: {} } }, unreported, noBalance],
    ['one by HTTP 200 and a code', noPath, { json: refusal('ERROR_CONTENT_NOT_FOUND') }, unreported, noBalance],
    ['a key that only cannot query credits', { status: 403, bytes: '' }, unknownTask, unreported, ''],
    ['a key that is rejected by its code', rejectedKey, rejectedKey, rejected, /key/],
    ['a key that is rejected by the status', { status: 401, bytes: '' }, { status: 401, bytes: '' }, rejected, /key/],
    ['a key that is forbidden', { ...website, status: 403 }, { ...website, status: 403 }, rejected, /key/],
    ['a failing service', { status: 503, bytes: '' }, noPath, undecided, ''],
    ['an address that redirects to another location', moved, noPath, undecided, 'redirects to another location'],
    ['a web site', website, website, undecided, isForeign],
    ['some other program', { json: { hello: 'world' } }, { json: { hello: 'world' } }, undecided, isForeign],
    ['nothing at these paths', noPath, noPath, undecided, isForeign],
  ])('%s', async ([_name, credits, task, expected, finding], { stage }) => {
    stage.server.script(creditsRoute, credits);
    stage.server.script(taskRoute, task);

    const report = await stage.client.test();

    expect(report).toMatchObject(expected);
    expect(report.findings.map(messageText).join('\n')).toMatch(finding);
    expect(JSON.stringify(report)).not.toContain(testKey);
  });

  test('an unreachable service', async ({ stage }) => {
    await stage.server.close();
    expect(await stage.client.test()).toEqual({
      ...{ ok: false, reachable: false, keyAccepted: null, credits: null, roundTripMs: null, otherTaskQuery: null },
      findings: [matchingMessage(/^There is no response at the service’s address\. Check that it is running and/)],
    });
  });

  test.for([
    [{ baseUrl: 'example' }, /begin with https/],
    [{ apiKey: 'schlüssel' }, /Paste it again/],
    [{ baseUrl: 'http://nowhere.invalid' }, /could not be found.*unencrypted/s],
  ] as const)('the problem of %j', async ([profile, words], { stage }) => {
    const report = await stage.clientWith(profile).test();
    expect(report).toMatchObject({ ok: false, reachable: false });
    expect(report.findings.map(messageText).join('\n')).toMatch(words);
  });

  test('nothing after it is aborted', async ({ stage }) => {
    stage.server.script(creditsRoute, { hang: true });
    const aborting = new AbortController();
    setTimeout(() => aborting.abort(new Error('closed')), 50);
    await expect(stage.client.test(aborting.signal)).rejects.toThrow('closed');
  });
});
