/**
 * Parses the envelope of responses, in its current and its older form. Section "Public response fields"; open points in
 * docs/decisions.md.
 */

import { redactedText } from '../redact-key.ts';
import { type AnswerIds, noIds } from '../service-failure.ts';
import { describeErrorCode } from './error-codes.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type TaskStatus = 'queued' | 'processing' | 'done' | 'failed';

export interface Envelope {
  readonly ids: AnswerIds;
  /** Null for a success. `code` is empty if the service names none; `text` is untrusted. */
  readonly error: { readonly code: string; readonly text: string; readonly status: number } | null;
  /** The service's own text, of an error or not; '' for none. Untrusted. */
  readonly text: string;
  /**
   * Whether it bears a mark of the service: a request id, an error code, or the older fields. Without one it may be a
   * gateway's JSON.
   */
  readonly isOwn: boolean;
  readonly taskId: string | null;
  /** Null if absent or unknown to the interface. */
  readonly taskStatus: TaskStatus | null;
  readonly body: Fields;
}

/** Returns the object in `value`, or an empty one. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/**
 * Parses a response. It is a success with HTTP 2xx, no `error_code` other than 0, and no `error_detail.code` (in the
 * older form, `error_code_str`).
 * @returns null if the response is no JSON object
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

export function envelopeIds(envelope: Envelope | null): AnswerIds {
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

/** Returns the first text for people in an envelope of either form or of another maker, else the number it reports. */
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

/** Returns `error_code_str` of the older form. Next to HTTP 2xx only a code of the interface's list counts. */
function olderCode(value: unknown, isHttpSuccess: boolean): string {
  const code = codeOf(value, true);
  return isHttpSuccess && describeErrorCode(code) === undefined ? '' : code;
}

/**
 * Returns an error code as text, '' for none. With `isStrict`, only text that looks like a code of the interface
 * counts.
 */
function codeOf(value: unknown, isStrict = false): string {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  if (isSuccessWord(text)) return '';
  if (isStrict && !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(text)) return '';
  // Limit and clean the code, because it is shown under "Details" and printed.
  return text.slice(0, 100).replace(/\p{C}/gu, '');
}

/** Whether a code reports success; services of other makers fill the field in either case. */
function isSuccessWord(text: string): boolean {
  return /^(0+|200|ok|success|succeeded|none|null)$/i.test(text);
}

/** Returns an id for the service's support as printable text, or null. */
function idOf(value: unknown): string | null {
  // Skip unsafe integers, because JSON.parse has rounded them.
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^[^\p{C}]{1,500}$/u.test(text) ? text : null;
}

/** Returns the id of a task. Null also if the key was redacted in it, because the service would not recognize it. */
function taskIdOf(value: unknown): string | null {
  const id = idOf(value);
  return id === null || id.includes(redactedText) ? null : id;
}

/** Returns a finite number, which may be given as text, or null. */
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

/**
 * Parses 0 queued, 1 processing, 2 done, 3 or negative failed; or one of the usual words. Returns null for anything
 * else.
 */
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
