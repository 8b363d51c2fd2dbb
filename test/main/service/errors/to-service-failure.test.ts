import { describe, expect, test } from 'vitest';
import { errorStatus } from '../../../../engine/interface-error-codes.ts';
import { type Envelope, readEnvelope } from '../../../../main/service/errors/envelope.ts';
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

function replied(status: number, headers: ResponseHead['headers'] = {}): ResponseHead {
  return { status, headers, bodySent: true, scope: 'internet' };
}
function answered(status: number, body: unknown, purpose: Purpose = 'submit') {
  return responseFailure(purpose, replied(status), readEnvelope(status, body), now);
}

const interrupted = (phase: Phase, code: string, response?: ResponseHead) =>
  new RequestInterrupted(phase, code, { response });

const coded = (code: string, message = '') => ({ request_id: 'r', log_id: 'l', error_detail: { code, message } });

/** Reads the envelope of a response that must have one. */
function envelope(body: object): Envelope {
  const read = readEnvelope(200, body);
  if (read === null) throw new Error('no envelope');
  return read;
}

describe('the code decides before the HTTP status', () => {
  test.each<[string, number, FailureKind]>([
    ['ERROR_NO_FACE_IN_FILE', 422, 'fatal'],
    ['ERROR_NO_FACE_IN_FILE', 500, 'fatal'],
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
    const failure = answered(status, coded(code, 'see https://results.example/a?key=abc'));
    const text = messageText(failure.sentence);
    expect(failure.code).toBe(code);
    // An unlisted code would be reported with the service's message alone.
    expect(text).not.toMatch(/^The service refused the request\./);
    expect(text).not.toMatch(/[A-Z]{3,}_|https?:|undefined|null/);
    expect(text.length).toBeLessThan(260);
    // "4xx never, except 408/425/429"
    if (status < 500 && ![408, 425, 429].includes(status)) expect(failure.kind).not.toBe('retry');
  });
});

describe('the HTTP status decides if the code is unknown', () => {
  const statuses = {
    auth: [301, 308, 401, 403, 407],
    credits: [402],
    fatal: [400, 404, 405, 409, 410, 413, 415, 418, 422, 501],
    retry: [408, 425, 500, 502, 504, 507, 599],
    wait: [429, 503],
  } satisfies Partial<Record<FailureKind, number[]>>;
  const kinds = Object.entries(statuses).flatMap(([kind, list]) => list.map((status) => ({ status, kind })));

  test.each(kinds)('$status is $kind', ({ status, kind }) => {
    const code = `HTTP_${status}`;
    expect(answered(status, {}, 'other')).toMatchObject({ kind, code, httpStatus: status });
    expect(answered(status, null, 'other')).toMatchObject({ kind, code });
    expect(answered(status, coded('SOMETHING_NEW'))).toMatchObject({ kind, code: 'SOMETHING_NEW' });
    expect(answered(status, { request_id: 'r' })).toMatchObject({ kind, code });
  });

  test('the older version: HTTP 200 with the status inside', () => {
    expect(answered(200, { error_code: 429, error_msg: 'slow' })).toMatchObject({ kind: 'wait', code: 'HTTP_429' });
    expect(answered(200, { error_code: 500, error_msg: 'oops' })).toMatchObject({ kind: 'retry', code: 'HTTP_500' });
    expect(answered(200, { error_code: 7, error_msg: 'odd' })).toMatchObject({ kind: 'fatal', code: 'HTTP_200' });
  });
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

  const slow = envelope({ task_status: 3, ...coded('EXCEEDING_LIMITS') });
  const seven = { 'retry-after': '7' };
  const busy = replied(429, seven);
  test.each([
    ['a submission', responseFailure('submit', busy, slow, now)],
    ['a query', responseFailure('query', busy, slow, now)],
    ['an unreadable response', unreadableFailure('submit', 'web-page', replied(503, seven), now)],
    ['an interrupted response', interruptedFailure('submit', interrupted('reading', 'ECONNRESET', busy), now)],
    ['a failed task', taskFailure(slow, replied(200, seven), now)],
  ])('is part of the failure of %s', (_name, failure) => {
    expect(failure).toMatchObject({ kind: 'wait', retryAfterMs: 7_000 });
  });
});

