/** Whether `promise` is fulfilled within `ms`. @throws the error of the promise */
export async function isSettledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const isSettled = await Promise.race([promise.then(() => true), timeout]);
  clearTimeout(timer);
  return isSettled;
}
