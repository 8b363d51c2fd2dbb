/** The one error the engine's operations throw on purpose: a code of the interface and a sentence for the user. */
import { type ErrorCode, errorStatus } from './error-codes.ts';

/**
 * A refusal or failure that has a code in the interface. The server answers it as `error_detail`;
 * any other error that leaves an operation is a defect and is answered as SERVICE_INTERNAL_ERROR.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: ErrorCode;

  /** @param message a whole sentence in plain words: what happened, to which input, what to do. */
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** HTTP status this error is answered with. */
  get status(): number {
    return errorStatus[this.code];
  }
}
