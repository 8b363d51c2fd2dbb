/** Matchers for messages by their formatted text. */
import { expect } from 'vitest';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Message } from '../../../contract/messages/message.ts';

/** The formatted text of a message, or '' without one. */
export function messageText(message: unknown): string {
  return message == null ? '' : formatMessage(message as Message);
}

/** The text of each, as shown on the terminal. */
export const terminalTexts = (messages: readonly Message[]): string[] =>
  messages.map((each) => formatMessage(each, 'terminal'));

/** Matches any message with this text, within `toEqual` and `toMatchObject`. */
export function matchingMessage(words: RegExp | string): Message {
  const matches = (message: Message) => {
    const text = messageText(message);
    return typeof words === 'string' ? text === words : words.test(text);
  };
  return {
    $$typeof: Symbol.for('jest.asymmetricMatcher'),
    asymmetricMatch: matches,
    toAsymmetricMatcher: () => `saying ${words}`,
    toString: () => 'saying',
  } as unknown as Message;
}

/** Matches a user-facing error with this text, within `toThrow`. */
export function matchingError(words: RegExp | string): Error {
  return expect.objectContaining({ sentence: matchingMessage(words) }) as Error;
}
