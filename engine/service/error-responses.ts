/** What the server turns down, as one table: every broken rule has its code, and every code its HTTP status. */

import { EngineError } from '../engine-error.ts';
import { type ErrorCode, errorStatus } from '../error-codes.ts';

/** Words of our own, for what the interface's list has no code for (docs/engine.md, "Errors"). */
export const ownStatus = {
  /** The path exists under another method; the `Allow` header names it. */
  ERROR_METHOD_NOT_ALLOWED: 405,
} as const;

export type AnswerCode = ErrorCode | keyof typeof ownStatus;

/** The HTTP status a code is answered with today. */
export function statusOf(code: AnswerCode): number {
  return code in ownStatus ? ownStatus[code as keyof typeof ownStatus] : errorStatus[code as ErrorCode];
}

/** The rules of the server itself; the operations name their codes themselves (EngineError). */
export const requestErrorCodes = {
  'key missing or wrong': 'ERROR_APPLICATIONS_NOT_EXISTS',
  'not addressed to this computer': 'ERROR_ILLEGAL_OPERATION',
  'no such path': 'ERROR_RESOURCE_NOT_FOUND',
  'wrong method': 'ERROR_METHOD_NOT_ALLOWED',
  'too busy': 'AI_SERVICE_FLOW_RESTRICTION',
  'not a form': 'ERROR_PARAMETERS',
  'broken body': 'ERROR_INVALID_PARAMETER_FORMAT',
  'body too large': 'ERROR_REQUEST_BODY_TOO_LARGE',
  'too many parts': 'ERROR_PARAMETERS',
  'field twice': 'ERROR_PARAMETERS',
  'text too long': 'ERROR_CONTENT_TOO_LONG',
  'file where text belongs': 'ERROR_PARAMETER_CONVERSION_FAILED',
  'text where a file belongs': 'ERROR_INVALID_PARAMETER_FORMAT',
  'parameter not readable': 'ERROR_PARAMETER_CONVERSION_FAILED',
  'parameter out of range': 'UNSUPPORTED_PARAMETER_VALUES',
  'parameter unknown value': 'UNSUPPORTED_PARAMETER_VALUES',
  'parameter missing': 'MISSING_PARAMETERS',
  'parameter empty': 'PARAMETERS_CANNOT_EMPTY',
  'image missing': 'MISSING_PARAMETERS',
  'image empty': 'PARAMETERS_CANNOT_EMPTY',
  'too many images': 'ERROR_TOO_MANY_FILES',
  'stray file': 'ERROR_INCORRECT_FILE_COUNT',
  'file too large': 'FILE_SIZE_EXCEEDS_LIMIT',
  'format not taken': 'UNSUPPORTED_FILE_TYPES',
  'pixel size not taken': 'UNSUPPORTED_FILE_TYPES',
  'not decodable': 'FILE_DECODING_FAILURE',
  'too few pixels': 'ERROR_LOW_RESOLUTION',
  'too many pixels': 'FILE_RESOLUTION_EXCEEDS_LIMITS',
  'task unknown': 'ERROR_RESOURCE_NOT_FOUND',
  'task expired': 'ERROR_RESOURCE_RECLAIMED',
  'file unknown': 'ERROR_FILE_NOT_FOUND',
  'file expired': 'ERROR_RESOURCE_RECLAIMED',
  'operation failed': 'PROCESSING_FAILURE',
  'worker crashed': 'PROCESSING_FAILURE',
  'out of memory': 'ERROR_INSUFFICIENT_RESOURCES',
  'disk full': 'ERROR_INSUFFICIENT_RESOURCES',
  'took too long': 'AI_SERVICE_TIMEOUT',
  defect: 'SERVICE_INTERNAL_ERROR',
} as const satisfies Record<string, AnswerCode>;

export type RequestErrorKind = keyof typeof requestErrorCodes;

/** An answer that is not a result: a code, its HTTP status and a sentence for the user. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: AnswerCode;
  /** Headers to send with it, such as `Retry-After` (in seconds) or `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: AnswerCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/** The refusal of one rule of the table. `message` is a whole sentence in plain words. */
export function requestError(
  kind: RequestErrorKind,
  message: string,
  headers?: Readonly<Record<string, string>>,
): RequestError {
  return new RequestError(requestErrorCodes[kind], message, headers);
}

/** Any error as a refusal: those with a code keep it, all others are defects of ours and say nothing of their inside. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof EngineError) return new RequestError(error.code, error.message);
  if (isDiskFull(error)) return requestError('disk full', 'The disk is full. Free up space and try again.');
  return requestError('defect', 'The built-in engine failed on this request. Try again.');
}

function isDiskFull(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL';
}
