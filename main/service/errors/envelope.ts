/**
 * Parses the envelope of responses, in its current and older form. Section "Public response fields"; open points in
 * docs/decisions.md.
 */

import { redactedText } from '../keys/redact-key.ts';
import { describeErrorCode } from './error-codes.ts';
import { noIds, type ResponseIds } from './service-failure.ts';

export type Fields = Readonly<Record<string, unknown>>;
type TaskStatus = 'queued' | 'processing' | 'done' | 'failed';

export interface Envelope {
  readonly ids: ResponseIds;
  /** Null for a success. `code` may be empty; `text` is untrusted. */
  readonly error: { readonly code: string; readonly text: string; readonly status: number } | null;
  /** The service's own text, also of a success; '' for none. Untrusted. */
  readonly text: string;
  /** Whether it has a request id, an error code, or the older fields, unlike a gateway's JSON. */
  readonly isOwn: boolean;
  readonly taskId: string | null;
  readonly taskStatus: TaskStatus | null;
  readonly body: Fields;
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/**
 * Returns null for anything but a JSON object. Success is HTTP 2xx, no `error_code` other than 0, and no
 * `error_detail.code` (older: `error_code_str`).
 */
export function readEnvelope(httpStatus: number, response: unknown): Envelope | null {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return null;
  const body = response as Fields;
  const data = fieldsOf(body.data);
  const ids = { requestId: idOf(body.request_id), logId: idOf(body.log_id) };
  const error = errorOf(httpStatus, body);
  const isOlderForm = numberOf(body.error_code) !== null && 'error_msg' in body;
  return {
    ids,
    error,
    text: textOf(body),
    isOwn: ids.requestId !== null || (error?.code ?? '') !== '' || isOlderForm,
    taskId: taskIdOf(body.task_id) ?? taskIdOf(data.task_id),
    taskStatus: taskStatusOf(body.task_status ?? data.task_status),
    body,
  };
}

export function envelopeIds(envelope: Envelope | null): ResponseIds {
  return envelope?.ids ?? noIds;
}

function errorOf(httpStatus: number, body: Fields): Envelope['error'] {
  const detail = fieldsOf(body.error_detail);
  const isHttpSuccess = httpStatus >= 200 && httpStatus < 300;
  const code = codeOf(detail.code) || olderCode(body.error_code_str, isHttpSuccess);
  const numericCode = numberOf(body.error_code);
  if (isHttpSuccess && code === '' && (numericCode === null || numericCode === 0 || numericCode === 200)) return null;
  // The older form reports some failures with HTTP 200 and the real status inside.
  const innerStatus = [numberOf(detail.status_code), numericCode].find(
    (status) => status !== null && status >= 400 && status <= 599,
  );
  return {
    code: code || codeOf(body.error_msg, true) || codeOf(body.error_code, true),
    text: textOf(body),
    status: isHttpSuccess ? (innerStatus ?? httpStatus) : httpStatus,
  };
}

/** Returns the first text of either form or another maker, else the reported number. */
function textOf(body: Fields): string {
  const detail = fieldsOf(body.error_detail);
  const data = fieldsOf(body.data);
  const texts = [
    ...[detail.message, detail.code_message, body.error_msg, body.message, body.msg],
    ...[body.error, fieldsOf(body.error).message, body.detail, data.message, data.error_msg, data.error],
  ];
  const isNonEmptyText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';
  return texts.find(isNonEmptyText) ?? reportedNumber(body, detail);
}

function reportedNumber(body: Fields, detail: Fields): string {
  const numbers = { error_code: body.error_code, status_code: detail.status_code ?? body.status_code };
  const found = Object.entries(numbers).find(([, value]) => ![null, 0, 200].includes(numberOf(value)));
  return found === undefined ? '' : `${found[0]} ${numberOf(found[1])}`;
}

/** Next to HTTP 2xx, only codes of the interface's list count. */
function olderCode(value: unknown, isHttpSuccess: boolean): string {
  const code = codeOf(value, true);
  return isHttpSuccess && describeErrorCode(code) === undefined ? '' : code;
}

/** Returns '' for none. `isStrict` requires the form of the interface's codes. */
function codeOf(value: unknown, isStrict = false): string {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  if (isSuccessWord(text)) return '';
  if (isStrict && !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(text)) return '';
  // Clean the code, because it is shown and printed.
  return text.slice(0, 100).replace(/\p{C}/gu, '');
}

/** Whether a code reports success, as other makers do in this field. */
function isSuccessWord(text: string): boolean {
  return /^(0+|200|ok|success|succeeded|none|null)$/i.test(text);
}

function idOf(value: unknown): string | null {
  // Skip unsafe integers, because JSON.parse has rounded them.
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^[^\p{C}]{1,500}$/u.test(text) ? text : null;
}

/** Returns null also if the key was redacted in the id. */
function taskIdOf(value: unknown): string | null {
  const id = idOf(value);
  return id === null || id.includes(redactedText) ? null : id;
}

/** Parses a finite number or its text. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const statusNames: Readonly<Record<TaskStatus, readonly string[]>> = {
  queued: ['queued', 'pending', 'waiting', 'submitted', 'created', 'accepted', 'in_queue', 'not_started'],
  processing: ['processing', 'running', 'in_progress', 'started', 'working', 'executing', 'active'],
  done: ['done', 'success', 'succeeded', 'successful', 'finished', 'complete', 'completed', 'ready', 'ok'],
  failed: ['failed', 'fail', 'failure', 'error', 'errored', 'canceled', 'cancelled', 'aborted', 'rejected'],
};
const statusByNumber: readonly TaskStatus[] = ['queued', 'processing', 'done', 'failed'];

/** Parses 0 queued, 1 processing, 2 done, 3 or negative failed, or a common name. */
function taskStatusOf(value: unknown): TaskStatus | null {
  const number = numberOf(value);
  if (number !== null) return number < 0 ? 'failed' : (statusByNumber[number] ?? null);
  if (typeof value !== 'string') return null;
  const word = value
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return statusByNumber.find((status) => statusNames[status].includes(word)) ?? null;
}
