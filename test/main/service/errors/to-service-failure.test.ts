import { describe, expect, test } from 'vitest';
import { errorStatus } from '../../../../engine/interface-error-codes.ts';
import { readEnvelope } from '../../../../main/service/errors/envelope.ts';
import type { FailureKind } from '../../../../main/service/errors/service-failure.ts';
import {
  interruptedFailure,
  missingResultFailure,
  type Purpose,
  responseFailure,
  retryAfterMs,
  taskFailure,
  unreadableFailure,
  writeFailure,
} from '../../../../main/service/errors/to-service-failure.ts';
import { type Phase, RequestInterrupted, type ResponseHead } from '../../../../main/service/http/http-request.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const now = Date.parse('2026-06-15T12:00:00Z');

function answered(
  status: number,
  body: unknown,
  { purpose = 'submit' as Purpose, headers = {} as Record<string, string> } = {},
) {
  return responseFailure(purpose, { ...replied(status), headers }, readEnvelope(status, body), now);
}

function replied(status: number, bodySent = true): ResponseHead {
  return { status, headers: {}, bodySent, scope: 'internet' };
}

const coded = (code: string, message = '') => ({ request_id: 'r', log_id: 'l', error_detail: { code, message } });

describe('the code decides before the HTTP status', () => {
  test.each<[string, number, FailureKind]>([
    ['ERROR_NO_FACE_IN_FILE', 422, 'fatal'],
    ['ERROR_NO_FACE_IN_FILE', 500, 'fatal'],
    ['ERROR_NO_FACE_IN_FILE', 200, 'fatal'],
    ['ERROR_NOT_ENOUGH_CREDITS', 429, 'credits'],
    ['EXCEEDING_LIMITS', 429, 'wait'],
    ['EXCEEDING_LIMITS', 422, 'wait'],
    ['AI_SERVICE_FLOW_RESTRICTION', 503, 'wait'],
    ['AI_SERVICE_INTERNAL_ERROR', 502, 'retry'],
    ['AI_SERVICE_UNAUTHORIZED', 403, 'retry'],
    ['PROCESSING_FAILURE', 400, 'retry'],
    ['ERROR_APPLICATIONS_NOT_EXISTS', 401, 'auth'],
    ['ERROR_USER_LOCKED', 403, 'auth'],
    ['FILE_RESOLUTION_EXCEEDS_LIMITS', 422, 'fatal'],
  ])('%s with %i is %s', (code, status, kind) => {
    expect(answered(status, coded(code))).toMatchObject({ kind, code, httpStatus: status, requestId: 'r', logId: 'l' });
  });

  test.each(Object.entries(errorStatus))('%s has its own meaning', (code, status) => {
    const failure = answered(status, coded(code, 'words of the service'));
    expect(failure.code).toBe(code);
    // An unlisted code would be reported with the service's message alone.
    expect(messageText(failure.sentence)).not.toMatch(/^The service refused the request\./);
    // "4xx never, except 408/425/429"
    if (status < 500 && ![408, 425, 429].includes(status)) expect(failure.kind).not.toBe('retry');
  });
});

describe('the HTTP status decides if the code is unknown', () => {
  test.each<[number, FailureKind]>([
    [301, 'auth'],
    [308, 'auth'],
    [400, 'fatal'],
    [401, 'auth'],
    [402, 'credits'],
    [403, 'auth'],
    [404, 'fatal'],
    [405, 'fatal'],
    [407, 'auth'],
    [408, 'retry'],
    [409, 'fatal'],
    [410, 'fatal'],
    [413, 'fatal'],
    [415, 'fatal'],
    [418, 'fatal'],
    [422, 'fatal'],
    [425, 'retry'],
    [429, 'wait'],
    [500, 'retry'],
    [501, 'fatal'],
    [502, 'retry'],
    [503, 'wait'],
    [504, 'retry'],
    [507, 'retry'],
    [599, 'retry'],
  ])('%i is %s', (status, kind) => {
    const otherPurpose = { purpose: 'other' } as const;
    expect(answered(status, {}, otherPurpose)).toMatchObject({ kind, code: `HTTP_${status}`, httpStatus: status });
    expect(answered(status, null, otherPurpose)).toMatchObject({ kind, code: `HTTP_${status}` });
    expect(answered(status, coded('SOMETHING_NEW'))).toMatchObject({ kind, code: 'SOMETHING_NEW' });
    expect(answered(status, { request_id: 'r' })).toMatchObject({ kind, code: `HTTP_${status}` });
  });

  test('the older version: HTTP 200 with the status inside', () => {
    expect(answered(200, { error_code: 429, error_msg: 'slow' })).toMatchObject({ kind: 'wait', code: 'HTTP_429' });
    expect(answered(200, { error_code: 500, error_msg: 'oops' })).toMatchObject({ kind: 'retry', code: 'HTTP_500' });
    expect(answered(200, { error_code: 7, error_msg: 'odd' })).toMatchObject({ kind: 'fatal', code: 'HTTP_200' });
  });
});

