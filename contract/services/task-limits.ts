/** What the interface fixes about tasks: how often one may be asked about, and how long it and its results are kept. */

/** Shortest time between two questions about one task, in ms, unless its service's profile has another. Section "States and transitions". */
export const minPollIntervalMs = 5_000;

/** How long a service keeps a task, its results and their addresses, in ms. Section "Limits". */
export const taskLifetimeMs = 24 * 60 * 60 * 1000;
