import { expect, it } from 'vitest';
import { joinMessages, type Message, msg } from '../../../../../contract/messages/message.ts';
import { freeServiceMessage } from '../../../../../main/pipeline/flow/outcomes/job-retries.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';

const charging = [
  'service.uncertain.decide',
  'pipeline.mayBeCharged',
  'pipeline.answerLost',
  'pipeline.task.ofAnother',
  'pipeline.task.late',
  'pipeline.task.lost',
  'pipeline.task.forgotten',
  'pipeline.result.lost',
  'pipeline.result.gone',
] as const;

it.each(charging)('no cost of %s remains', (key) => {
  const happened = msg('service.uncertain.lost');
  const words = messageText(freeServiceMessage(joinMessages(happened, msg(key)))) ?? '';
  expect(messageText(msg(key))).toMatch(/charged/);
  expect(words).not.toMatch(/charge|give up/i);
  expect(words.startsWith(messageText(happened)!)).toBe(true);
});

it.each<Message>(['in words of its own', msg('pipeline.fault'), joinMessages('one', msg('pipeline.closed'))])(
  '%j is unchanged',
  (message) => {
    expect(freeServiceMessage(message)).toEqual(message);
  },
);
