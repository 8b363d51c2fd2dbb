/** Work that is the same for all who ask for it, and slow: syncing a file or a folder. */

/**
 * A function that resolves when `work`, begun after the call, has ended. It runs once at a time: all who ask while it runs
 * share the next run. Rejects as that does.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let following: Promise<void> | null = null;

  function startRun(): Promise<void> {
    const run = work().finally(() => {
      current = null;
    });
    current = run;
    return run;
  }

  return () => {
    if (current === null) return startRun();
    following ??= current
      .catch(() => undefined)
      .then(() => {
        following = null;
        return startRun();
      });
    return following;
  };
}
