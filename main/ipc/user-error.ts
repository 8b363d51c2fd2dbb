/** A request that cannot be granted, with a sentence for people; any other error is a fault of ours. */
import { type MessageDescriptor, UserFacingError } from '../../contract/messages/message.ts';
export class UserError extends UserFacingError {
  override name = 'UserError';
  declare readonly sentence: MessageDescriptor;
  constructor(sentence: MessageDescriptor) {
    super(sentence);
  }
}

/** Whatever has a sentence for people is told with it, and is no fault of ours. */
export async function withUserErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof UserFacingError && typeof fault.sentence !== 'string')
      throw new UserError(fault.sentence as MessageDescriptor);
    throw fault;
  }
}