describe('a task query', () => {
  const query = (status: number, body: unknown) => answered(status, body, 'query');
  const noResponse = 'does not respond to requests for the result';

  test.each<[string, number, unknown, FailureKind, string]>([
    ['the task failed on the photograph', 422, coded('ERROR_BLURRY_FACE'), 'fatal', 'blurred'],
    ['the task failed inside the service', 422, coded('PROCESSING_FAILURE'), 'fatal', 'Send the photograph again'],
    ['the task failed without a reason', 422, {}, 'fatal', 'refused'],
    ['the task is gone', 404, coded('ERROR_CONTENT_NOT_FOUND'), 'fatal', 'no longer has the result'],
    ['the task is gone, by the status', 410, {}, 'fatal', 'no longer has the result'],
    ['a gateway knows no such path', 404, { message: 'no route' }, 'fatal', 'no route'],
    ['a gateway shows a page', 404, null, 'fatal', 'no longer has the result'],
    ['a proxy refuses the content', 422, null, 'retry', noResponse],
    ['an unknown code beside HTTP 200', 200, coded('BUSY_NOW', 'Ask later.'), 'retry', 'Ask later.'],
    ['a numeric code beside HTTP 200', 200, { error_code: 100105 }, 'retry', 'error_code 100105'],
    ['a setting of the query is refused', 400, coded('ERROR_INVALID_PARAMETER'), 'retry', noResponse],
    ['the photograph is refused, by its code', 200, coded('ERROR_BLURRY_FACE'), 'fatal', 'blurred'],
    ['a code about photographs beside another status', 415, coded('ERROR_BLURRY_FACE'), 'retry', noResponse],
    ['queried too often, with HTTP 422', 422, coded('EXCEEDING_LIMITS'), 'wait', 'slow down'],
    ['a temporary error', 500, coded('SERVICE_INTERNAL_ERROR'), 'retry', 'inside the service'],
    ['the key is rejected', 401, {}, 'auth', 'API key'],
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

  test.each([
    ['without a code', {}, 'TASK_FAILED', ''],
    ['for want of a face', coded('ERROR_NO_FACE_IN_FILE'), 'ERROR_NO_FACE_IN_FILE', 'another photograph'],
    ['inside the service', coded('PROCESSING_FAILURE'), 'PROCESSING_FAILURE', 'Send the photograph again'],
    ['with an unknown code', coded('NEW_CODE', 'Lips not found.'), 'NEW_CODE', '“Lips not found.”'],
    [
      'with a message alone',
      { ...coded('', 'The hat hides it.'), error_code: 0 },
      'TASK_FAILED',
      '“The hat hides it.”',
    ],
  ])('status 3 is a task that failed, %s', (_name, body, code, words) => {
    const failure = taskFailure(envelope({ task_status: 3, ...body }), replied(200));
    expect(failure).toMatchObject({ kind: 'fatal', code });
    expect(messageText(failure.sentence)).toContain(words);
  });
});

describe('a request without a complete response', () => {
  test.each<[Purpose, Phase, string, FailureKind]>([
    ['submit', 'connecting', 'ENOTFOUND', 'wait'],
    ['submit', 'connecting', 'CERT_HAS_EXPIRED', 'auth'],
    ['submit', 'sending', 'ECONNRESET', 'retry'],
    ['submit', 'sending', 'STALLED', 'retry'],
    ['query', 'connecting', 'ENETUNREACH', 'wait'],
    ['query', 'waiting', 'TIMEOUT', 'retry'],
    ['query', 'reading', 'ECONNRESET', 'retry'],
    ['other', 'reading', 'ERR_HTTP_CONTENT_LENGTH_MISMATCH', 'retry'],
  ])('%s, %s, %s: %s', (purpose, phase, code, kind) => {
    expect(interruptedFailure(purpose, interrupted(phase, code), now)).toMatchObject({ kind, code });
  });

  test.each<[number, FailureKind]>([
    [200, 'uncertain'],
    [500, 'uncertain'],
    [503, 'wait'],
    [422, 'fatal'],
    [401, 'auth'],
  ])('a submission whose response with %i was interrupted is %s', (status, kind) => {
    const broken = interrupted('reading', 'ECONNRESET', replied(status));
    expect(interruptedFailure('submit', broken, now).kind).toBe(kind);
  });
});

test('an empty result concerns the photograph', () => {
  const ids = { ids: { requestId: 'r', logId: null }, text: '' };
  expect(missingResultFailure(ids, 'RESULT_EMPTY')).toMatchObject({ kind: 'fatal', advice: 'replace-file' });
});

test('a paid result that cannot be written is never requested again automatically, a free one is', () => {
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
    const words = 'whitening must lie between 0 and 100.';
    const text = (code: string, message: string) => messageText(answered(422, coded(code, message)).sentence);
    expect(text('ERROR_INVALID_PARAMETER', words)).toContain(`Message from the service: “${words}”`);
    expect(text('ERROR_BLURRY_FACE', 'blur=0.93')).not.toContain('blur=');
  });
});
