/** Waits for something, but not for ever. */

/** Whether `event` comes within `ms`. */
export async function isSettledWithin(event: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const outcome = await Promise.race([event.then(() => true), late]);
  clearTimeout(timer);
  return outcome;
}
