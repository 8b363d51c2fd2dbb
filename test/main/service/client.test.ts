import { existsSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';
import { type Step, startScriptedServer } from '../../helpers/service/scripted-server.ts';
import { failureOf, jpegBytes, pngBytes, type Stage, test, testKey } from '../../helpers/service/service-stage.ts';
import {
  beautyRoute,
  creditsRoute,
  cutoutRoute,
  decodedPath,
  failedSubmission,
  ok,
  photograph,
  queryRoute,
  refusal,
  skinRoute,
  submitted,
  tooMuchForBuffers,
} from '../../helpers/service/service-submissions.ts';

const resultUrl = 'https://results.example/a.png';
const hasResult = { json: { ...ok, data: { image_url: resultUrl } } };

describe('a submission', () => {
  test('sends key, fields and photograph, and returns a result address', async ({ stage }) => {
    stage.server.script(cutoutRoute, hasResult);
    const events: string[] = [];
    const submission = await photograph(stage, 'portrait-background-removal', 300_000, {
      params: { return_form: 'crop' },
      onUpload: (fraction) => events.push(fraction === 1 ? 'uploaded' : 'uploading'),
      onBodySent: () => events.push('sent'),
    });

    const answer = await stage.client.submit(submission);

    const file = { from: { url: resultUrl, namedFrom: 'computer' }, element: null, className: null, box: null };
    const ids = { requestId: 'req-1', logId: 'log-1' };
    expect(answer).toEqual({ kind: 'result', network: null, ids, result: { files: [file] } });
    const [request] = stage.server.requests;
    expect(request?.headers['service-api-key']).toBe(testKey);
    expect(request?.parts().map((part) => [part.name, part.fileName ?? part.text])).toEqual([
      ['return_form', 'crop'],
      ['image', 'image.jpg'],
    ]);
    expect(request?.parts()[1]?.bytes.equals(await readFile(submission.files.image ?? ''))).toBe(true);
    expect(events[0]).toBe('uploading');
    expect(events.slice(-2)).toEqual(['uploaded', 'sent']);
  });

  test('uses the profile’s settings if the interface leaves a choice', async ({ stage }) => {
    const client = stage.clientWith({ taskQueryPath: '/tasks/state', outputFormField: 'return_type' });
    stage.server.script(cutoutRoute, hasResult);
    stage.server.script('GET /tasks/state', { json: { ...ok, task_status: 1 } });
    const params = { return_form: 'crop' };

    await client.submit(await photograph(stage, 'portrait-background-removal', 3000, { params }));

    expect(stage.server.requests[0]?.parts()[0]).toMatchObject({ name: 'return_type', text: 'crop' });
    expect(await client.query('smart-skin-advanced', 't-1', stage.dir)).toMatchObject({ kind: 'pending' });
  });

  test.for([
    [{ error_detail: { code: 'SUCCESS' }, data: { image_url: resultUrl } }, 'result'],
    [{ error_detail: { code: 200 }, data: { image_url: resultUrl } }, 'result'],
    [{ error_detail: { code: 'ALL_GOOD' }, result: { result_urls: [resultUrl] } }, 'result'],
    [{ error_code: 100000, data: { image_url: resultUrl } }, 'result'],
    [{ error_detail: { code: 'TASK_ACCEPTED' }, task_id: 't-1' }, 'task'],
  ] as const)('with an unusual code keeps the other fields: %j', async ([body, kind], { stage }) => {
    stage.server.script(cutoutRoute, { json: body });
    expect(await submitted(stage, 'portrait-background-removal')).toMatchObject({ kind });
  });

  test.for([
    [{ success: false, message: 'The queue lost it.' }, 'uncertain', 'The queue lost it.'],
    [{ error_detail: { code: '', message: 'The queue lost it.' } }, 'uncertain', 'The queue lost it.'],
    [{ status_code: 500 }, 'uncertain', 'status_code 500'],
    [{ error_code: 100105 }, 'fatal', 'error_code 100105'],
    [{ error_detail: { code: 'ODD' }, data: { elements: [] } }, 'fatal', 'ODD'],
  ] as const)('without a result is quoted: %j', async ([body, kind, words], { stage }) => {
    stage.server.script(cutoutRoute, { json: body });
    const failure = await failureOf(submitted(stage, 'portrait-background-removal'));
    expect(failure.kind).toBe(kind);
    expect(`${failure.code} ${messageText(failure.sentence)}`).toContain(words);
  });

  test.for([
    ['a task id', 'smart-skin-advanced', { task_id: 't-1' }, { kind: 'task', taskId: 't-1' }],
    ['a task id inside data', 'smart-skin-advanced', { data: { task_id: 't-2' } }, { kind: 'task', taskId: 't-2' }],
    ['the task of a direct operation', 'smart-beauty', { task_type: 'async', task_id: 't-3' }, { kind: 'task' }],
    ['a direct result', 'smart-beauty', { data: { image: pngBytes.toString('base64') } }, { kind: 'result' }],
  ] as const)('returns %s', async ([_name, operation, body, expected], { stage }) => {
    stage.server.script(`POST ${operations[operation].path}`, { json: { ...ok, ...body } });

    const answer = await submitted(stage, operation);

    expect(answer).toMatchObject({ ...expected, ids: { requestId: 'req-1', logId: 'log-1' } });
  });

  test('sends to the path below the base URL, without a key if none is set', async ({ stage }) => {
    stage.server.script(`POST /proxy${operations['smart-beauty'].path}`, { json: { ...ok, task_id: 't' } });
    const client = stage.clientWith({ baseUrl: `${stage.server.baseUrl}/proxy/`, apiKey: '' });
    await client.submit(await photograph(stage, 'smart-beauty', 100));
    expect(stage.server.requests[0]?.headers).not.toHaveProperty('service-api-key');
  });

  test('leaves only its results in the scratch folder', async ({ stage }) => {
    const image = jpegBytes(200_000);
    const text = image.toString('base64');
    const complete = { json: { ...ok, data: { image: text }, preview: text } };
    stage.server.script(beautyRoute, complete, { json: { ...ok, preview: text } });

    expect(await readFile(decodedPath(await submitted(stage, 'smart-beauty')))).toEqual(image);
    expect(await stage.files()).toEqual([expect.stringMatching(/^answer-/), 'photo.jpg']);
    expect(await failedSubmission(stage, 'smart-beauty')).toMatchObject({ code: 'RESULT_MISSING' });
    expect(await stage.files()).toHaveLength(2);
  });
});

const openFiles = '/proc/self/fd';

/** Returns the paths below `folder` that this process has open. */
async function openBelow(folder: string): Promise<string[]> {
  const links = await Promise.all(
    (await readdir(openFiles)).map((fd) => readlink(join(openFiles, fd)).catch(() => '')),
  );
  return links.filter((path) => path.startsWith(folder));
}

test.skipIf(!existsSync(openFiles))('leaves no file open, however it ends', { tags: ['long'] }, async ({ stage }) => {
  const task = { json: { ...ok, task_id: 't' } };
  stage.server.script(skinRoute, task, { resetAfterUploadBytes: 1 }, { status: 401, early: true }, { hang: true });
  await submitted(stage, 'smart-skin-advanced');
  await failedSubmission(stage, 'smart-skin-advanced', tooMuchForBuffers);
  await failedSubmission(stage, 'smart-skin-advanced', tooMuchForBuffers);
  const cancelling = new AbortController();
  const onBodySent = () => cancelling.abort();
  await failureOf(
    stage.client.submit(await photograph(stage, 'smart-skin-advanced', 9, { signal: cancelling.signal, onBodySent })),
  );
  expect(await openBelow(stage.dir)).toEqual([]);
});

describe('a task query', () => {
  const ask = (stage: Stage, taskId = 't 1&x=2') => stage.client.query('smart-skin-advanced', taskId, stage.dir);

  test.for([
    [{ task_status: 0 }, { kind: 'pending', status: 'queued' }],
    [{ task_status: 1 }, { kind: 'pending', status: 'processing' }],
    [{ data: { task_status: 1 } }, { kind: 'pending', status: 'processing' }],
    [{ task_status: 1, data: { result_urls: ['https://results.example/early'] } }, { kind: 'pending' }],
    [{ data: {} }, { kind: 'pending', status: 'processing' }],
    [{ task_status: 2, data: { result_urls: [resultUrl] } }, { kind: 'result' }],
    [{ data: { task_status: 2, result_urls: [resultUrl] } }, { kind: 'result' }],
    [{ data: { result_urls: [resultUrl] } }, { kind: 'result' }],
    [{ task_status: 'running', error_detail: { code: 'TASK_RUNNING' } }, { kind: 'pending' }],
    [{ error_detail: { code: 'ALL_GOOD' }, data: { result_urls: [resultUrl] } }, { kind: 'result' }],
    [{ error_code: 1, result: 'https://results.example/a.png' }, { kind: 'result' }],
  ] as const)('%j is %j', async ([body, expected], { stage }) => {
    stage.server.script(queryRoute, { json: { ...ok, ...body } });
    expect(await ask(stage)).toMatchObject({ ...expected, ids: { requestId: 'req-1', logId: 'log-1' } });
    const [request] = stage.server.requests;
    expect(request?.query.get('task_id')).toBe('t 1&x=2');
    expect(request?.headers['service-api-key']).toBe(testKey);
  });

  const unknown = { data: { pictures: ['https://results.example/a.png'] } };
  test.for([
    ['failed, 422', { status: 422, json: refusal('ERROR_NO_FACE_IN_FILE') }, 'fatal', 'ERROR_NO_FACE_IN_FILE'],
    ['failed, status 3', { json: { ...ok, task_status: 3 } }, 'fatal', 'TASK_FAILED'],
    ['has no results', { json: { ...ok, task_status: 2, data: {} } }, 'uncertain', 'RESULT_MISSING'],
    ['has a result of an unknown form', { json: { ...ok, task_status: 2, ...unknown } }, 'uncertain', 'RESULT_MISSING'],
    ['is queried too often', { status: 429, json: refusal('EXCEEDING_LIMITS') }, 'wait', 'EXCEEDING_LIMITS'],
    ['has an unknown code', { json: { ...ok, error_detail: { code: 'SOMETHING_NEW' } } }, 'retry', 'SOMETHING_NEW'],
    ['has no success', { json: { success: false, message: 'Ask later.' } }, 'retry', 'HTTP_200'],
    ['gets malformed JSON', { bytes: '{"task_status":' }, 'retry', 'ANSWER_UNREADABLE'],
    ['gets a web page', { bytes: '<html>' }, 'retry', 'ANSWER_IS_WEB_PAGE'],
    ['gets an interrupted response', { json: ok, breakAfterBytes: 5 }, 'retry', /ECONNRESET|MISMATCH/],
  ] as const)('fails if the task %s', async ([_name, step, kind, code], { stage }) => {
    stage.server.script(queryRoute, step);
    const failure = await failureOf(ask(stage));
    expect(failure.kind).toBe(kind);
    expect(failure.code).toMatch(code);
  });
});

test('a task query is sent once, whatever happens to its connection', async ({ stage }) => {
  const done = { json: { ...ok, task_status: 1 } };
  stage.server.script(queryRoute, done, { resetBeforeAnswer: true }, done);
  stage.server.script(creditsRoute, { json: { ...ok, data: { balance: 1 } } });
  const ask = () => stage.client.query('smart-skin-advanced', 'task-1', stage.dir);
  await stage.client.credits();
  await ask();
  await stage.client.credits();
  expect(await failureOf(ask())).toMatchObject({ kind: 'retry' });
  expect(stage.server.requestsOf(queryRoute)).toHaveLength(2);
});

describe('the user cancels', () => {
  test('during the upload: rejects with the reason', async ({ stage }) => {
    stage.server.script(cutoutRoute, { stallAfterUploadBytes: 200_000 });
    const cancelling = new AbortController();
    const reason = new Error('cancelled');
    const onBodySent = vi.fn();
    const submission = await photograph(stage, 'portrait-background-removal', tooMuchForBuffers, {
      signal: cancelling.signal,
      onUpload: () => cancelling.abort(reason),
      onBodySent,
    });
    await expect(stage.client.submit(submission)).rejects.toBe(reason);
    expect(onBodySent).not.toHaveBeenCalled();
  });
});

test('no redirect carries the key to another place', async ({ stage }) => {
  const elsewhere = await startScriptedServer();
  try {
    for (const status of [301, 302, 303, 307, 308]) {
      for (const route of ['GET /*', 'POST /*']) {
        stage.server.script(route, { status, headers: { location: `${elsewhere.baseUrl}/a.png` } });
      }
      const { client } = stage;
      await failureOf(client.submit(await photograph(stage, 'portrait-background-removal', 1_000)));
      await failureOf(client.query('smart-beauty', 'task-1', stage.dir));
      await failureOf(client.credits());
      await failureOf(client.probe());
      await client.test();
    }
    expect(elsewhere.requests).toEqual([]);
    // A result on another host is downloaded without the key.
    elsewhere.script('GET /a.png', { bytes: pngBytes, type: 'image/png' });
    await stage.client.download(`${stage.server.baseUrl}/result`, `${stage.dir}/a.png`);
    expect(JSON.stringify(elsewhere.requests.map(({ headers }) => headers))).not.toContain(testKey);
    expect(elsewhere.requests).toHaveLength(1);
  } finally {
    await elsewhere.close();
  }
});

describe('a free query', () => {
  const nothing = { status: 404, bytes: 'no' };
  const foreign = 'ANSWER_OF_ANOTHER';
  const wrongKey = 'ERROR_APPLICATIONS_NOT_EXISTS';
  const noTask = { status: 404, json: refusal('ERROR_RESOURCE_NOT_FOUND') };

  test.for<[string, Step, Step, string | null]>([
    ['reports its credits', { json: { ...ok, data: { balance: 3 } } }, {}, null],
    ['has no credits left', { status: 429, json: refusal('ERROR_NOT_ENOUGH_CREDITS') }, {}, null],
    ['knows no credits, but tasks', nothing, noTask, null],
    ['knows neither', nothing, nothing, foreign],
    ['returns any JSON', { json: {} }, { json: {} }, foreign],
    ['shows pages', { bytes: '<html>' }, { bytes: '<html>' }, foreign],
    ['shows error pages', { status: 502, bytes: '<html>' }, {}, 'HTTP_502'],
    ['is busy', { status: 503, headers: { 'retry-after': '9' }, bytes: '' }, {}, 'HTTP_503'],
    ['rejects the key', { status: 401, json: refusal(wrongKey) }, {}, wrongKey],
    ['breaks off', { resetBeforeAnswer: true }, {}, 'ECONNRESET'],
  ])('a service that %s', async ([_name, first, second, code], { stage }) => {
    stage.server.script(creditsRoute, first);
    stage.server.script(queryRoute, second);

    const outcome = await stage.client.probe().catch((error: Error) => error);

    expect(outcome).toEqual(code === null ? undefined : expect.objectContaining({ name: 'ServiceFailure', code }));
  });
});
