/** What went wrong at a service that does not charge, without the sentences about money: it is simply asked again. */
import { joinMessages, type Message, msg, type PlainMessageKey } from '../../../../contract/messages/message.ts';

/** Sentences that say what happened and what it may have cost, by those that say only what happened. */
const withoutCost: Readonly<Record<string, PlainMessageKey | null>> = {
  'service.uncertain.decide': null,
  'pipeline.mayBeCharged': null,
  'pipeline.answerLost': 'pipeline.free.answerLost',
  'pipeline.task.ofAnother': 'pipeline.free.ofAnother',
  'pipeline.task.late': 'pipeline.free.late',
  'pipeline.task.lost': 'pipeline.free.lost',
  'pipeline.task.forgotten': 'pipeline.free.forgotten',
  'pipeline.result.lost': 'pipeline.free.resultLost',
  'pipeline.result.gone': 'pipeline.free.resultGone',
};

/** `message`, as it is read where nothing is charged. */
export function freeServiceMessage(message: Message): Message {
  return free(message) ?? message;
}

function free(message: Message): Message | null {
  if (typeof message === 'string') return message;
  const { messages } = (message.values ?? {}) as { readonly messages?: readonly Message[] };
  if (message.key === 'paragraph' && messages) return joinMessages(...messages.map(free));
  const instead = withoutCost[message.key];
  if (instead === undefined) return message;
  return instead === null ? null : msg(instead);
}
