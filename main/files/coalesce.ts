/**
 * Runs of `work` never overlap. A call during a run shares the next one, because the current one began too early.
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
