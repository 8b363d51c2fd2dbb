/** Messages in text columns: descriptors as JSON, and plain text of earlier versions unchanged. */
import { isMessage, joinMessages, type Message } from '../../contract/messages/message.ts';

const jsonPrefix = '{"key":';

export function serializeMessage(message: Message): string {
  // Wrap plain text that looks like a descriptor.
  if (typeof message === 'string')
    return message.startsWith(jsonPrefix) ? serializeMessage(joinMessages(message)) : message;
  return JSON.stringify(message);
}

/** Also parses values of json_extract. */
export function parseMessage<T extends string | null>(text: T): Message | Extract<T, null>;
export function parseMessage(text: string | null): Message | null {
  if (text === null) return null;
  if (!text.startsWith(jsonPrefix)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : text;
  } catch {
    return text;
  }
}
