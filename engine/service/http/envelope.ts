/** The envelope around every answer. Sections "Public response fields" and "Errors" of the interface, in both ages. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { AnswerCode } from '../error-responses.ts';

/** The two identifiers of a request that let a user and a log speak of the same thing. */
export interface RequestIds {
  readonly requestId: string;
  readonly logId: string;
}

export function newIds(): RequestIds {
  return { requestId: randomUUID(), logId: randomBytes(12).toString('hex') };
}

/** What every answer carries, success and failure alike. */
export interface Envelope {
  request_id: string;
  log_id: string;
  /** 0 = success; the HTTP status otherwise (the older age of the interface). */
  error_code: number;
  error_msg: string;
  error_detail: { status_code: number; code: AnswerCode | ''; code_message: string; message: string };
}

/** The envelope of a success around the business fields of `body`, which can never replace the envelope's own. */
export function success<Body extends object>(ids: RequestIds, body: Body): Omit<Body, keyof Envelope> & Envelope {
  return {
    ...body,
    request_id: ids.requestId,
    log_id: ids.logId,
    error_code: 0,
    error_msg: '',
    error_detail: { status_code: 200, code: '', code_message: '', message: '' },
  };
}

/** The envelope of a failure that is answered with HTTP `status`. */
export function failure(ids: RequestIds, status: number, code: AnswerCode, message: string): Envelope {
  return {
    request_id: ids.requestId,
    log_id: ids.logId,
    error_code: status,
    error_msg: message,
    error_detail: { status_code: status, code, code_message: summaryOf(code), message },
  };
}

/** The error summary: the words of the code as a phrase ("ERROR_NO_FACE_IN_FILE" -> "No face in file"). */
export function summaryOf(code: AnswerCode): string {
  const words = code
    .replace(/^ERROR_/, '')
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/^ai /, 'AI ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
