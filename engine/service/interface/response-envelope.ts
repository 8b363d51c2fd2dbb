/** Fields that surround every response, in both versions of the interface. Sections “Public response fields” and “Errors”. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ResponseCode } from './request-errors.ts';

/** Identifiers of a request for reports and logs. */
export interface RequestIds {
  readonly requestId: string;
  readonly logId: string;
}

export function newIds(): RequestIds {
  return { requestId: randomUUID(), logId: randomBytes(12).toString('hex') };
}

export interface Envelope {
  request_id: string;
  log_id: string;
  /** 0 for a success, otherwise the HTTP status. The older version of the interface reads this field. */
  error_code: number;
  error_msg: string;
  error_detail: { status_code: number; code: ResponseCode | ''; code_message: string; message: string };
}

/** Wraps business fields, which never replace fields of the envelope. */
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

/** @param status of HTTP */
export function failure(ids: RequestIds, status: number, code: ResponseCode, message: string): Envelope {
  return {
    request_id: ids.requestId,
    log_id: ids.logId,
    error_code: status,
    error_msg: message,
    error_detail: { status_code: status, code, code_message: summaryOf(code), message },
  };
}

/** Converts a code to a phrase: ERROR_NO_FACE_IN_FILE becomes “No face in file”. */
export function summaryOf(code: ResponseCode): string {
  const words = code
    .replace(/^ERROR_/, '')
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/^ai /, 'AI ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
