import { describe, expect } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { failureOf, jpegBytes, pngBytes, test } from '../../helpers/service/service-stage.ts';
import {
  beautyRoute,
  cutoutRoute,
  failedSubmission,
  ok,
  photograph,
  refusal,
  tooMuchForBuffers,
} from '../../helpers/service/service-submissions.ts';

describe('a misbehaving service, at a submission', () => {
  test('429 with Retry-After: wait, without using up an attempt', async ({ stage }) => {
    stage.server.script(cutoutRoute, {
      status: 429,
      headers: { 'retry-after': '20' },
      json: refusal('EXCEEDING_LIMITS'),
    });
    expect(await failedSubmission(stage, 'portrait-background-removal')).toMatchObject({
      name: 'ServiceFailure',
      kind: 'wait',
      code: 'EXCEEDING_LIMITS',
      retryAfterMs: 20_000,
      httpStatus: 429,
      requestId: 'req-1',
      logId: 'log-1',
    });
  });

  test('429 for lack of credits: stop', async ({ stage }) => {
    stage.server.script(cutoutRoute, { status: 429, json: refusal('ERROR_NOT_ENOUGH_CREDITS') });
    expect(await failedSubmission(stage, 'portrait-background-removal')).toMatchObject({
      kind: 'credits',
      advice: 'open-services',
    });
  });

  test('an error page instead of a response: 503 waits; 500, 502 and 504 are uncertain', async ({ stage }) => {
    stage.server.script(
      cutoutRoute,
      ...[503, 500, 502, 504].map((status) => ({ status, bytes: '<html>', type: 'text/html' })),
    );
    const kinds = [];
    for (let n = 0; n < 4; n += 1) kinds.push((await failedSubmission(stage, 'portrait-background-removal')).kind);
    expect(kinds).toEqual(['wait', 'uncertain', 'uncertain', 'uncertain']);
  });

  test('an error page during the upload: retry, nothing was accepted', async ({ stage }) => {
    stage.server.script(cutoutRoute, { early: true, status: 502, bytes: '<html>', type: 'text/html' });
    const failure = await failedSubmission(stage, 'portrait-background-removal', tooMuchForBuffers);
    expect(failure).toMatchObject({ kind: 'retry', code: 'HTTP_502' });
  });

  test('a wrong key, rejected before the upload is complete: stop', async ({ stage }) => {
    stage.server.script(cutoutRoute, { early: true, status: 401, json: refusal('ERROR_APPLICATIONS_NOT_EXISTS') });
    const failure = await failedSubmission(stage, 'portrait-background-removal');
    expect(failure).toMatchObject({ kind: 'auth', code: 'ERROR_APPLICATIONS_NOT_EXISTS' });
  });

  test('a missing operation: fatal', async ({ stage }) => {
    stage.server.script(
      cutoutRoute,
      { status: 501, json: refusal('ERROR_IMAGE_STORAGE_NOT_SUPPORTED') },
      { status: 404, bytes: '' },
    );
    expect(await failedSubmission(stage, 'portrait-background-removal')).toMatchObject({
      kind: 'fatal',
      advice: 'edit-recipe',
    });
    expect(await failedSubmission(stage, 'portrait-background-removal')).toMatchObject({
      kind: 'fatal',
      code: 'HTTP_404',
    });
  });

  test('a reset during the upload: retry, the body was incomplete', async ({ stage }) => {
    stage.server.script(cutoutRoute, { resetAfterUploadBytes: 300_000 });
    const failure = await failedSubmission(stage, 'portrait-background-removal', tooMuchForBuffers);
    expect(failure).toMatchObject({
      kind: 'retry',
      code: expect.stringMatching(/ECONNRESET|EPIPE/),
      subject: 'network',
    });
    expect(stage.server.requests[0]?.complete).toBe(false);
  });

  test('a reset after the upload: uncertain', async ({ stage }) => {
    stage.server.script(cutoutRoute, { resetBeforeAnswer: true });
    expect(await failedSubmission(stage, 'portrait-background-removal')).toMatchObject({
      kind: 'uncertain',
      advice: 'decide',
      code: 'CONNECTION_LOST',
    });
  });

  test('no response before the timeout: uncertain', async ({ stage }) => {
    stage.server.script(cutoutRoute, { hang: true });
    const client = stage.clientWith({ timeouts: { response: 100 } });
    const failure = await failureOf(client.submit(await photograph(stage, 'portrait-background-removal', 1_000)));
    expect(failure).toMatchObject({ kind: 'uncertain', code: 'TIMEOUT' });
  });

  test('a stalled upload: retry', async ({ stage }) => {
    stage.server.script(cutoutRoute, { stallAfterUploadBytes: 300_000 });
    const client = stage.clientWith({ timeouts: { sendStall: 150 } });
    const failure = await failureOf(
      client.submit(await photograph(stage, 'portrait-background-removal', tooMuchForBuffers)),
    );
    expect(failure).toMatchObject({ kind: 'retry', code: 'STALLED' });
  });

  test('an interrupted response: uncertain, unless it was a rejection', async ({ stage }) => {
    const json = { ...ok, data: { image_url: 'https://results.example/a.png' } };
    stage.server.script(cutoutRoute, { json, breakAfterBytes: 30 }, { status: 422, json, breakAfterBytes: 30 });
    expect(await failedSubmission(stage, 'portrait-background-removal')).toMatchObject({ kind: 'uncertain' });
    expect(await failedSubmission(stage, 'portrait-background-removal')).toMatchObject({
      kind: 'fatal',
      code: 'HTTP_422',
    });
  });

  test('a response interrupted inside its image leaves no file', async ({ stage }) => {
    const json = { ...ok, data: { image: jpegBytes(400_000).toString('base64') } };
    stage.server.script(beautyRoute, { json, breakAfterBytes: 300_000 });
    expect(await failedSubmission(stage, 'smart-beauty')).toMatchObject({ kind: 'uncertain' });
    expect(await stage.files()).toEqual(['photo.jpg']);
  });

  test.for([
    [
      'malformed JSON',
      { bytes: '{"data": {"image_url": "https://x', type: 'application/json' },
      'uncertain',
      'ANSWER_UNREADABLE',
    ],
    ['an empty body', { bytes: '' }, 'uncertain', 'ANSWER_UNREADABLE'],
    ['a list', { json: [1] }, 'uncertain', 'ANSWER_UNREADABLE'],
    ['a web page', { bytes: '<!doctype html><title>Wi-Fi login</title>' }, 'uncertain', 'ANSWER_IS_WEB_PAGE'],
    ['success without a result', { json: ok }, 'uncertain', 'RESULT_MISSING'],
    [
      'a result that is no address',
      { json: { ...ok, data: { image_url: 'file:///etc/passwd' } } },
      'uncertain',
      'RESULT_MISSING',
    ],
    [
      '100,000 lists in each other',
      { bytes: `${'['.repeat(1e5)}${']'.repeat(1e5)}` },
      'uncertain',
      'ANSWER_UNREADABLE',
    ],
    ['a task with a name of a megabyte', { json: { ...ok, task_id: 'x'.repeat(1e6) } }, 'uncertain', 'RESULT_MISSING'],
    ['a task that is an object', { json: { ...ok, task_id: { id: 1 } } }, 'uncertain', 'RESULT_MISSING'],
    [
      'a task that cannot be asked for',
      { bytes: '{"request_id":"r","task_id":"a\\ud800"}' },
      'uncertain',
      'RESULT_MISSING',
    ],
    ['a redirect', { status: 308, headers: { location: 'https://elsewhere.example/' } }, 'auth', 'HTTP_308'],
  ] as const)('%s', async ([_name, step, kind, code], { stage }) => {
    stage.server.script(cutoutRoute, step);
    expect(await failedSubmission(stage, 'portrait-background-removal')).toMatchObject({ kind, code });
    expect(stage.server.requests).toHaveLength(1);
  });

  test('an invalid image', async ({ stage }) => {
    stage.server.script(beautyRoute, { json: { ...ok, result: Buffer.from('%PDF-1.7').toString('base64') } });
    expect(await failedSubmission(stage, 'smart-beauty')).toMatchObject({
      kind: 'uncertain',
      code: 'RESULT_NOT_IMAGE',
      requestId: 'req-1',
    });
  });

  test('nothing to cut out', async ({ stage }) => {
    stage.server.script(`POST ${operations['avatar-extraction'].path}`, { json: { ...ok, data: { elements: [] } } });
    expect(await failedSubmission(stage, 'avatar-extraction')).toMatchObject({
      kind: 'fatal',
      code: 'RESULT_EMPTY',
      advice: 'replace-file',
    });
  });

  test('a missing scratch folder: the result was paid, so it is not requested again automatically', async ({
    stage,
  }) => {
    stage.server.script(
      beautyRoute,
      { json: { ...ok, result: jpegBytes(200_000).toString('base64') } },
      { json: { ...ok, result: pngBytes.toString('base64') } },
    );
    const submission = await photograph(stage, 'smart-beauty', 1_000, { scratch: `${stage.dir}/gone` });
    for (let n = 0; n < 2; n += 1) {
      expect(await failureOf(stage.client.submit(submission))).toMatchObject({
        kind: 'uncertain',
        subject: 'disk',
        code: 'ENOENT',
      });
    }
  });

  test('the client itself never sends anything twice', async ({ stage }) => {
    stage.server.script(
      cutoutRoute,
      { status: 500, json: refusal('SERVICE_INTERNAL_ERROR') },
      { resetBeforeAnswer: true },
    );
    await failedSubmission(stage, 'portrait-background-removal');
    await failedSubmission(stage, 'portrait-background-removal');
    expect(stage.server.requests).toHaveLength(2);
  });
});
