import { existsSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
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

describe('a submission', () => {
  test('sends key, fields and photograph, and returns a result address', async ({ stage }) => {
    stage.server.script(cutoutRoute, { json: { ...ok, data: { image_url: 'https://results.example/a.png' } } });
    const events: string[] = [];
    const submission = await photograph(stage, 'portrait-background-removal', 300_000, {
      params: { return_form: 'crop' },
      onUpload: (fraction) => events.push(fraction === 1 ? 'uploaded' : 'uploading'),
      onBodySent: () => events.push('sent'),
    });
    expect(await stage.client.submit(submission)).toEqual({
      kind: 'result',
      network: null,
      ids: { requestId: 'req-1', logId: 'log-1' },
      result: {
        files: [
          {
            from: { url: 'https://results.example/a.png', namedFrom: 'computer' },
            element: null,
            className: null,
            box: null,
          },
        ],
      },
    });
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
    stage.server.script(cutoutRoute, { json: { ...ok, data: { image_url: 'https://results.example/a.png' } } });
    const params = { return_form: 'crop' };
    await client.submit(await photograph(stage, 'portrait-background-removal', 3000, { params }));
    expect(stage.server.requests[0]?.parts()[0]).toMatchObject({ name: 'return_type', text: 'crop' });
    stage.server.script('GET /tasks/state', { json: { ...ok, task_status: 1 } });
    expect(await client.query('smart-skin-advanced', 't-1', stage.dir)).toMatchObject({ kind: 'pending' });
  });

  test.for([
    [{ error_detail: { code: 'SUCCESS' }, data: { image_url: 'https://results.example/a' } }, 'result'],
    [{ error_detail: { code: 200 }, data: { image_url: 'https://results.example/a' } }, 'result'],
    [{ error_detail: { code: 'ALL_GOOD' }, result: { result_urls: ['https://results.example/a'] } }, 'result'],
    [{ error_code: 100000, data: { image_url: 'https://results.example/a' } }, 'result'],
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

  test('of a task returns its id, at the top or inside data', async ({ stage }) => {
    stage.server.script(skinRoute, { json: { ...ok, task_id: 't-1' } }, { json: { ...ok, data: { task_id: 't-2' } } });
    expect(await submitted(stage, 'smart-skin-advanced')).toEqual({
      kind: 'task',
      taskId: 't-1',
      ids: { requestId: 'req-1', logId: 'log-1' },
    });
    expect(await submitted(stage, 'smart-skin-advanced')).toMatchObject({ kind: 'task', taskId: 't-2' });
  });

  test('with either delivery follows the response', async ({ stage }) => {
    const image = pngBytes.toString('base64');
    stage.server.script(
      beautyRoute,
      { json: { ...ok, task_type: 'async', task_id: 't-3' } },
      { json: { ...ok, data: { image } } },
    );
    expect(await submitted(stage, 'smart-beauty')).toMatchObject({ kind: 'task', taskId: 't-3' });
    expect(await submitted(stage, 'smart-beauty')).toMatchObject({ kind: 'result' });
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
    stage.server.script(
      beautyRoute,
      { json: { ...ok, data: { image: text }, preview: text } },
      { json: { ...ok, preview: text } },
    );
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
    [{ task_status: 2, data: { result_urls: ['https://results.example/a'] } }, { kind: 'result' }],
    [{ data: { task_status: 2, result_urls: ['https://results.example/a'] } }, { kind: 'result' }],
    [{ data: { result_urls: ['https://results.example/a'] } }, { kind: 'result' }],
    [{ task_status: 'SUCCESS', data: { result_urls: ['https://results.example/a'] } }, { kind: 'result' }],
    [{ task_status: 'running', error_detail: { code: 'TASK_RUNNING' } }, { kind: 'pending' }],
    [{ error_detail: { code: 'ALL_GOOD' }, data: { result_urls: ['https://results.example/a'] } }, { kind: 'result' }],
    [{ error_code: 1, result: 'https://results.example/a.png' }, { kind: 'result' }],
  ] as const)('%j is %j', async ([body, expected], { stage }) => {
    stage.server.script(queryRoute, { json: { ...ok, ...body } });
    expect(await ask(stage)).toMatchObject({ ...expected, ids: { requestId: 'req-1', logId: 'log-1' } });
    const [request] = stage.server.requests;
    expect(request?.query.get('task_id')).toBe('t 1&x=2');
    expect(request?.headers['service-api-key']).toBe(testKey);
  });

  test.for([
    ['a failed task, 422', { status: 422, json: refusal('ERROR_NO_FACE_IN_FILE') }, 'fatal', 'ERROR_NO_FACE_IN_FILE'],
    ['a failed task, status 3', { json: { ...ok, task_status: 3 } }, 'fatal', 'TASK_FAILED'],
    [
      'a failed task, both',
      { status: 422, json: { ...refusal('PROCESSING_FAILURE'), task_status: 3 } },
      'fatal',
      'PROCESSING_FAILURE',
    ],
    [
      'a task nobody knows',
      { status: 404, json: refusal('ERROR_CONTENT_NOT_FOUND') },
      'fatal',
      'ERROR_CONTENT_NOT_FOUND',
    ],
    ['done without results', { json: { ...ok, task_status: 2, data: {} } }, 'uncertain', 'RESULT_MISSING'],
    [
      'done with a result of a shape nobody knows',
      { json: { ...ok, task_status: 2, data: { pictures: ['https://results.example/a.png'] } } },
      'uncertain',
      'RESULT_MISSING',
    ],
    [
      'asked too fast',
      { status: 429, headers: { 'retry-after': '3' }, json: refusal('EXCEEDING_LIMITS') },
      'wait',
      'EXCEEDING_LIMITS',
    ],
    ['a passing fault', { status: 500, json: refusal('SERVICE_INTERNAL_ERROR') }, 'retry', 'SERVICE_INTERNAL_ERROR'],
    ['already working on this', { status: 409, json: { message: 'already working' } }, 'retry', 'HTTP_409'],
    ['a method it does not take', { status: 405, json: {} }, 'retry', 'HTTP_405'],
    ['an unknown code', { json: { ...ok, error_detail: { code: 'SOMETHING_NEW' } } }, 'retry', 'SOMETHING_NEW'],
    ['no success', { json: { success: false, message: 'Ask later.' } }, 'retry', 'HTTP_200'],
    ['a failed task, by a word', { json: { ...ok, task_status: 'FAILED' } }, 'fatal', 'TASK_FAILED'],
    ['malformed JSON', { bytes: '{"task_status":' }, 'retry', 'ANSWER_UNREADABLE'],
    ['a web page', { bytes: '<html>' }, 'retry', 'ANSWER_IS_WEB_PAGE'],
    ['a broken answer', { json: ok, breakAfterBytes: 5 }, 'retry', /ECONNRESET|MISMATCH/],
  ] as const)('%s', async ([_name, step, kind, code], { stage }) => {
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
  test('during the upload: rejects with the reason, and closes every file', async ({ stage }) => {
    stage.server.script(cutoutRoute, { stallAfterUploadBytes: 200_000 });
    const cancelling = new AbortController();
    const reason = new Error('cancelled');
    let sent = false;
    const submission = await photograph(stage, 'portrait-background-removal', tooMuchForBuffers, {
      signal: cancelling.signal,
      onUpload: () => cancelling.abort(reason),
      onBodySent: () => {
        sent = true;
      },
    });
    await expect(stage.client.submit(submission)).rejects.toBe(reason);
    expect(sent).toBe(false);
  });

  test('during processing: reports that the body had been sent', async ({ stage }) => {
    stage.server.script(cutoutRoute, { hang: true });
    const cancelling = new AbortController();
    const submission = await photograph(stage, 'portrait-background-removal', 1_000, {
      signal: cancelling.signal,
      onBodySent: () => cancelling.abort(new Error('cancelled')),
    });
    await expect(stage.client.submit(submission)).rejects.toThrow('cancelled');
  });

  test('before the start: sends nothing', async ({ stage }) => {
    const submission = await photograph(stage, 'portrait-background-removal', 1_000, {
      signal: AbortSignal.abort(new Error('no')),
    });
    await expect(stage.client.submit(submission)).rejects.toThrow('no');
    expect(stage.server.requests).toEqual([]);
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
  const credits = 'GET /api/common/query-credits';
  const task = 'GET /api/common/query-async-task-result';

  test.for<[string, Step, Step, string | null]>([
    ['tells its credits', { json: { ...ok, data: { balance: 3 } } }, {}, null],
    ['has no credits left', { status: 429, json: refusal('ERROR_NOT_ENOUGH_CREDITS') }, {}, null],
    [
      'knows no credits, but tasks',
      { status: 404, bytes: 'no' },
      { status: 404, json: refusal('ERROR_RESOURCE_NOT_FOUND') },
      null,
    ],
    ['knows neither', { status: 404, bytes: 'no' }, { status: 404, bytes: 'no' }, 'ANSWER_OF_ANOTHER'],
    ['answers any JSON', { json: {} }, { json: {} }, 'ANSWER_OF_ANOTHER'],
    ['shows pages', { bytes: '<html>' }, { bytes: '<html>' }, 'ANSWER_OF_ANOTHER'],
    ['shows error pages', { status: 502, bytes: '<html>' }, {}, 'HTTP_502'],
    ['is busy', { status: 503, headers: { 'retry-after': '9' }, bytes: '' }, {}, 'HTTP_503'],
    [
      'refuses the key',
      { status: 401, json: refusal('ERROR_APPLICATIONS_NOT_EXISTS') },
      {},
      'ERROR_APPLICATIONS_NOT_EXISTS',
    ],
    ['breaks off', { resetBeforeAnswer: true }, {}, 'ECONNRESET'],
  ])('a service that %s', async ([_name, first, second, code], { stage }) => {
    stage.server.script(credits, first);
    stage.server.script(task, second);
    if (code === null) await expect(stage.client.probe()).resolves.toBeUndefined();
    else expect(await failureOf(stage.client.probe())).toMatchObject({ name: 'ServiceFailure', code });
  });
});
