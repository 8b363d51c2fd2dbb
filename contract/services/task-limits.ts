/** Unless the profile has another. Section "States and transitions". */
export const minPollIntervalMs = 5_000;

/** Lifetime of tasks, results and their URLs. Section "Limits". */
export const taskLifetimeMs = 24 * 60 * 60 * 1000;
