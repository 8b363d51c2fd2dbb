/**
 * Waits until all have settled.
 * @throws the first rejection in the order of the list
 */
export async function waitForAll(work: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
