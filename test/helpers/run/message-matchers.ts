/** Messages as people read them, for tests that look at the words. */
import { expect } from 'vitest';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Message } from '../../../contract/messages/message.ts';

/** The formatted text of a message, or '' without one. */
export function messageText(message: unknown): string {
  return message == null ? '' : formatMessage(message as Message);
}

/** The words of each, as who gave a command reads them. */
export const terminalTexts = (messages: readonly Message[]): string[] =>
  messages.map((each) => formatMessage(each, 'terminal'));

/** Stands for any message that reads so, within what `toEqual` and `toMatchObject` compare. */
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

/** Stands for an error for people that reads so, within `toThrow`. */
export function matchingError(words: RegExp | string): Error {
  return expect.objectContaining({ sentence: matchingMessage(words) }) as Error;
}
