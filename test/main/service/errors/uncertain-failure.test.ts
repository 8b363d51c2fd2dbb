/** Failures after a complete upload: by each kind of invalid response, and each code of both interface versions. */
import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../../../main/service/errors/envelope.ts';
import { errorDescriptions, type ServiceCode } from '../../../../main/service/errors/error-codes.ts';
import type { FailureKind, ServiceFailure } from '../../../../main/service/errors/service-failure.ts';
import {
  interruptedFailure,
  missingResultFailure,
  responseFailure,
  unreadableFailure,
} from '../../../../main/service/errors/to-service-failure.ts';
import { type Phase, RequestInterrupted, type ResponseHead } from '../../../../main/service/http/http-request.ts';
import { errorCodes } from '../../../campaign/service/error-codes.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const reply = (status: number, bodySent = true): ResponseHead => ({ status, headers: {}, bodySent, scope: 'internet' });
const answer = (status: number, body: unknown, bodySent = true) =>
  responseFailure('submit', reply(status, bodySent), readEnvelope(status, body));

/** Expects a failure that only the user can retry, with a message that gives the reason and `cause` as its code. */
function expectUncertain(failure: ServiceFailure, cause: string): void {
  expect(failure).toMatchObject({ kind: 'uncertain', subject: 'uncertain', advice: 'decide', code: cause });
  expect(messageText(failure.sentence)).toMatch(
    /^The photograph was sent, .*\. (Message from the service: “[^”]*” )?The service may have charged for the photograph\. [^.]*\.$/,
  );
}

describe('after a complete upload, an unreadable response', () => {
  test.each([
    ['web-page', 'ANSWER_IS_WEB_PAGE', 'retry'],
    ['malformed', 'ANSWER_UNREADABLE', 'retry'],
    ['empty', 'ANSWER_UNREADABLE', 'retry'],
    // A response over the limit will exceed it again.
    ['too-large', 'ANSWER_TOO_LARGE', 'uncertain'],
  ] as const)('%s with 200: %s, at a query %s', (why, cause, kindOfQuery) => {
    expectUncertain(unreadableFailure('submit', why, reply(200)), cause);
    expect(unreadableFailure('query', why, reply(200)).kind).toBe(kindOfQuery);
    expect(unreadableFailure('other', why, reply(200)).kind).toBe('retry');
  });

  test.each([500, 501, 502, 504, 507, 520, 599])('%i without the service’s own envelope', (status) => {
    const nobodysJson = [{}, { message: 'bad gateway' }, { error_code: status }, { error: { code: status } }, null, []];
    for (const body of nobodysJson) expectUncertain(answer(status, body), `HTTP_${status}`);
    for (const why of ['web-page', 'malformed', 'empty'] as const) {
      expectUncertain(unreadableFailure('submit', why, reply(status)), `HTTP_${status}`);
    }
  });

  test.each([500, 501, 502, 504])('%i in the service’s own envelope of either version is a response', (status) => {
    const own = [
      { request_id: 'r', log_id: 'l', error_detail: { code: '', message: 'oops' } },
      { error_detail: { code: 'SOMETHING_NEW', message: 'oops' } },
      { error_code: status, error_msg: 'oops', error_detail: { status_code: status } },
    ];
    for (const body of own) expect(answer(status, body).kind).not.toBe('uncertain');
  });

  test.each<[number, FailureKind]>([
    [503, 'wait'],
    [429, 'wait'],
    [401, 'auth'],
    [403, 'auth'],
    [404, 'fatal'],
    [407, 'auth'],
    [408, 'retry'],
    [413, 'fatal'],
    [422, 'fatal'],
  ])('%i from an intermediary: %s', (status, kind) => {
    expect(unreadableFailure('submit', 'web-page', reply(status)).kind).toBe(kind);
    expect(answer(status, {}).kind).toBe(kind);
  });

  test.each(['RESULT_MISSING', 'RESULT_NOT_IMAGE'] as const)('success and %s', (cause) => {
    const failure = missingResultFailure({ ids: { requestId: 'r', logId: 'l' }, text: '' }, cause);
    expectUncertain(failure, cause);
    expect(failure).toMatchObject({ requestId: 'r', httpStatus: 200 });
  });

  test.each<[Phase, string, number | null, string]>([
    ['waiting', 'ECONNRESET', null, 'CONNECTION_LOST'],
    ['waiting', 'EPIPE', null, 'CONNECTION_LOST'],
    ['waiting', 'UNKNOWN', null, 'CONNECTION_LOST'],
    ['waiting', 'TIMEOUT', null, 'TIMEOUT'],
    ['waiting', 'ETIMEDOUT', null, 'TIMEOUT'],
    ['waiting', 'HPE_INVALID_CONSTANT', null, 'ANSWER_UNREADABLE'],
    ['reading', 'STALLED', 200, 'STALLED'],
    ['reading', 'ERR_HTTP_CONTENT_LENGTH_MISMATCH', 200, 'CONNECTION_LOST'],
    ['reading', 'ECONNRESET', 502, 'HTTP_502'],
  ])('%s, %s, %j: %s', (phase, code, status, cause) => {
    const broken = new RequestInterrupted(phase, code, { response: status === null ? undefined : reply(status) });
    expectUncertain(interruptedFailure('submit', broken), cause);
  });
});

describe('during the upload', () => {
  test.each([500, 502, 504])('an error page (%i): nothing can have been accepted', (status) => {
    expect(unreadableFailure('submit', 'web-page', reply(status, false)).kind).toBe('retry');
    expect(answer(status, {}, false).kind).toBe('retry');
    const broken = new RequestInterrupted('reading', 'ECONNRESET', { response: reply(status, false) });
    expect(interruptedFailure('submit', broken).kind).toBe('retry');
  });

  test('a web page: likewise, but an unreadable success is uncertain', () => {
    expect(unreadableFailure('submit', 'web-page', reply(200, false))).toMatchObject({
      kind: 'retry',
      code: 'ANSWER_IS_WEB_PAGE',
      subject: 'network',
    });
    expectUncertain(unreadableFailure('submit', 'malformed', reply(200, false)), 'ANSWER_UNREADABLE');
  });
});

describe('every code of the interface is a response, in both versions', () => {
  const ages = (code: string, now: number, before: number | null) => {
    const detail = { code, code_message: code, message: 'words' };
    const old = before ?? now;
    const oldBody = { error_code: old, error_msg: code, error_detail: { status_code: old, ...detail } };
    return [
      answer(now, { request_id: 'r', log_id: 'l', error_detail: detail }),
      answer(now, { error_detail: detail }),
      answer(old, oldBody),
      answer(200, oldBody),
      answer(200, { error_code: old, error_msg: code, error_detail: { status_code: old, code: '' } }),
    ];
  };

  test.each(Object.entries(errorCodes))('%s', (code, [now, before]) => {
    const { kind } = errorDescriptions[code as ServiceCode];
    for (const failure of ages(code, now, before)) expect(failure).toMatchObject({ kind, code });
  });
});
