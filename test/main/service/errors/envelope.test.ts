import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../../../main/service/errors/envelope.ts';

const ids = { request_id: 'r-1', log_id: 'l-1' };
const noFace = 'ERROR_NO_FACE_IN_FILE';
const noCredits = 'ERROR_NOT_ENOUGH_CREDITS';
const quiet = { code: '', code_message: '', message: '' };

describe('success', () => {
  test.each([
    ['the newer version', 200, { ...ids, error_detail: quiet, data: {} }],
    ['the older version', 200, { ...ids, error_code: 0, error_msg: '', error_detail: { ...quiet, status_code: 200 } }],
    ['a code as text', 200, { ...ids, error_code: '0' }],
    ['a code of zero', 200, { error_detail: { code: 0 } }],
    ['no envelope at all', 200, { data: { image_url: 'https://example.com/a.png' } }],
    ['a word in place of a code, older version', 200, { error_code: 0, error_code_str: 'SUCCESS' }],
    ['an empty code of the older version', 200, { ...ids, error_code: 0, error_code_str: '', error_msg: '' }],
    ['an unknown code of the older version', 200, { error_code: 0, error_code_str: 'NO_ERROR' }],
    ['another 2xx', 202, { task_id: 't' }],
    ['a word in place of a code', 200, { error_detail: { code: 'SUCCESS', message: 'Done.' } }],
    ['an HTTP status in place of a code', 200, { error_detail: { code: 200 }, error_code: 200 }],
    ['a small word', 200, { error_detail: { code: 'ok' } }],
  ])('%s', (_name, status, body) => {
    expect(readEnvelope(status, body)?.error).toBeNull();
  });
});

describe('failure', () => {
  test.each([
    {
      name: 'the newer version',
      status: 422,
      body: { ...ids, error_detail: { code: noFace, code_message: 'No face', message: 'No face was found.' } },
      error: { code: noFace, text: 'No face was found.', status: 422 },
    },
    {
      name: 'the newer version with HTTP 200',
      status: 200,
      body: { ...ids, error_detail: { code: 'EXCEEDING_LIMITS', code_message: 'Slow down', message: '' } },
      error: { code: 'EXCEEDING_LIMITS', text: 'Slow down', status: 200 },
    },
    {
      name: 'the older version, the status inside',
      status: 200,
      body: { ...ids, error_code: 422, error_msg: 'blurred', error_detail: { ...quiet, status_code: 422 } },
      error: { code: '', text: 'blurred', status: 422 },
    },
    {
      name: 'the older version, the code in the message',
      status: 200,
      body: { error_code: 9001, error_msg: 'ERROR_BLURRY_FACE' },
      error: { code: 'ERROR_BLURRY_FACE', text: 'ERROR_BLURRY_FACE', status: 200 },
    },
    {
      name: 'the code of the older version',
      status: 429,
      body: { ...ids, error_code: 429, error_code_str: noCredits, error_msg: 'Top up.' },
      error: { code: noCredits, text: 'Top up.', status: 429 },
    },
    {
      name: 'the code of the older version with HTTP 200',
      status: 200,
      body: { ...ids, error_code_str: noCredits },
      error: { code: noCredits, text: '', status: 200 },
    },
    {
      name: 'both codes: the newer version is more exact',
      status: 422,
      body: { error_code_str: 'FILE_CONTENT_NON_COMPLIANCE', error_detail: { code: noFace } },
      error: { code: noFace, text: '', status: 422 },
    },
    { name: 'a status alone', status: 503, body: {}, error: { code: '', text: '', status: 503 } },
    {
      name: 'a status next to empty fields',
      status: 500,
      body: { error_code: 0, error_detail: quiet },
      error: { code: '', text: '', status: 500 },
    },
    {
      name: 'a numeric code',
      status: 200,
      body: { error_detail: { code: 1005, message: 'odd' } },
      error: { code: '1005', text: 'odd', status: 200 },
    },
  ])('$name', ({ status, body, error }) => {
    expect(readEnvelope(status, body)?.error).toEqual(error);
  });
});

