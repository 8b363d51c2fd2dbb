/** Actions on photographs run one at a time, because each depends on the state after the previous one. */
let previous: Promise<unknown> = Promise.resolve();

/** Runs an action after all earlier ones, even if those failed. */
export function serialize<T>(action: () => T | Promise<T>): Promise<T> {
  const turn = previous.then(action);
  previous = turn.catch(() => undefined);
  return turn;
}
