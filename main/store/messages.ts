/** Messages in columns of text: a sentence as JSON, and what an earlier version wrote as it is. */
import { isMessage, type Message, paragraph } from '../../preload/contract/sentence.ts';

const beginning = '{"key":';

export function storedMessage(message: Message): string {
  // Somebody's own text, such as a file's name, is not to be read as a sentence.
  if (typeof message === 'string') return message.startsWith(beginning) ? storedMessage(paragraph(message)) : message;
  return JSON.stringify(message);
}

/** Takes what `storedMessage` made, and what json_extract makes of either. */
export function readMessage(text: string): Message {
  if (!text.startsWith(beginning)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : text;
  } catch {
    return text;
  }
}
