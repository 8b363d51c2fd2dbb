/** Failures of requests: each violated rule with its error code, each code with its HTTP status. */
import { EngineError } from '../../engine-error.ts';
import { type ErrorCode, errorStatus } from '../../interface-error-codes.ts';

/** Statuses of codes that the interface does not have (docs/engine.md, “Errors”). */
export const extensionStatus = {
  /** The path exists for other methods, which the header `Allow` lists. */
  ERROR_METHOD_NOT_ALLOWED: 405,
} as const;

export type ResponseCode = ErrorCode | keyof typeof extensionStatus;

export function statusOf(code: ResponseCode): number {
  return code in extensionStatus
    ? extensionStatus[code as keyof typeof extensionStatus]
    : errorStatus[code as ErrorCode];
}

/** Codes for the rules of the server. Operations throw an EngineError with another code. */
export const requestErrorCodes = {
  'key missing or wrong': 'ERROR_APPLICATIONS_NOT_EXISTS',
  'not addressed to this computer': 'ERROR_ILLEGAL_OPERATION',
  'unknown path': 'ERROR_RESOURCE_NOT_FOUND',
  'wrong method': 'ERROR_METHOD_NOT_ALLOWED',
  'too busy': 'AI_SERVICE_FLOW_RESTRICTION',
  'not a form': 'ERROR_PARAMETERS',
  'broken body': 'ERROR_INVALID_PARAMETER_FORMAT',
  'body too large': 'ERROR_REQUEST_BODY_TOO_LARGE',
  'too many parts': 'ERROR_PARAMETERS',
  'duplicate field': 'ERROR_PARAMETERS',
  'text too long': 'ERROR_CONTENT_TOO_LONG',
  'file instead of text': 'ERROR_PARAMETER_CONVERSION_FAILED',
  'text instead of a file': 'ERROR_INVALID_PARAMETER_FORMAT',
  'unreadable parameter': 'ERROR_PARAMETER_CONVERSION_FAILED',
  'parameter out of range': 'UNSUPPORTED_PARAMETER_VALUES',
  'unknown parameter value': 'UNSUPPORTED_PARAMETER_VALUES',
  'parameter missing': 'MISSING_PARAMETERS',
  'parameter empty': 'PARAMETERS_CANNOT_EMPTY',
  'image missing': 'MISSING_PARAMETERS',
  'image empty': 'PARAMETERS_CANNOT_EMPTY',
  'too many images': 'ERROR_TOO_MANY_FILES',
  'unexpected file': 'ERROR_INCORRECT_FILE_COUNT',
  'file too large': 'FILE_SIZE_EXCEEDS_LIMIT',
  'unsupported format': 'UNSUPPORTED_FILE_TYPES',
  'unsupported bit depth': 'UNSUPPORTED_FILE_TYPES',
  'damaged image': 'FILE_DECODING_FAILURE',
  'too few pixels': 'ERROR_LOW_RESOLUTION',
  'too many pixels': 'FILE_RESOLUTION_EXCEEDS_LIMITS',
  'unknown task': 'ERROR_RESOURCE_NOT_FOUND',
  'task expired': 'ERROR_RESOURCE_RECLAIMED',
  'unknown file': 'ERROR_FILE_NOT_FOUND',
  'file expired': 'ERROR_RESOURCE_RECLAIMED',
  'operation failed': 'PROCESSING_FAILURE',
  'worker crashed': 'PROCESSING_FAILURE',
  'out of memory': 'ERROR_INSUFFICIENT_RESOURCES',
  'disk full': 'ERROR_INSUFFICIENT_RESOURCES',
  timeout: 'AI_SERVICE_TIMEOUT',
  'unexpected error': 'SERVICE_INTERNAL_ERROR',
} as const satisfies Record<string, ResponseCode>;

export type RequestErrorKind = keyof typeof requestErrorCodes;

/** A failure as it is sent to the client. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: ResponseCode;
  /** Additional headers, such as `Retry-After` (in seconds) or `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  /** @param message for the user, in whole sentences */
  constructor(code: ResponseCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/** @param message for the user, in whole sentences */
export function requestError(
  kind: RequestErrorKind,
  message: string,
  headers?: Readonly<Record<string, string>>,
): RequestError {
  return new RequestError(requestErrorCodes[kind], message, headers);
}

/** Converts any error. One without a code is a defect, whose details the client does not get. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (error instanceof EngineError) return new RequestError(error.code, error.message);
  if (isDiskFull(error)) return requestError('disk full', 'The disk is full. Free up space and try again.');
  return requestError('unexpected error', 'The built-in engine failed on this request. Try again.');
}

function isDiskFull(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL';
}
