/** Messages in columns of text: a sentence as JSON, and what an earlier version wrote as it is. */
import { isMessage, joinMessages, type Message } from '../../contract/messages/message.ts';

const beginning = '{"key":';

export function serializeMessage(message: Message): string {
  // Somebody's own text, such as a file's name, is not to be read as a sentence.
  if (typeof message === 'string')
    return message.startsWith(beginning) ? serializeMessage(joinMessages(message)) : message;
  return JSON.stringify(message);
}

/** Takes what `serializeMessage` made, and what json_extract makes of either; null where there is none. */
export function parseMessage<T extends string | null>(text: T): Message | Extract<T, null>;
export function parseMessage(text: string | null): Message | null {
  if (text === null) return null;
  if (!text.startsWith(beginning)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : text;
  } catch {
    return text;
  }
}
