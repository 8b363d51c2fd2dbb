/** Tells everybody who wants to hear of something, in the order they came. */
export interface ListenerSet<Args extends readonly unknown[]> {
  emit(...args: Args): void;
  on(listener: (...args: Args) => void): void;
}

export function createListenerSet<Args extends readonly unknown[]>(): ListenerSet<Args> {
  const listeners: ((...args: Args) => void)[] = [];
  return {
    emit: (...args) => listeners.forEach((listener) => void listener(...args)),
    on: (listener) => void listeners.push(listener),
  };
}
