/** Reads the envelope around every answer of a service, of both ages. Section "Public response fields"; docs/decisions.md, open points. */

import { redactedText } from '../redact-key.ts';
import { type AnswerIds, noIds } from '../service-failure.ts';
import { describeErrorCode } from './error-codes.ts';

export type Fields = Readonly<Record<string, unknown>>;
export type TaskStatus = 'queued' | 'processing' | 'done' | 'failed';

export interface Envelope {
  readonly ids: AnswerIds;
  /** Null when the answer says success. `code` is empty when the service names none; `words` are its own, untrusted. */
  readonly error: { readonly code: string; readonly words: string; readonly status: number } | null;
  /** What it says in its own words, of an error or not; '' for nothing. Untrusted. */
  readonly words: string;
  /**
   * It bears a mark of the service itself: a request number, an error code, or the fields of the older age. Without one, it may
   * be the JSON of a gateway.
   */
  readonly isOwn: boolean;
  readonly taskId: string | null;
  /** Null when none is given, or one the interface does not know. */
  readonly taskStatus: TaskStatus | null;
  readonly body: Fields;
}

/** The object in `value`, or an empty one. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/**
 * Reads a parsed answer. Success = HTTP 2xx AND no `error_code` other than 0 AND no non-empty `error_detail.code` (in the older
 * age, `error_code_str`).
 * Null when the answer is no JSON object (a list, a word, nothing).
 */
export function readEnvelope(httpStatus: number, answer: unknown): Envelope | null {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return null;
  const body = answer as Fields;
  const data = fieldsOf(body.data);
  const ids = { requestId: idOf(body.request_id), logId: idOf(body.log_id) };
  const error = errorOf(httpStatus, body);
  const isOld = numberOf(body.error_code) !== null && 'error_msg' in body;
  return {
    ids,
    error,
    words: wordsOf(body),
    isOwn: ids.requestId !== null || (error?.code ?? '') !== '' || isOld,
    taskId: taskIdOf(body.task_id) ?? taskIdOf(data.task_id),
    taskStatus: taskStatusOf(body.task_status ?? data.task_status),
    body,
  };
}

/** The identifiers of an envelope that may be missing. */
export function envelopeIds(envelope: Envelope | null): AnswerIds {
  return envelope?.ids ?? noIds;
}

function errorOf(httpStatus: number, body: Fields): Envelope['error'] {
  const detail = fieldsOf(body.error_detail);
  const isHttpSuccess = httpStatus >= 200 && httpStatus < 300;
  const code = codeOf(detail.code) || olderCode(body.error_code_str, isHttpSuccess);
  const number = numberOf(body.error_code);
  if (isHttpSuccess && code === '' && (number === null || number === 0 || number === 200)) return null;
  // The older age answers some failures with HTTP 200 and the real status inside.
  const inner = [numberOf(detail.status_code), number].find(
    (status) => status !== null && status >= 400 && status <= 599,
  );
  return {
    code: code || codeOf(body.error_msg, true) || codeOf(body.error_code, true),
    words: wordsOf(body),
    status: isHttpSuccess ? (inner ?? httpStatus) : httpStatus,
  };
}

/** Returns the first text an envelope of either age or of another maker has for people, else the number it reports. */
function wordsOf(body: Fields): string {
  const detail = fieldsOf(body.error_detail);
  const data = fieldsOf(body.data);
  const texts = [
    ...[detail.message, detail.code_message, body.error_msg, body.message, body.msg],
    ...[body.error, fieldsOf(body.error).message, body.detail, data.message, data.error_msg, data.error],
  ];
  const isNonEmptyText = (text: unknown): text is string => typeof text === 'string' && text.trim() !== '';
  return texts.find(isNonEmptyText) ?? numberInWords(body, detail);
}

function numberInWords(body: Fields, detail: Fields): string {
  const numbers = { error_code: body.error_code, status_code: detail.status_code ?? body.status_code };
  const found = Object.entries(numbers).find(([, value]) => ![null, 0, 200].includes(numberOf(value)));
  return found === undefined ? '' : `${found[0]} ${numberOf(found[1])}`;
}

/** `error_code_str` of the older age, less exact than `error_detail.code`. Beside HTTP 2xx only a code of the interface's list counts. */
function olderCode(value: unknown, isHttpSuccess: boolean): string {
  const code = codeOf(value, true);
  return isHttpSuccess && describeErrorCode(code) === undefined ? '' : code;
}

/** An error code as text; `''` for none. With `isStrict`, only what looks like a code of the interface. */
function codeOf(value: unknown, isStrict = false): string {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  if (isSuccessWord(text)) return '';
  if (isStrict && !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(text)) return '';
  // It is shown under Details, and printed.
  return text.slice(0, 100).replace(/\p{C}/gu, '');
}

/** Whether a code reports success; services of other makers fill the field in either case. */
function isSuccessWord(text: string): boolean {
  return /^(0+|200|ok|success|succeeded|none|null)$/i.test(text);
}

/** A number for the service's support, as text that can be shown; null for anything else. */
function idOf(value: unknown): string | null {
  // Beyond its safe integers, JSON's numbers are not those that were sent.
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^[^\p{C}]{1,500}$/u.test(text) ? text : null;
}

/** The name of a task; null also for one that no longer is what the service sent, since the key was taken out of it. */
function taskIdOf(value: unknown): string | null {
  const id = idOf(value);
  return id === null || id.includes(redactedText) ? null : id;
}

/** A finite number, also when it comes as text. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const statusWords: Readonly<Record<TaskStatus, readonly string[]>> = {
  queued: ['queued', 'pending', 'waiting', 'submitted', 'created', 'accepted', 'in_queue', 'not_started'],
  processing: ['processing', 'running', 'in_progress', 'started', 'working', 'executing', 'active'],
  done: ['done', 'success', 'succeeded', 'successful', 'finished', 'complete', 'completed', 'ready', 'ok'],
  failed: ['failed', 'fail', 'failure', 'error', 'errored', 'canceled', 'cancelled', 'aborted', 'rejected'],
};
const statusNumbers: readonly TaskStatus[] = ['queued', 'processing', 'done', 'failed'];

/** Reads 0 queued, 1 processing, 2 done, 3 or negative failed; or one of the usual words. Returns null for anything else. */
function taskStatusOf(value: unknown): TaskStatus | null {
  const number = numberOf(value);
  if (number !== null) return number < 0 ? 'failed' : (statusNumbers[number] ?? null);
  if (typeof value !== 'string') return null;
  const word = value
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return statusNumbers.find((status) => statusWords[status].includes(word)) ?? null;
}
