/** What keys do with photographs: one after the other, however fast they come, each with what the one before it has left in view. */
let before: Promise<unknown> = Promise.resolve();

/** Does `act` when all that was asked for before is done, whatever became of that. */
export function serialize<T>(act: () => T | Promise<T>): Promise<T> {
  const turn = before.then(act);
  before = turn.catch(() => undefined);
  return turn;
}
