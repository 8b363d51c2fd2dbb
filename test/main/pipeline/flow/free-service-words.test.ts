import { expect, it } from 'vitest';
import { type Message, paragraph, say } from '../../../../contract/sentence.ts';
import { forFreeService } from '../../../../main/pipeline/flow/free-service-words.ts';
import { said } from '../../../helpers/said.ts';

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

it.each(charging)('nothing of money is left of %s', (key) => {
  const happened = say('service.uncertain.lost');
  const words = said(forFreeService(paragraph(happened, say(key)))) ?? '';
  expect(said(say(key))).toMatch(/charged/);
  expect(words).not.toMatch(/charge|give up/i);
  expect(words.startsWith(said(happened)!)).toBe(true);
});

it.each<Message>(['in words of its own', say('pipeline.fault'), paragraph('one', say('pipeline.closed'))])(
  '%j stays as it is',
  (message) => {
    expect(forFreeService(message)).toEqual(message);
  },
);
