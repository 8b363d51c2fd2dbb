import type { Notice } from '../../contract/app/app-snapshot.ts';
import type { Message } from '../../contract/messages/message.ts';

/** Calls its listeners in the order of their registration. */
interface ListenerSet<Args extends readonly unknown[]> {
  emit(...args: Args): void;
  on(listener: (...args: Args) => void): void;
}

function createListenerSet<Args extends readonly unknown[]>(): ListenerSet<Args> {
  const listeners: ((...args: Args) => void)[] = [];
  return {
    emit: (...args) => listeners.forEach((listener) => void listener(...args)),
    on: (listener) => void listeners.push(listener),
  };
}

/** Events of the running app. */
export interface AppEvents {
  /** Status that is not stored has changed. */
  readonly live: ListenerSet<[]>;
  readonly notices: ListenerSet<[Notice]>;
  /** The last open batch has ended; with a message for the user. */
  readonly drained: ListenerSet<[Message]>;
  notify(tone: Notice['tone'], text: Message): void;
  /** Reports an outage, or its end. */
  reportTrouble(text: Message, isOver?: boolean): void;
}

/** @param onTrouble called for outages and their ends, in addition to the notice */
export function createAppEvents(onTrouble?: (message: Message) => void): AppEvents {
  const notices = createListenerSet<[Notice]>();
  const notify = (tone: Notice['tone'], text: Message) => notices.emit({ tone, text });
  return {
    live: createListenerSet(),
    notices,
    drained: createListenerSet(),
    notify,
    reportTrouble(text, isOver = false) {
      onTrouble?.(text);
      notify(isOver ? 'info' : 'warning', text);
    },
  };
}