test.each([
  [429, 'ERROR_NOT_ENOUGH_CREDITS', 'credits'],
  [200, 'ERROR_NOT_ENOUGH_CREDITS', 'credits'],
  [429, 'EXCEEDING_LIMITS', 'wait'],
  [401, 'ERROR_APPLICATIONS_NOT_EXISTS', 'auth'],
])('the older version: HTTP %i with error_code_str %s, without error_detail, is %s', (status, code, kind) => {
  const body = { request_id: 'r', error_code: status === 200 ? 0 : status, error_code_str: code, error_msg: 'words' };
  expect(answered(status, body)).toMatchObject({ kind, code });
});

describe('Retry-After', () => {
  test.each([
    ['20', 20_000],
    ['0', 0],
    ['1.5', 1_500],
    ['Mon, 15 Jun 2026 12:00:30 GMT', 30_000],
    ['Mon, 15 Jun 2026 11:00:00 GMT', 0],
    ['99999999', 3_600_000],
    ['-5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j is %j ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });

  test('is part of the failure, whether or not the body is readable', () => {
    const headers = { 'retry-after': '7' };
    expect(answered(429, coded('EXCEEDING_LIMITS'), { headers }).retryAfterMs).toBe(7_000);
    expect(unreadableFailure('submit', 'web-page', { ...replied(503), headers }, now)).toMatchObject({
      kind: 'wait',
      retryAfterMs: 7_000,
    });
    const broken = new RequestInterrupted('reading', 'ECONNRESET', { response: { ...replied(429), headers } });
    expect(interruptedFailure('submit', broken, now)).toMatchObject({ kind: 'wait', retryAfterMs: 7_000 });
    expect(answered(429, coded('EXCEEDING_LIMITS'), { purpose: 'query', headers }).retryAfterMs).toBe(7_000);
    const failed = readEnvelope(200, { task_status: 3, ...coded('EXCEEDING_LIMITS') });
    if (failed === null) throw new Error('no envelope');
    expect(taskFailure(failed, { ...replied(200), headers }, now)).toMatchObject({
      kind: 'wait',
      retryAfterMs: 7_000,
    });
  });
});

test('a task that failed without a code is quoted', () => {
  const failed = readEnvelope(200, { ...coded('', 'The hat hides the head.'), error_code: 0, task_status: 3 });
  const { kind, code, sentence } = taskFailure(failed!, replied(200), now);
  expect([kind, code]).toEqual(['fatal', 'TASK_FAILED']);
  expect(messageText(sentence)).toContain('“The hat hides the head.”');
});

describe('a task query', () => {
  const query = (status: number, body: unknown) => answered(status, body, { purpose: 'query' });

  test.each<[string, number, unknown, FailureKind, string]>([
    ['the task failed on the photograph', 422, coded('ERROR_BLURRY_FACE'), 'fatal', 'blurred'],
    ['the task failed inside the service', 422, coded('PROCESSING_FAILURE'), 'fatal', 'Send the photograph again'],
    ['the task failed without a reason', 422, {}, 'fatal', 'refused'],
    ['the task is gone', 404, coded('ERROR_CONTENT_NOT_FOUND'), 'fatal', 'no longer has the result'],
    ['the task is gone, says the status', 410, {}, 'fatal', 'no longer has the result'],
    ['a gateway knows no such path', 404, { message: 'no route' }, 'fatal', 'no route'],
    ['a gateway shows a page', 404, null, 'fatal', 'no longer has the result'],
    ['a proxy refuses the content', 422, null, 'retry', 'does not respond to requests for the result'],
    ['an unknown code beside HTTP 200', 200, coded('BUSY_NOW', 'Ask later.'), 'retry', 'Ask later.'],
    ['a numeric code beside HTTP 200', 200, { error_code: 100105 }, 'retry', 'error_code 100105'],
    [
      'a setting of the query is refused',
      400,
      coded('ERROR_INVALID_PARAMETER'),
      'retry',
      'does not respond to requests for the result',
    ],
    ['the photograph is refused, by its code', 200, coded('ERROR_BLURRY_FACE'), 'fatal', 'blurred'],
    [
      'a code about photographs beside another status',
      415,
      coded('ERROR_BLURRY_FACE'),
      'retry',
      'does not respond to requests for the result',
    ],
    ['asked too often, in the old way', 422, coded('EXCEEDING_LIMITS'), 'wait', 'slow down'],
    ['a passing fault', 500, coded('SERVICE_INTERNAL_ERROR'), 'retry', 'inside the service'],
    ['the key went bad', 401, {}, 'auth', 'API key'],
  ])('%s', (_name, status, body, kind, words) => {
    const failure = query(status, body);
    expect(failure.kind).toBe(kind);
    expect(messageText(failure.sentence)).toContain(words);
  });

  test.each([400, 405, 406, 409, 411, 413, 414, 415, 431, 451, 501])('%i never ends the task', (status) => {
    for (const body of [null, {}, coded('SOMETHING_NEW'), { error: 'already working on this' }])
      expect(query(status, body)).toMatchObject({ kind: 'retry', subject: 'service' });
  });

  test('a missing result counts as expired', () => {
    expect(query(404, coded('ERROR_RESOURCE_NOT_FOUND')).subject).toBe('expired');
  });

  test('status 3 is a failed task, whatever the HTTP status', () => {
    const envelope = (body: object) => {
      const read = readEnvelope(200, { task_status: 3, ...body });
      if (read === null) throw new Error('no envelope');
      return read;
    };
    expect(taskFailure(envelope({}), replied(200))).toMatchObject({ kind: 'fatal', code: 'TASK_FAILED' });
    expect(taskFailure(envelope(coded('ERROR_NO_FACE_IN_FILE')), replied(200))).toMatchObject({
      kind: 'fatal',
      code: 'ERROR_NO_FACE_IN_FILE',
      advice: 'replace-file',
    });
    expect(taskFailure(envelope(coded('PROCESSING_FAILURE')), replied(200))).toMatchObject({ kind: 'fatal' });
    expect(messageText(taskFailure(envelope(coded('NEW_CODE', 'Lips not found.')), replied(200)).sentence)).toContain(
      'Lips',
    );
  });
});

describe('a request without a complete response', () => {
  test.each<[Purpose, Phase, string, FailureKind]>([
    ['submit', 'connecting', 'ENOTFOUND', 'wait'],
    ['submit', 'connecting', 'ECONNREFUSED', 'wait'],
    ['submit', 'connecting', 'ETIMEDOUT', 'wait'],
    ['submit', 'connecting', 'CERT_HAS_EXPIRED', 'auth'],
    ['submit', 'sending', 'ECONNRESET', 'retry'],
    ['submit', 'sending', 'EPIPE', 'retry'],
    ['submit', 'sending', 'STALLED', 'retry'],
    ['query', 'waiting', 'TIMEOUT', 'retry'],
    ['query', 'reading', 'ECONNRESET', 'retry'],
    ['query', 'connecting', 'ENETUNREACH', 'wait'],
    ['other', 'reading', 'ERR_HTTP_CONTENT_LENGTH_MISMATCH', 'retry'],
    ['other', 'reading', 'HPE_INVALID_CONSTANT', 'retry'],
  ])('%s, %s, %s: %s', (purpose, phase, code, kind) => {
    expect(interruptedFailure(purpose, new RequestInterrupted(phase, code), now)).toMatchObject({ kind, code });
  });

  test.each<[number, FailureKind]>([
    [200, 'uncertain'],
    [500, 'uncertain'],
    [503, 'wait'],
    [422, 'fatal'],
    [401, 'auth'],
  ])('a submission whose response with %i was interrupted is %s', (status, kind) => {
    const broken = new RequestInterrupted('reading', 'ECONNRESET', { response: replied(status) });
    expect(interruptedFailure('submit', broken, now).kind).toBe(kind);
  });
});

test('a result that is missing or cannot be written is never requested again automatically', () => {
  const ids = { ids: { requestId: 'r', logId: null }, text: '' };
  expect(missingResultFailure(ids, 'RESULT_MISSING')).toMatchObject({ kind: 'uncertain', requestId: 'r' });
  expect(missingResultFailure(ids, 'RESULT_EMPTY')).toMatchObject({ advice: 'replace-file' });
  expect(writeFailure('submit', { code: 'ENOSPC' })).toMatchObject({ kind: 'uncertain', subject: 'disk' });
  expect(writeFailure('other', { code: 'EACCES' })).toMatchObject({ kind: 'retry', subject: 'disk' });
});

describe('the message for the user', () => {
  test('is the specified one for a photograph without a face', () => {
    expect(messageText(answered(422, coded('ERROR_NO_FACE_IN_FILE')).sentence)).toBe(
      'No face is visible in the photograph. Choose another photograph or another recipe.',
    );
  });

  test("is the service's own if that is more specific", () => {
    expect(
      messageText(answered(400, coded('ERROR_INVALID_PARAMETER', 'whitening must lie between 0 and 100.')).sentence),
    ).toContain('Message from the service: “whitening must lie between 0 and 100.”');
    expect(messageText(answered(422, coded('ERROR_BLURRY_FACE', 'blur=0.93')).sentence)).not.toContain('blur=');
  });

  test.each([...Object.keys(errorStatus), 'HTTP_400', 'HTTP_500'])(
    '%s: has complete sentences, no code, no address',
    (code) => {
      const text = messageText(answered(400, coded(code, 'see https://results.example/a?key=abc')).sentence);
      expect(text).toMatch(/^[A-Z“].*[.”]$/);
      expect(text).not.toMatch(/[A-Z]{3,}_|https?:|undefined|null/);
      expect(text.length).toBeLessThan(260);
    },
  );
});
