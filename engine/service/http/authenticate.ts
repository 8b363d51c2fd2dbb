/** Checks of the address and the key of a request. Section “Authentication” of the interface. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { requestError } from '../interface/request-errors.ts';

/** Matches the entire header, because a user name in it would change the host of result URLs. */
const localHostPattern = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/** Prevents DNS rebinding. @throws RequestError if `Host` is not this computer */
export function checkHost(request: FastifyRequest): void {
  if (!localHostPattern.test(request.host)) {
    throw requestError(
      'not addressed to this computer',
      'The engine only accepts requests addressed to this computer.',
    );
  }
}

/** Returns the engine's origin in the client's requests, for result URLs. */
export function originOf(request: FastifyRequest): string {
  return `http://${request.host}`;
}

/** Returns a check that takes the same time for every wrong key. It throws RequestError. */
export function createKeyCheck(headerName: string, apiKey: string): (request: FastifyRequest) => void {
  const header = headerName.toLowerCase();
  const expectedDigest = digest(apiKey);
  return (request) => {
    const key = request.headers[header];
    if (typeof key !== 'string' || key === '') {
      throw requestError('key missing or wrong', `The request has no API key in the header "${headerName}".`);
    }
    if (!timingSafeEqual(digest(key), expectedDigest)) {
      throw requestError('key missing or wrong', 'The API key is not valid for this engine.');
    }
  };
}

/** Keys of any length get digests of one length, which the comparison requires. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
