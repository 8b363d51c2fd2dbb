import { expect, test } from 'vitest';
import { EngineError } from '../../../../engine/engine-error.ts';
import { errorStatus } from '../../../../engine/interface-error-codes.ts';
import {
  extensionStatus,
  requestError,
  requestErrorCodes,
  statusOf,
  toRequestError,
} from '../../../../engine/service/interface/request-errors.ts';

test('every rule has a code, and every code a status of a failure', () => {
  for (const code of Object.values(requestErrorCodes)) {
    expect(statusOf(code)).toBe({ ...errorStatus, ...extensionStatus }[code]);
    expect(statusOf(code)).toBeGreaterThanOrEqual(400);
  }
});

test('our own words are none of the interface', () => {
  for (const code of Object.keys(extensionStatus)) expect(code in errorStatus).toBe(false);
});

test('any error becomes a refusal', () => {
  const own = requestError('too busy', 'Later.', { 'Retry-After': '5' });
  expect(toRequestError(own)).toBe(own);
  expect(toRequestError(new EngineError('ERROR_BLURRY_FACE', 'Blurred.'))).toMatchObject({
    code: 'ERROR_BLURRY_FACE',
    status: 422,
    message: 'Blurred.',
  });
  expect(toRequestError(Object.assign(new Error('no space'), { code: 'ENOSPC' }))).toMatchObject({
    code: 'ERROR_INSUFFICIENT_RESOURCES',
    status: 503,
  });
  for (const strange of [new Error('a secret'), 'a secret', null, undefined]) {
    expect(toRequestError(strange)).toMatchObject({ code: 'SERVICE_INTERNAL_ERROR', status: 500 });
    expect(toRequestError(strange).message).not.toContain('secret');
  }
});
