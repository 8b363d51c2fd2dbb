/** Sentences about so many: what did not occur goes unsaid. */

import { formatMessage, joinList } from '../../contract/messages/format-message.ts';
import { type CountMessageKey, type MessageDescriptor, msg } from '../../contract/messages/message.ts';

/** The sentence of a key for `count`; none for 0. */
export function countMessages(count: number, key: CountMessageKey): MessageDescriptor[] {
  return count === 0 ? [] : [msg(key, { count })];
}

/** "9 done, 1 failed". */
export function joinMessagesWithCommas(sentences: readonly MessageDescriptor[]): string {
  return joinList(sentences.map((each) => formatMessage(each, 'terminal')));
}
