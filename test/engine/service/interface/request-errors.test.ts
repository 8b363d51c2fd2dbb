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

test('every rule has a code with the status of a failure', () => {
  for (const code of Object.values(requestErrorCodes)) {
    expect(statusOf(code)).toBe({ ...errorStatus, ...extensionStatus }[code]);
    expect(statusOf(code)).toBeGreaterThanOrEqual(400);
  }
});

test('codes of the extensions are not in the interface', () => {
  for (const code of Object.keys(extensionStatus)) expect(code in errorStatus).toBe(false);
});

test('any error becomes a request error', () => {
  const existing = requestError('too busy', 'Later.', { 'Retry-After': '5' });
  expect(toRequestError(existing)).toBe(existing);
  expect(toRequestError(new EngineError('ERROR_BLURRY_FACE', 'Blurred.'))).toMatchObject({
    code: 'ERROR_BLURRY_FACE',
    status: 422,
    message: 'Blurred.',
  });
  expect(toRequestError(Object.assign(new Error('no space'), { code: 'ENOSPC' }))).toMatchObject({
    code: 'ERROR_INSUFFICIENT_RESOURCES',
    status: 503,
  });
  for (const unknown of [new Error('a secret'), 'a secret', null, undefined]) {
    expect(toRequestError(unknown)).toMatchObject({ code: 'SERVICE_INTERNAL_ERROR', status: 500 });
    expect(toRequestError(unknown).message).not.toContain('secret');
  }
});