test.each([
  [{ error_detail: { code: '', message: 'Too dark.' } }, 'Too dark.'],
  [{ success: false, message: 'Too dark.' }, 'Too dark.'],
  [{ error: { message: 'Too dark.' } }, 'Too dark.'],
  [{ error: 'Too dark.' }, 'Too dark.'],
  [{ data: { message: 'Too dark.' } }, 'Too dark.'],
  [{ error_code: 100105 }, 'error_code 100105'],
  [{ error_detail: { status_code: 500 } }, 'status_code 500'],
  [{ status_code: 500 }, 'status_code 500'],
  [{ error_code: 0, error_detail: { ...quiet, status_code: 200 } }, ''],
])('the message of %j is “%s”', (body, words) => {
  expect(readEnvelope(200, body)?.text).toBe(words);
});

test.each([
  ['queued', 0, '0', 'PENDING', 'queued', 'In Queue', 'waiting'],
  ['processing', 1, 'processing', 'RUNNING', 'in-progress'],
  ['done', 2, '2', 'SUCCESS', 'Succeeded', 'finished', 'completed'],
  ['failed', 3, -1, '-1', 'FAILED', 'error', 'cancelled'],
  [null, 7, 1.5, 'unheard of', '', null, undefined, {}],
] as const)('a task is %s for each of these words', (status, ...values) => {
  for (const value of values) {
    expect(readEnvelope(200, { task_status: value })?.taskStatus).toBe(status);
    expect(readEnvelope(200, { data: { task_status: value } })?.taskStatus).toBe(status);
  }
});

test('identifiers are read, also as numbers, and other values are rejected', () => {
  expect(readEnvelope(200, { request_id: 17, log_id: 'l' })?.ids).toEqual({ requestId: '17', logId: 'l' });
  expect(readEnvelope(200, { request_id: {}, log_id: '' })?.ids).toEqual({ requestId: null, logId: null });
  expect(readEnvelope(200, { request_id: 'x'.repeat(5000) })?.ids.requestId).toBeNull();
});

test.each([
  ['nothing', ''],
  ['an object', { id: 1 }],
  ['a list', ['t']],
  ['true', true],
  ['a number beyond the range of JSON', 1e19],
  ['a fraction', 1.5],
  ['a megabyte', 'x'.repeat(1_000_000)],
  ['a line break', 't\n1'],
  ['a null character', 't\u0000'],
  ['an escape sequence', '\u001b[2Jt'],
  ['a lone surrogate', 't\ud800'],
  ['a change of text direction', 't\u202e1'],
])('a task id that is %s is rejected', (_what, id) => {
  const answer = readEnvelope(200, { task_id: id, request_id: id, data: { task_id: id } });
  expect([answer?.taskId, answer?.ids.requestId]).toEqual([null, null]);
});

test('a code contains no control characters', () => {
  expect(readEnvelope(422, { error_detail: { code: 'A_B\u001b[2J\u202e' } })?.error?.code).toBe('A_B[2J');
});

test('names of built-in object properties are harmless', () => {
  const answer = JSON.parse('{"__proto__":{"task_id":"x","error_code":7},"task_id":"1","task_id":"2","constructor":3}');
  expect(readEnvelope(200, answer)).toMatchObject({ taskId: '2', error: null });
});

test('a task id is read at the top and inside data', () => {
  expect(readEnvelope(200, { task_id: 't-1' })?.taskId).toBe('t-1');
  expect(readEnvelope(200, { data: { task_id: 't-2' } })?.taskId).toBe('t-2');
  expect(readEnvelope(200, { task_id: '', data: { task_id: 42 } })?.taskId).toBe('42');
  expect(readEnvelope(200, { data: ['t'] })?.taskId).toBeNull();
  expect(readEnvelope(200, { task_id: '../../etc/passwd?a=b&c=d#e' })?.taskId).toBe('../../etc/passwd?a=b&c=d#e');
});

test.each([[null], [[]], ['text'], [12], [true]])('%j is not an envelope', (answer) => {
  expect(readEnvelope(200, answer)).toBeNull();
});
