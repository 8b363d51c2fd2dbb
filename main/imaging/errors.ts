/** The errors that imaging throws on purpose; the sentence is for people. */
import { type MessageDescriptor, UserFacingError } from '../../contract/messages/message.ts';

export type ImagingErrorCode =
  /** The photograph does not fit the operation's limits, and may not or cannot be made to. */
  | 'DOES_NOT_FIT'
  /** The photograph cannot be read, or is not what it was. */
  | 'BAD_SOURCE'
  /** The photograph itself: damaged, or no image that can be opened. It stays so, however often it is tried. */
  | 'UNUSABLE_FILE'
  /** The decoder ended, or took too long: it may be another time. */
  | 'DECODER_ENDED'
  /** The service's result cannot be decoded or has nothing to do with the upload. */
  | 'BAD_RESULT'
  /** The picture that a cutout is to be laid on is gone, or is none. */
  | 'NO_BACKGROUND'
  /** The finished photograph is more than the recipe's format can hold. */
  | 'CANNOT_WRITE'
  /** A result that is no retouched or cut out version of its photograph at the photograph's size. */
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
