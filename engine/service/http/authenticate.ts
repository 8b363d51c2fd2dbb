/** Who may ask: requests addressed to this computer that carry the key. Section "Authentication". */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { requestError } from '../error-responses.ts';

/** The whole of a Host header: a user name before it or after it would lead result URLs elsewhere. */
const thisComputer = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Refuses a Host that is not this computer: a web page that has its name point to 127.0.0.1 would otherwise be answered,
 * and result URLs would carry a stranger's name.
 */
export function checkHost(request: FastifyRequest): void {
  if (!thisComputer.test(request.host)) {
    throw requestError(
      'not addressed to this computer',
      'The engine only accepts requests addressed to this computer.',
    );
  }
}

/** The origin of result URLs, as the client itself addressed the engine. */
export function originOf(request: FastifyRequest): string {
  return `http://${request.host}`;
}

/** A check of the key in header `headerName`; the comparison takes the same time for every wrong key. */
export function createKeyCheck(headerName: string, apiKey: string): (request: FastifyRequest) => void {
  const header = headerName.toLowerCase();
  const wanted = digest(apiKey);
  return (request) => {
    const given = request.headers[header];
    if (typeof given !== 'string' || given === '') {
      throw requestError('key missing or wrong', `The request has no API key in the header "${headerName}".`);
    }
    if (!timingSafeEqual(digest(given), wanted)) {
      throw requestError('key missing or wrong', 'The API key is not valid for this engine.');
    }
  };
}

/** Equal lengths for any key, as the constant-time comparison needs them. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
