import { describe, expect, it } from 'vitest';
import { joinMessages, type Message, msg } from '../../../contract/messages/message.ts';
import { parseMessage, serializeMessage } from '../../../main/store/stored-messages.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';

describe('a message in a column of text', () => {
  it.each<[string, Message, Message]>([
    ['a sentence', msg('store.job.redirected', { folder: '/out' }), msg('store.job.redirected', { folder: '/out' })],
    ['the words of an earlier version', 'Queued again.', 'Queued again.'],
    ['the name of a file', 'a “b” {c}.jpg', 'a “b” {c}.jpg'],
    ['one that looks like a sentence', '{"key":"store.job.takenIn"}', joinMessages('{"key":"store.job.takenIn"}')],
    ['one that looks like a damaged sentence', '{"key":"x', joinMessages('{"key":"x')],
  ])('is read unchanged: %s', (_, message, read) => {
    expect(parseMessage(serializeMessage(message))).toEqual(read);
    expect(messageText(parseMessage(serializeMessage(message)))).toBe(messageText(message));
  });
});
