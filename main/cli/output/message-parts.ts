/** Parts of messages: counts, lists, names and paths. */
import { formatMessage, joinList } from '../../../contract/messages/format-message.ts';
import { type CountMessageKey, type MessageDescriptor, msg, type Value } from '../../../contract/messages/message.ts';

/** Returns the message for a count; none for 0. */
export function countMessages(count: number, key: CountMessageKey): MessageDescriptor[] {
  return count === 0 ? [] : [msg(key, { count })];
}

/** "9 done, 1 failed". */
export function joinMessagesWithCommas(messages: readonly MessageDescriptor[]): string {
  return joinList(messages.map((each) => formatMessage(each, 'terminal')));
}

/** Quotes names that the user chose; "none" for an empty list. */
export function quotedList(names: readonly string[]): Value {
  return names.length === 0 ? msg('cli.recipe.none') : { quoted: names };
}

/** Returns the path of a file in a shared folder of a studio, which each station has at another location. */
export function sharedPathText({ share, path }: { readonly share: string; readonly path: string }): string {
  return `${share}:${path}`;
}
