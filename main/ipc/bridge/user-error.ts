import { type MessageDescriptor, UserFacingError } from '../../../contract/messages/message.ts';

/** A rejected request, with a message for the user. Any other error of a handler is a bug. */
export class UserError extends UserFacingError {
  override name = 'UserError';
  declare readonly sentence: MessageDescriptor;
  constructor(sentence: MessageDescriptor) {
    super(sentence);
  }
}

/** Turns any error with a message for the user into a `UserError`. */
export async function withUserErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserFacingError && typeof error.sentence !== 'string')
      throw new UserError(error.sentence as MessageDescriptor);
    throw error;
  }
}
