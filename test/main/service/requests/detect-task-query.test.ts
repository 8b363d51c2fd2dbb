import { describe, expect } from 'vitest';
import { operationList } from '../../../../contract/operations/table.ts';
import { defaultTaskQuery, type TaskQuery } from '../../../../contract/services/task-query-form.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import type { RecordedRequest, Step } from '../../../helpers/service/scripted-server.ts';
import { type Stage, test } from '../../../helpers/service/service-stage.ts';

const path = defaultTaskQuery.taskQueryPath;
const ids = { request_id: 'r', log_id: 'l' };
const refusal = (code: string) => ({ ...ids, error_detail: { code, code_message: '', message: '' } });
const credits = { json: { ...ids, data: { balance: 1 } } };
const webPage = { status: 404, bytes: '<!doctype html><title>Not found</title>', type: 'text/html' };
const wrongMethod = { status: 405, bytes: 'Method Not Allowed', type: 'text/plain' };
const unknownTask = { status: 404, json: refusal('ERROR_CONTENT_NOT_FOUND') };

function hasField(request: RecordedRequest, field: string): boolean {
  const isMultipart = /^multipart/.test(request.headers['content-type'] ?? '');
  return request.query.has(field) || (isMultipart && request.parts().some(({ name }) => name === field));
}

/** Responds like a service that reads the id from this field. */
const knows = (field: string): Step => ({
  json: (request: RecordedRequest) =>
    refusal(hasField(request, field) ? 'ERROR_CONTENT_NOT_FOUND' : 'MISSING_PARAMETERS'),
});

/** @param rest the response to unscripted requests */
async function tested(stage: Stage, profile: Partial<TaskQuery> = {}, rest: Step = webPage) {
  stage.server.script('GET /api/common/query-credits', credits);
  stage.server.script('GET /*', rest);
  stage.server.script('POST /*', rest);
  const { otherTaskQuery, ok, findings } = await stage.clientWith(profile).test();
  return { ok, otherTaskQuery, finding: messageText(findings[3]) };
}

describe('the form of task query is', () => {
  const ofProfile = `by GET with “task_id” at ${path}`;
  const byPost: Partial<TaskQuery> = { taskQueryMethod: 'POST', taskQueryField: 'job_id', taskQueryBody: 'multipart' };
  const inPath = { ...defaultTaskQuery, taskQueryPath: `${path}/{task_id}` };

  test.for<[string, Record<string, Step>, Partial<TaskQuery> | null, string]>([
    ['the profile’s, if it knows tasks', { [`GET ${path}`]: unknownTask }, null, ofProfile],
    [
      'another parameter, if the service misses one',
      { [`GET ${path}`]: knows('job_id') },
      { ...defaultTaskQuery, taskQueryField: 'job_id' },
      `by GET with “job_id” at ${path}`,
    ],
    [
      'a POST, if GET is not allowed',
      { [`GET ${path}`]: wrongMethod, [`POST ${path}`]: knows('job_id') },
      byPost,
      `by POST with “job_id” at ${path} (multipart/form-data)`,
    ],
    ['the id in the path', { [`GET ${path}/*`]: unknownTask }, inPath, `by GET at ${path}/{task_id}`],
  ])('%s', async ([_name, routes, form, words], { stage }) => {
    for (const [route, step] of Object.entries(routes)) stage.server.script(route, step);

    const report = await tested(stage);

    const otherTaskQuery = form && expect.objectContaining(form);
    expect(report).toEqual({ ok: true, otherTaskQuery, finding: `It supports task queries ${words}.` });
  });

  test('found for a service that does not report its credits and has another form', async ({ stage }) => {
    stage.server.script('GET /api/common/query-credits', webPage);
    stage.server.script(`GET ${path}`, wrongMethod);
    stage.server.script(`POST ${path}`, knows('task_id'));

    const report = await stage.client.test();

    expect(report).toMatchObject({ ok: true, otherTaskQuery: { taskQueryMethod: 'POST' } });
  });
});

describe('no form of task query is', () => {
  test.for([
    ['a web page', webPage, 'HTTP 404'],
    ['a method that is not allowed', wrongMethod, 'HTTP 405'],
    ['JSON of something else', { status: 404, json: { detail: 'Not Found' } }, 'HTTP 404'],
  ] as const)('derived from %s', async ([_name, step, words], { stage }) => {
    const { ok, otherTaskQuery, finding } = await tested(stage, {}, step);
    expect([ok, otherTaskQuery]).toEqual([true, null]);
    expect(finding).toMatch(/^No supported task query was recognized; /);
    expect(finding).toContain(words);
  });

  test('derived from a service with the same response for everything, after a few requests', async ({ stage }) => {
    expect((await tested(stage, {}, unknownTask)).finding).toMatch(/gives every request the same response/);
    expect(stage.server.requests.length).toBeLessThanOrEqual(11);
  });

  test('found for a service with an unknown parameter name', async ({ stage }) => {
    stage.server.script(`GET ${path}`, knows('ticket'));
    stage.server.script(`POST ${path}`, knows('ticket'));
    expect((await tested(stage)).finding).toMatch(/reports a missing parameter/);
    expect(stage.server.requests.length).toBeLessThanOrEqual(11);
  });

  test('tried with a POST to an operation', async ({ stage }) => {
    const { path: operation } = operationList[0]!;
    await tested(stage, { taskQueryMethod: 'POST', taskQueryPath: operation });
    await tested(stage, { taskQueryPath: operation });
    const posted = stage.server.requests.filter(({ method, path }) => method === 'POST' && path === operation);
    expect(posted).toEqual([]);
  });

  test('tried further at a service that throttles requests', async ({ stage }) => {
    stage.server.script(`GET ${path}`, { status: 429, json: refusal('EXCEEDING_LIMITS') });
    expect((await tested(stage)).finding).toMatch(/^Task queries could not be tested\. /);
    expect(stage.server.requestsOf('POST /*')).toEqual([]);
  });
});
