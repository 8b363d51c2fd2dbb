/** Several things at once, of which none is left alone. */

/**
 * Waits until all have ended, and fails with the first failure there was.
 * @throws what the first of them in the list was rejected with
 */
export async function waitForAll(work: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
