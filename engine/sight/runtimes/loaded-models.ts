/** Which models this thread has in memory, for whoever wants to show it. */

const loaded = new Set<string>();
const listeners = new Set<(names: readonly string[]) => void>();

function tell(): void {
  for (const listener of listeners) listener([...loaded]);
}

/** Notes a model from now on until the returned function is called. */
export function noteLoaded(name: string): () => void {
  loaded.add(name);
  tell();
  return () => {
    loaded.delete(name);
    tell();
  };
}

/** Calls `listener` with the names of the loaded models after every change. */
export function onModelsChange(listener: (names: readonly string[]) => void): void {
  listeners.add(listener);
}
