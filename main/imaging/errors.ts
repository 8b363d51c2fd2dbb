/** The errors that imaging throws on purpose; the message is a whole sentence for people. */

export type ImagingErrorCode =
  /** The photograph does not fit the operation's limits, and may not or cannot be made to. */
  | 'DOES_NOT_FIT'
  /** The photograph itself: missing, unreadable, damaged, not an image. */
  | 'BAD_SOURCE'
  /** The service's result cannot be decoded or has nothing to do with the upload. */
  | 'BAD_RESULT';

export class ImagingError extends Error {
  override readonly name = 'ImagingError';
  readonly code: ImagingErrorCode;

  constructor(code: ImagingErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
