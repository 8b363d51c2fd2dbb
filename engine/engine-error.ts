import { type ErrorCode, errorStatus } from './interface-error-codes.ts';

/** An expected failure of an operation, with a code of the interface. Any other error of an operation is a defect. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: ErrorCode;

  /** @param message for the user, in whole sentences */
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** HTTP status of the response. */
  get status(): number {
    return errorStatus[this.code];
  }
}
