import { expect, test } from 'vitest';
import { isFromService, isRefusal } from '../../../../main/service/errors/pause-reasons.ts';
import type { FailureFacts } from '../../../../main/service/errors/service-failure.ts';
import { failure } from '../../../helpers/queue/limiter-fixtures.ts';

test.for<[string, FailureFacts['kind'], Partial<FailureFacts>, { answer: boolean; refusal: boolean }]>([
  ['an address that is gone', 'fatal', { httpStatus: 410 }, { answer: true, refusal: true }],
  ['a key that is not accepted', 'auth', { httpStatus: 401 }, { answer: true, refusal: true }],
  ['no credits', 'credits', { httpStatus: 402 }, { answer: true, refusal: true }],
  ['an internal error', 'retry', { httpStatus: 500 }, { answer: true, refusal: false }],
  ['an overload', 'wait', { httpStatus: 503 }, { answer: true, refusal: false }],
  ['a proxy’s request for a password', 'auth', { httpStatus: 407 }, { answer: false, refusal: false }],
  ['a network that requires a login', 'retry', { httpStatus: 511 }, { answer: false, refusal: false }],
  ['a login page', 'retry', { httpStatus: 200, subject: 'network' }, { answer: false, refusal: false }],
  ['a failed connection', 'wait', { subject: 'network' }, { answer: false, refusal: false }],
  ['a certificate that has expired', 'auth', { subject: 'network' }, { answer: false, refusal: false }],
  ['a file that is too large', 'fatal', {}, { answer: false, refusal: false }],
])('%s as a response', ([, kind, facts, expected]) => {
  const error = failure(kind, facts);
  expect({ answer: isFromService(error), refusal: isRefusal(error) }).toEqual(expected);
});
