/** Messages in columns of text: a sentence as JSON, and what an earlier version wrote as it is. */
import { isMessage, type Message } from '../../preload/contract/sentence.ts';

export function storedMessage(message: Message): string {
  return typeof message === 'string' ? message : JSON.stringify(message);
}

/** Takes what `storedMessage` made, and what json_extract makes of either. */
export function readMessage(text: string): Message {
  if (!text.startsWith('{"key":')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : text;
  } catch {
    return text;
  }
}
