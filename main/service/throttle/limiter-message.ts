import { type Message, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { PauseOf } from './circuit-breakers.ts';
import type { LimiterState } from './request-limiter.ts';

/** A message with the time `left` until `until` (ms), if that is known. */
export interface TimedMessage<M extends Message = Message> {
  readonly message: M;
  readonly until: number | null;
}

export function messageAt({ message, until }: TimedMessage, now: number): Message {
  if (until === null || typeof message === 'string') return message;
  const left = { ms: Math.max(Math.ceil((until - now) / 1000), 1) * 1000 };
  return { ...message, values: { ...message.values, left } };
}

/** Returns null if nothing is limited; `until` is by the limiter's clock. */
export function limiterMessage(state: LimiterState): TimedMessage<MessageDescriptor> | null {
  const untimed = (message: MessageDescriptor) => ({ message, until: null });
  switch (state.condition) {
    case 'ready':
      return null;
    case 'stopped':
      return untimed(state.sentence);
    case 'paused':
      return { message: pauseMessage(state), until: state.until };
    case 'trying': {
      const isUpload = state.kinds.includes('upload');
      if (state.probing) return untimed(msg(isUpload ? 'service.pace.probing' : 'service.pace.probingResults'));
      return untimed(msg(isUpload ? 'service.pace.pauseOver' : 'service.pace.pauseOverResults'));
    }
    default:
      return state satisfies never;
  }
}

function pauseMessage({ reason, kinds }: PauseOf): MessageDescriptor {
  const left = { ms: 0 };
  const isUpload = kinds.includes('upload');
  switch (reason) {
    case 'busy':
      return msg('service.pace.busy', { left });
    case 'unreachable':
      return msg(isUpload ? 'service.pace.unreachable' : 'service.pace.noResults', { left });
    case 'broken':
      return msg(isUpload ? 'service.pace.broken' : 'service.pace.noResults', { left });
    case 'failing':
      return msg('service.pace.failing', { left });
    case 'unreadable':
      return msg('service.pace.unreadable', { left });
    case 'lost':
      return msg('service.pace.lost', { left });
    case 'refused':
      return msg('service.pace.noResults', { left });
    case 'disk':
      return msg('service.pace.disk', { left });
    default:
      return reason satisfies never;
  }
}
