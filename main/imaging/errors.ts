/** Errors of imaging, with messages for the user. */
import { type MessageDescriptor, UserFacingError } from '../../contract/messages/message.ts';

export type ImagingErrorCode =
  /** The photograph exceeds the limits and cannot or must not be fitted. */
  | 'DOES_NOT_FIT'
  /** The photograph is unreadable or has changed. */
  | 'BAD_SOURCE'
  /** Damaged or not an image; retrying does not help. */
  | 'UNUSABLE_FILE'
  /** The decoder crashed or timed out; a retry may succeed. */
  | 'DECODER_ENDED'
  /** The result cannot be decoded or does not match the upload. */
  | 'BAD_RESULT'
  /** The background picture is missing or not an image. */
  | 'NO_BACKGROUND'
  /** The photograph exceeds the output format's limits. */
  | 'CANNOT_WRITE'
  /** The result does not show the photograph at full size. */
  | 'CANNOT_TOUCH_UP';

export class ImagingError extends UserFacingError {
  override readonly name = 'ImagingError';
  readonly code: ImagingErrorCode;
  declare readonly sentence: MessageDescriptor;

  constructor(code: ImagingErrorCode, sentence: MessageDescriptor, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}
