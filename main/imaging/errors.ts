/** Errors of imaging, with messages for the user. */
import { type MessageDescriptor, UserFacingError } from '../../contract/messages/message.ts';

export type ImagingErrorCode =
  /** The photograph exceeds the operation's limits and cannot or must not be fitted. */
  | 'DOES_NOT_FIT'
  /** The photograph is unreadable or has changed. */
  | 'BAD_SOURCE'
  /** The photograph is damaged or not an image. Retrying does not help. */
  | 'UNUSABLE_FILE'
  /** The decoder crashed or timed out; a retry may succeed. */
  | 'DECODER_ENDED'
  /** The service's result cannot be decoded or does not match the upload. */
  | 'BAD_RESULT'
  /** The background picture of a cutout is missing or not an image. */
  | 'NO_BACKGROUND'
  /** The photograph exceeds the output format's limits. */
  | 'CANNOT_WRITE'
  /** The result is not a retouched or cut-out version at the photograph's size. */
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
